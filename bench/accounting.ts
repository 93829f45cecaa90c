/**
 * How fast the accountant is, warm, in one process, and how narrow: beside accountants in use where they can be installed.
 * An answer that is wider than promised fails the benchmark, however fast it came.
 */
import { account, type SpecificationInput } from '../src/accounting/index.ts';
import type { Composed } from '../src/accounting/loss/composed.ts';
import { convexMinimum } from '../src/accounting/loss/convex-minimum.ts';
import { compositions } from '../src/accounting/loss/refine.ts';
import { curveOf } from '../src/accounting/loss/trade-off.ts';
import { parseSpecification } from '../src/accounting/specification.ts';
import { invariant } from '../src/vocabulary/index.ts';
import type { Case } from './measurement.ts';
import { peer, type Task } from './peers/accountants.ts';

const megabytes = 300;

type Steps = SpecificationInput['steps'];

const sampled = ({ noise, rate, steps }: Task): Steps => [
  {
    mechanism: { kind: 'gaussian', noiseMultiplier: noise },
    sampling: { kind: 'poisson', rate },
    count: steps,
  },
];

const fixedSize = ({ noise, rate, steps }: Task): Steps => [
  {
    mechanism: { kind: 'gaussian', noiseMultiplier: noise },
    sampling: { kind: 'fixed-size', size: 1, of: Math.round(1 / rate) },
    count: steps,
  },
];

interface Found {
  readonly lower: number;
  readonly upper: number;
}

/** Epsilon at a delta; `widest` says how wide the answer may be. */
function epsilon(
  steps: Steps,
  delta: number,
  { relation = 'add-remove', width }: { relation?: SpecificationInput['relation']; width?: number } = {},
  widest: (found: Found) => number = () => width ?? Infinity,
): () => Found {
  const specification = { relation, steps, ask: { epsilonAt: { delta } }, ...(width === undefined ? {} : { width }) };
  return () => {
    const answer = account(specification);
    invariant('epsilon' in answer, 'epsilonAt answers with epsilon');
    const { lower, upper } = answer.epsilon;
    invariant(lower !== null && upper !== null, 'the answer is finite');
    const found = { lower, upper };
    invariant(upper - lower <= widest(found), `[${lower}, ${upper}] is as narrow as promised`);
    return found;
  };
}

const widthOf = (found: unknown): number => {
  const { lower, upper } = found as Found;
  return upper - lower;
};

const tenThousand: Task = { noise: 1, rate: 0.01, steps: 10_000, delta: 1e-5 };
const hundredThousand: Task = { ...tenThousand, steps: 100_000 };
const drawn: Task = { noise: 4, rate: 0.01, steps: 10_000, delta: 1e-6 };

/** The first composition, from above and of one direction, with so many points. Made once, when first needed. */
function composed(points: number): () => Composed {
  let made: Composed | undefined;
  const make = (): Composed => {
    const ask = { deltaAt: { epsilon: 1 } };
    const { steps } = parseSpecification({ relation: 'add-remove', steps: sampled(tenThousand), ask });
    for (const { above } of compositions([{ steps, way: 'remove' }])) {
      [made] = above;
      if (made.sum.masses.length >= points) break;
    }
    invariant(made !== undefined && made.sum.masses.length >= points, 'some composition is fine enough');
    return made;
  };
  return () => made ?? make();
}

const manyOutcomes = composed(2.6e5);

export const cases: readonly Case[] = [
  {
    name: '10,000 sampled Gaussian steps, width 1e-4',
    work: epsilon(sampled(tenThousand), tenThousand.delta, { width: 1e-4 }),
    promise: 0.2,
    megabytes,
    width: widthOf,
    beside: {
      dp_accounting: peer('dp_accounting', tenThousand, 1e-4),
      prv_accountant: peer('prv_accountant', tenThousand, 0.01),
    },
  },
  {
    name: '100,000 sampled Gaussian steps, width 1e-4',
    work: epsilon(sampled(hundredThousand), hundredThousand.delta, { width: 1e-4 }),
    promise: 1,
    megabytes,
    width: widthOf,
    beside: { dp_accounting: peer('dp_accounting', hundredThousand, 1e-4) },
  },
  {
    name: '10,000 fixed-size steps, replace-one',
    work: epsilon(fixedSize(drawn), drawn.delta, { relation: 'replace-one' }, ({ upper }) => 0.2 * upper),
    promise: 0.5,
    megabytes,
    beside: { dp_accounting: peer('dp_accounting-fixed-size', drawn, 0) },
  },
  {
    name: 'partition into 1,000 parts, 4 digits',
    work: epsilon(
      [{ mechanism: { kind: 'gaussian', noiseMultiplier: 1 }, sampling: { kind: 'partition', parts: 1000 } }],
      1e-6,
      { width: 2e-5 },
    ),
    promise: 0.2,
    megabytes,
  },
  {
    name: 'trade-off curve of 260,000 outcomes',
    work: () => ({
      outcomes: manyOutcomes().sum.masses.length,
      vertices: convexMinimum([curveOf(manyOutcomes())]).falsePositive.length,
    }),
    promise: 0.02,
    megabytes,
    turns: 21,
  },
  {
    name: '10,000 sampled Gaussian steps, delta 1e-30, 0.2 %',
    work: epsilon(sampled(tenThousand), 1e-30, {}, ({ upper }) => 0.002 * upper),
    promise: 1,
    megabytes,
  },
];
