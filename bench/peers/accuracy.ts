/** Other libraries, asked the same questions about the same tables: each in an environment of its own, one after the other. */
import { DELTA, EDGES, questions } from '../accuracy/questions.ts';
import type { Asked, Measured } from '../accuracy/results.ts';
import { folder } from '../accuracy/tables.ts';
import { type Environment, lines } from './environment.ts';

const environments = {
  opendp: { packages: ['opendp[polars]==0.16.0'], modules: ['opendp', 'polars'] },
  tumult: { packages: ['tmlt.analytics==0.21.0'], modules: ['tmlt.analytics'] },
  // all versions named, or pip looks for others in vain: diffprivlib reaches into parts of scikit-learn that have moved
  smartnoise: { packages: ['smartnoise-sql==1.0.10', 'opendp==0.14.2'], modules: ['snsql'] },
  diffprivlib: { packages: ['diffprivlib==0.6.6', 'scikit-learn==1.5.2'], modules: ['diffprivlib'] },
} as const satisfies Record<string, Omit<Environment, 'name'>>;

export type Peer = keyof typeof environments;
export const peers = Object.keys(environments) as Peer[];

/** Undefined where the library cannot be installed, which is said. */
export function byPeer(peer: Peer, asked: Asked): readonly Measured[] | undefined {
  const { paths, truth, epsilons, runs, confirming, seconds } = asked;
  const input = {
    tables: paths,
    folder,
    epsilons,
    delta: DELTA,
    edges: EDGES,
    runs,
    confirming,
    seconds,
    questions: questions.map(question => ({ ...question, truth: truth(question) })),
  };
  return lines<Measured>({ name: `accuracy-${peer}`, ...environments[peer] }, `./accuracy/${peer}_answers.py`, input);
}
