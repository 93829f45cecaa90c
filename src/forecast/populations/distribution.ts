/** Laws that a population may be supposed to follow, and values drawn from them. */
import { upperTailQuantile } from '../../numerics/index.ts';
import { type Entropy, reproducibleEntropy } from '../../random/index.ts';
import { refuse } from '../../vocabulary/index.ts';

/** The distribution of one value of the population. */
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

/** Values drawn from a distribution; reproducible by seed. */
export function valuesOf(distribution: Distribution, size: number, seed: number): Float64Array {
  if (!(Number.isSafeInteger(size) && size >= 2))
    return refuse('value_out_of_range', `The population must be a whole number, at least 2; it is ${size}.`);
  return drawnFrom(checkDistribution(distribution), size, reproducibleEntropy(seed));
}

function checkDistribution(distribution: Distribution): Distribution {
  const finite = Object.values(distribution).every(value => typeof value !== 'number' || Number.isFinite(value));
  if (finite && hasVariance(distribution)) return distribution;
  return refuse(
    'value_out_of_range',
    `The distribution ${JSON.stringify(distribution)} must have valid parameters and a variance above 0.`,
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
