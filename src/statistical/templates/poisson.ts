/** Every entry is drawn by its own coin. Whoever sees the size of the sample beside the count is another adversary. */
import { down, up } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { binomialLaw } from '../law.ts';
import type { Outcomes } from '../outcomes.ts';
import type { PropertyQuery } from '../property-query.ts';
import {
  absentDelta,
  presentDelta,
  type ShiftedBinomial,
  shiftedBinomialDelta,
  shiftedBinomialOutcomes,
} from '../shifted-binomial.ts';
import type { Template } from './template.ts';
import { subsetBound, subsetCount } from './without-replacement.ts';

export interface PoissonSampling {
  readonly kind: 'poisson';
  readonly rate: number;
  /** The size of the sample is released beside the count. */
  readonly sizePublic: boolean;
}

/**
 * The count in a Poisson sample, its size kept secret.
 *   Says     λ·(1+B) + (1−λ)·B against B, B ~ Bin(n−1, λq)
 *   Assumes  every entry is drawn with probability λ, independently and in secret; only the count is released
 *   Rounds   not at all: the product λq is rounded, which the divergence allows for
 *   Source   derived: another entry counts when it is drawn and has the property
 */
export const coinCount = ({ entries, probability }: PropertyQuery, rate: number): ShiftedBinomial => ({
  trials: entries - 1,
  probability: rate * probability,
  decisive: rate,
  raised: 0,
  kept: down.sub(1, rate),
});

/**
 * The count in a Poisson sample beside its size.
 *   Says     δ(ε) = the larger one, after averaging over the size m ~ Bin(n, λ), of the two hockey sticks of samples of m
 *            without replacement
 *   Assumes  count and size are both released; the size does not depend on the critical entry
 *   Rounds   up
 *   Source   derived: given its size, a Poisson sample is one without replacement
 */
export function publicSizeDelta(query: PropertyQuery, rate: number, epsilon: number): number {
  const directions = [presentDelta, absentDelta].map(direction =>
    averaged(query, rate, size => direction(subsetCount(query, size), epsilon)),
  );
  return Math.max(...directions);
}

/**
 * Amplification by Poisson sampling.
 *   Says     δ(ε) = the bound for samples of m without replacement, averaged over m ~ Bin(n, λ)
 *   Assumes  independent, identically distributed entries; it holds whether or not the size is released
 *   Rounds   up
 *   Source   [BR25] Corollary 2
 */
export const poissonBound = (query: PropertyQuery, rate: number, epsilon: number): number =>
  averaged(query, rate, size => subsetBound(query, size, epsilon));

/** The mean over the sizes of a sample, rounded up. An empty sample tells nothing. */
function averaged({ entries }: PropertyQuery, rate: number, delta: (size: number) => number): number {
  const { first, masses, error, outside } = binomialLaw(entries, rate);
  let sum = outside;
  for (let i = first === 0 ? 1 : 0; i < masses.length; i++) sum += masses[i] * delta(first + i);
  return Math.min(1, up.mul(sum, 1 + error + 2 ** -52 * (masses.length + 4)));
}

export const poisson: Template<PoissonSampling> = {
  check({ rate }) {
    if (!(rate > 0 && rate < 1))
      refuse('value_out_of_range', `The sampling rate must lie between 0 and 1, both excluded; it is ${rate}.`);
  },
  exact:
    ({ rate, sizePublic }, query) =>
    epsilon =>
      sizePublic ? publicSizeDelta(query, rate, epsilon) : shiftedBinomialDelta(coinCount(query, rate), epsilon),
  bound:
    ({ rate }, query) =>
    epsilon =>
      poissonBound(query, rate, epsilon),
  outcomes: ({ rate, sizePublic }, query) =>
    sizePublic ? sizedOutcomes(query, rate) : shiftedBinomialOutcomes(coinCount(query, rate)),
};

/** Pairs of a size and a count. */
function sizedOutcomes(query: PropertyQuery, rate: number): Outcomes {
  const { first, masses, error, outside } = binomialLaw(query.entries, rate);
  const sized = Array.from(masses, (mass, i) =>
    first + i === 0 ? nothing(mass) : scaled(shiftedBinomialOutcomes(subsetCount(query, first + i)), mass),
  );
  return {
    present: joined(sized.map(({ present }) => present)),
    absent: joined(sized.map(({ absent }) => absent)),
    error: error + Math.max(...sized.map(each => each.error)) + 2 ** -50,
    outside: sized.reduce((sum, each) => sum + each.outside, outside) * (1 + 2 ** -40),
  };
}

const nothing = (mass: number): Outcomes => ({
  present: Float64Array.of(mass),
  absent: Float64Array.of(mass),
  error: 0,
  outside: 0,
});

const scaled = ({ present, absent, error, outside }: Outcomes, mass: number): Outcomes => ({
  present: present.map(chance => chance * mass),
  absent: absent.map(chance => chance * mass),
  error,
  outside: outside * mass,
});

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
