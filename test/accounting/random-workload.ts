/** Workloads drawn from a seed: every mechanism under every sampling and relation, also those that must be refused. */
import { type Below, reproducibleEntropy, uniform } from '../../src/random/index.ts';
import type { MechanismInput, Relation, StepInput } from './vector-workloads.ts';

export interface Workload {
  readonly relation: Relation;
  readonly steps: readonly StepInput[];
}

export type SamplingInput = NonNullable<StepInput['sampling']>;

export const oneOf = <Item>(below: Below, items: readonly Item[]): Item => items[below(items.length)];

/** Between two numbers, evenly in the exponent, with three digits: so that failures can be read. */
export const between = (below: Below, from: number, to: number): number =>
  Number((from * (to / from) ** (below(1001) / 1000)).toPrecision(3));

export const whole = (below: Below, from: number, to: number): number => Math.round(between(below, from, to));

/** Probabilities in thousandths, some of them 0. */
function table(below: Below, length: number): number[] {
  const cuts = Array.from({ length: length - 1 }, () => below(1001)).sort((a, b) => a - b);
  return [...cuts, 1000].map((cut, i) => (cut - (cuts[i - 1] ?? 0)) / 1000);
}

/** Noise grows with the number of steps, so that answers stay interesting. */
const MECHANISMS: readonly ((below: Below, growth: number) => MechanismInput)[] = [
  (below, growth) => ({ kind: 'gaussian', noiseMultiplier: between(below, 0.5, 5) * growth }),
  (below, growth) => ({ kind: 'gaussian', noiseMultiplier: between(below, 1, 5) * growth, sensitivity: 2 }),
  (below, growth) => ({ kind: 'laplace', scale: between(below, 0.5, 5) * growth }),
  (below, growth) => ({ kind: 'discrete-laplace', parameter: between(below, 0.2, 2) / growth, sensitivity: 1 }),
  (below, growth) => ({ kind: 'discrete-gaussian', sigma: between(below, 0.7, 6) * growth }),
  below => ({ kind: 'randomized-response', noiseParameter: between(below, 0.1, 1), buckets: 2 + below(4) }),
  (below, growth) => ({ kind: 'pure', epsilon: between(below, 0.1, 2) / growth }),
  (below, growth) => ({ kind: 'approx', epsilon: between(below, 0.1, 1) / growth, delta: between(below, 1e-9, 1e-6) }),
  (below, growth) => ({
    kind: 'mixture-of-gaussians',
    sigma: between(below, 0.7, 4) * growth,
    sensitivities: [0, 1, 2],
    probabilities: table(below, 3),
  }),
  below => ({ kind: 'pair', upper: table(below, 4), lower: table(below, 4) }),
];

const SAMPLINGS: readonly ((below: Below) => SamplingInput)[] = [
  () => ({ kind: 'none' }),
  below => ({ kind: 'poisson', rate: between(below, 1e-3, 1) }),
  below => ({ kind: 'poisson', rate: between(below, 1e-2, 0.3) }),
  below => ({ kind: 'fixed-size', size: whole(below, 1, 10), of: whole(below, 10, 1000) }),
  below => ({ kind: 'with-replacement', size: whole(below, 1, 10), of: whole(below, 2, 1000) }),
  below => ({ kind: 'cluster', rate: between(below, 1e-3, 1), members: whole(below, 1, 5) }),
  below => ({ kind: 'partition', parts: whole(below, 1, 200) }),
];

const RELATIONS: readonly Relation[] = ['add-remove', 'replace-one', 'add', 'remove', 'add-remove', 'remove'];

/** The workload with this number; the same number gives the same workload for ever. */
export function randomWorkload(number: number): Workload {
  const below = uniform(reproducibleEntropy(number));
  const relation = oneOf(below, RELATIONS);
  const steps = Array.from({ length: oneOf(below, [1, 1, 1, 1, 2]) }, (): StepInput => {
    const count = oneOf(below, [1, 1, whole(below, 2, 100), whole(below, 100, 1e5)]);
    const growth = Number((count ** 0.25).toPrecision(2));
    return { mechanism: oneOf(below, MECHANISMS)(below, growth), sampling: oneOf(below, SAMPLINGS)(below), count };
  });
  return { relation, steps };
}
