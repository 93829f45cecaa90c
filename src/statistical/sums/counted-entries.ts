/** Entries as whole multiples of a step that all their values share, with their chances. */
import { rational } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { CountedDistribution, Mixture } from './distribution.ts';

export interface CountedEntries {
  readonly law: CountedLaw;
  /** The multiples within a range that an entry may be, rising. */
  between(range: { readonly lower: number; readonly upper: number }): readonly number[];
}

export interface CountedLaw {
  readonly first: number;
  readonly masses: Float64Array;
  /** All masses together err by no more than this. */
  readonly error: number;
}

export const countedEntries = (distribution: CountedDistribution): CountedEntries =>
  distribution.kind === 'poisson' ? poissonEntries(distribution.mean) : mixedEntries(distribution);

/** Beyond this chance counts are left out. */
const NEGLIGIBLE = 1e-30;

const VALUES_MAX = 2 ** 16;

function poissonEntries(mean: number): CountedEntries {
  if (!(mean <= VALUES_MAX / 8))
    return refuse(
      'value_out_of_range',
      `The mean of Poisson entries must be at most ${VALUES_MAX / 8}; it is ${mean}.`,
    );
  const mode = Math.floor(mean);
  const peak = Math.exp(mode * Math.log(mean) - mean - logFactorial(mode));
  const above: number[] = [];
  for (let count = mode + 1, mass = (peak * mean) / count; mass > NEGLIGIBLE; mass *= mean / ++count) above.push(mass);
  const below: number[] = [];
  for (let count = mode, mass = (peak * count) / mean; mass > NEGLIGIBLE; mass *= --count / mean) below.push(mass);
  const masses = normalised(Float64Array.from([...below.toReversed(), peak, ...above]));
  return {
    law: { first: mode - below.length, masses, error: 2 ** -50 * (2 + Math.sqrt(mean)) },
    between({ lower, upper }) {
      const [from, to] = [Math.max(0, Math.ceil(lower)), Math.floor(upper)];
      if (!(to - from < VALUES_MAX)) return refuseMany();
      return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
    },
  };
}

const logFactorial = (n: number): number => {
  let sum = 0;
  for (let factor = 2; factor <= n; factor++) sum += Math.log(factor);
  return sum;
};

function mixedEntries({ values }: Mixture): CountedEntries {
  const exact = values.map(({ value }) => rational.fromDecimal(String(value)));
  const denominator = exact.reduce(
    (common, { denominator: own }) => (common / rational.greatestCommonDivisor(common, own)) * own,
    1n,
  );
  const numerators = exact.map(({ numerator, denominator: own }) => numerator * (denominator / own));
  // multiples of the step itself, for an entry that is not drawn adds nothing: 0 is one of them
  const step = numerators.reduce(rational.greatestCommonDivisor, 0n);
  const indices = numerators.map(numerator => Number(numerator / step));
  const first = Math.min(...indices);
  if (!(Math.max(...indices) - first < VALUES_MAX)) return refuseMany();
  const masses = new Float64Array(Math.max(...indices) - first + 1);
  values.forEach(({ weight }, i) => {
    masses[indices[i] - first] += weight;
  });
  return {
    law: { first, masses: normalised(masses), error: 2 ** -50 },
    between: ({ lower, upper }) => {
      const within = indices.filter((_, i) => values[i].value >= lower && values[i].value <= upper);
      return [...new Set(within)].sort((a, b) => a - b);
    },
  };
}

function normalised(masses: Float64Array): Float64Array {
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return masses.map(mass => mass / total);
}

const refuseMany = (): never =>
  refuse(
    'value_out_of_range',
    `Entries may have at most ${VALUES_MAX} values on a common step. Round them to a coarser step.`,
  );
