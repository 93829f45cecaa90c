/** What must hold of the answers about any workload at all. */
import { type Answer, account } from '../../src/accounting/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import { type Sides, sidesOf } from './claim.ts';
import type { Workload } from './random-workload.ts';

const DELTAS = [1e-6, 1e-3] as const;
const EPSILONS = [-0.2, 0.5] as const;

export interface Judgement {
  /** The code, where the workload was refused. */
  readonly refused?: string;
  /** Laws that are broken, in words. */
  readonly broken: readonly string[];
}

/** Asks everything at once and compares the answers. Rough brackets will do: soundness has no fineness. */
export function judge({ relation, steps }: Workload, width = 0.05): Judgement {
  const ask = [
    ...DELTAS.map(delta => ({ epsilonAt: { delta } })),
    ...EPSILONS.map(epsilon => ({ deltaAt: { epsilon } })),
  ];
  try {
    const answers = account({ relation, steps, ask, width }) as readonly Answer[];
    const sides = answers.map(sidesOf);
    const [epsilons, deltas] = [sides.slice(0, DELTAS.length), sides.slice(DELTAS.length)];
    return {
      broken: [
        ...sides.flatMap(inOrder),
        ...falling(epsilons, 'epsilon in delta'),
        ...falling(deltas, 'delta in epsilon'),
        ...deltas.flatMap((delta, i) => probable(delta, EPSILONS[i])),
        ...epsilons.flatMap((epsilon, i) => deltas.flatMap((delta, j) => agree(epsilon, i, delta, j))),
      ],
    };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code, broken: [] };
    return { broken: [`fails: ${error}`] };
  }
}

const inOrder = ({ lower, upper }: Sides): string[] => (lower <= upper ? [] : [`lower ${lower} > upper ${upper}`]);

/** Each upper end reaches the next lower one. */
const falling = (sides: readonly Sides[], what: string): string[] =>
  sides.flatMap(({ upper }, i) =>
    i + 1 === sides.length || upper >= sides[i + 1].lower ? [] : [`${what} rises: ${upper} to ${sides[i + 1].lower}`],
  );

/** Between what any workload reveals and everything. */
const probable = ({ lower, upper }: Sides, epsilon: number): string[] =>
  lower >= Math.max(0, -Math.expm1(epsilon)) * (1 - 1e-15) && upper <= 1
    ? []
    : [`delta(${epsilon}) is [${lower}, ${upper}]`];

/** epsilon(delta) < e says delta(e) <= delta, and epsilon(delta) > e says delta(e) > delta. */
function agree(epsilon: Sides, i: number, delta: Sides, j: number): string[] {
  const [at, of] = [EPSILONS[j], DELTAS[i]];
  if (at < 0) return [];
  const contradicted = (epsilon.upper < at && delta.lower > of) || (epsilon.lower > at && delta.upper < of);
  return contradicted ? [`epsilon(${of}) and delta(${at}) contradict each other`] : [];
}
