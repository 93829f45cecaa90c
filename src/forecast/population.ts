/** Populations to simulate on: data that may be looked at, or drawn from a declared law. Sorted, and within public bounds. */
import { upperTailQuantile } from '../numerics/index.ts';
import { type Entropy, reproducibleEntropy } from '../random/index.ts';
import { refuse } from '../vocabulary/index.ts';

export interface Population {
  readonly sorted: Float64Array;
  readonly min: number;
  readonly max: number;
  /** Values that lay outside the bounds and were moved to them. */
  readonly clamped: number;
}

export interface ValueBounds {
  readonly min: number;
  readonly max: number;
}

/** Values as they are; those outside the bounds are moved to the nearer one, and counted. */
export function populationOf(values: Iterable<number>, { min, max }: ValueBounds): Population {
  if (!(max > min && max - min < Infinity))
    return refuse('value_out_of_range', `Values need finite bounds, the smaller first; they are ${min} and ${max}.`);
  const sorted = Float64Array.from(values);
  if (sorted.length < 2)
    return refuse('table_empty', `A forecast needs at least 2 values; there are ${sorted.length}.`);
  let clamped = 0;
  for (let place = 0; place < sorted.length; place++) {
    const value = sorted[place];
    if (Number.isNaN(value)) return refuse('type_mismatch', 'A value is not a number.');
    if (value >= min && value <= max) continue;
    sorted[place] = Math.min(Math.max(value, min), max);
    clamped += 1;
  }
  return Object.freeze({ sorted: sorted.sort(), min, max, clamped });
}

export type Distribution =
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number }
  /** The exponential of a normal law. */
  | { readonly kind: 'lognormal'; readonly mean: number; readonly deviation: number }
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  /** Whole parameters. */
  | { readonly kind: 'beta'; readonly successes: number; readonly failures: number }
  /** Two beta laws that do not overlap, scaled to reach from 0 to 1; the median is the greatest value of the first. */
  | { readonly kind: 'bimodal' }
  /** Equal parts of several laws. */
  | { readonly kind: 'mixture'; readonly parts: readonly Distribution[] };

/** Values drawn from a law; the same for the same seed. */
export function valuesOf(distribution: Distribution, size: number, seed: number): Float64Array {
  if (!(Number.isSafeInteger(size) && size >= 2))
    return refuse('value_out_of_range', `A population has at least 2 units, a whole number; it is ${size}.`);
  return drawnFrom(checkDistribution(distribution), size, reproducibleEntropy(seed));
}

function checkDistribution(distribution: Distribution): Distribution {
  const finite = Object.values(distribution).every(value => typeof value !== 'number' || Number.isFinite(value));
  if (finite && hasVariance(distribution)) return distribution;
  return refuse(
    'value_out_of_range',
    `The distribution ${JSON.stringify(distribution)} has no variance above 0, or numbers that it cannot have.`,
  );
}

function hasVariance(distribution: Distribution): boolean {
  switch (distribution.kind) {
    case 'normal':
    case 'lognormal':
      return distribution.deviation > 0;
    case 'uniform':
      return distribution.to > distribution.from;
    case 'beta':
      return [distribution.successes, distribution.failures].every(count => Number.isSafeInteger(count) && count >= 1);
    case 'bimodal':
      return true;
    case 'mixture':
      return distribution.parts.length >= 1 && distribution.parts.every(part => checkDistribution(part) === part);
  }
}

function drawnFrom(distribution: Distribution, size: number, entropy: Entropy): Float64Array {
  const draws = (draw: () => number): Float64Array => Float64Array.from({ length: size }, draw);
  switch (distribution.kind) {
    case 'normal':
      return draws(() => distribution.mean + distribution.deviation * normal(entropy));
    case 'lognormal':
      return draws(() => Math.exp(distribution.mean + distribution.deviation * normal(entropy)));
    case 'uniform':
      return draws(() => distribution.from + (distribution.to - distribution.from) * unitReal(entropy));
    case 'beta':
      return draws(() => beta(distribution.successes, distribution.failures, entropy));
    case 'bimodal':
      return bimodal(size, entropy);
    case 'mixture':
      return mixed(distribution.parts, size, entropy);
  }
}

/** Uniform above 0 and below 1. */
const unitReal = ({ word }: Entropy): number => (word() + (word() >>> 11) / 2 ** 21 + 2 ** -22) / 2 ** 32;

const normal = (entropy: Entropy): number => upperTailQuantile(unitReal(entropy));

/** With whole parameters this is the law of an order statistic of uniform numbers. */
function beta(successes: number, failures: number, entropy: Entropy): number {
  const uniform = Float64Array.from({ length: successes + failures - 1 }, () => unitReal(entropy));
  return uniform.sort()[successes - 1];
}

/** The mixture whose median no sample finds again: half of it lies below a gap that holds nobody. */
function bimodal(size: number, entropy: Entropy): Float64Array {
  const first = Math.ceil(size / 2);
  const values = Float64Array.from({ length: size }, (_, place) =>
    place < first ? beta(2, 10, entropy) / 2 : beta(2, 10, entropy) + 1,
  );
  const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  return values.map(value => (value - least) / (most - least));
}

function mixed(parts: readonly Distribution[], size: number, entropy: Entropy): Float64Array {
  const values = new Float64Array(size);
  parts.forEach((part, place) => {
    const [from, to] = [place, place + 1].map(end => Math.ceil((end * size) / parts.length));
    values.set(drawnFrom(part, to - from, entropy), from);
  });
  return values;
}
