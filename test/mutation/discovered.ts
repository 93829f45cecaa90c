/** All mutants of the stations, and a random sample of them that a seed repeats. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { Station } from './stations.ts';

export interface Mutant {
  readonly station: string;
  /** Where and into what; two mutants never share it. */
  readonly id: string;
  /** Its place as the runner wants it: `file:line:column-line:column`. */
  readonly range: string;
}

interface Found {
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Point; readonly end: Point };
}

interface Point {
  readonly line: number;
  readonly column: number;
}

const silent = new Proxy({}, { get: (_, name) => (String(name).startsWith('is') ? () => false : () => {}) });

export async function mutantsOf({ name: station, folder }: Station): Promise<Mutant[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => `${folder}/${name}`)
    .map(name => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const instrumenter = new Instrumenter(silent as never);
  const { mutants } = await instrumenter.instrument(files, { plugins: null, excludedMutations: [], ignorers: [] });
  return mutants.map(mutant => ({ station, id: identityOf(mutant, 0), range: rangeOf(mutant) }));
}

/** By place and replacement. The list counts lines and columns from 0, results from 1. */
export const identityOf = ({ fileName, mutatorName, replacement, location: { start } }: Found, first: 0 | 1): string =>
  [relative(fileName), start.line - first, start.column - first, mutatorName, replacement].join('\u0000');

const relative = (name: string): string => name.slice(name.indexOf('src/'));

/** The runner counts lines from 1 there. */
const rangeOf = ({ fileName, location: { start, end } }: Found): string =>
  `${relative(fileName)}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;

/** Those whose hash with the seed is smallest: every set of this size is equally likely, and a larger one contains a smaller. */
export const sampleOf = (mutants: readonly Mutant[], size: number, seed: number): readonly Mutant[] =>
  mutants
    .map(mutant => ({ mutant, order: createHash('sha256').update(`${seed}\u0000${mutant.id}`).digest('hex') }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
