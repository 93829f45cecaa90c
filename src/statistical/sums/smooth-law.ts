/** Entries with a density, by their Fourier transforms: these are known in closed form, and their powers are those of sums. */
import type { SmoothDistribution } from './distribution.ts';

export interface SmoothLaw {
  readonly mean: number;
  readonly deviation: number;
  /** Sums of fewer entries have a density that is not smooth enough for its curvature to be bounded. */
  readonly least: number;
  /** The transform of the sum of `count` entries less their means: real, for all of them are symmetric. */
  transform(frequency: number, count: number): number;
  /** A bound on the integral of u^weight·|transform(u)| from a high frequency on. */
  beyond(frequency: number, count: number, weight: 0 | 2): number;
  /** ln E exp(slope·entry), mean included; infinite where there is none. */
  logMoment(slope: number): number;
}

export function smoothLaw(distribution: SmoothDistribution): SmoothLaw {
  switch (distribution.kind) {
    case 'normal':
      return normal(distribution.mean, distribution.deviation);
    case 'laplace':
      return laplace(distribution.mean, distribution.scale);
    case 'uniform':
      return uniform(distribution.from, distribution.to);
  }
}

const normal = (mean: number, deviation: number): SmoothLaw => ({
  mean,
  deviation,
  least: 1,
  transform: (frequency, count) => Math.exp(-(count * (deviation * frequency) ** 2) / 2),
  beyond(frequency, count, weight) {
    const variance = count * deviation ** 2;
    const tail = Math.exp(-(variance * frequency ** 2) / 2) / (variance * frequency);
    return weight === 0 ? tail : tail * (frequency ** 2 + 1 / variance);
  },
  logMoment: slope => slope * mean + (slope * deviation) ** 2 / 2,
});

const laplace = (mean: number, scale: number): SmoothLaw => ({
  mean,
  deviation: Math.SQRT2 * scale,
  least: 2,
  transform: (frequency, count) => Math.exp(-count * Math.log1p((scale * frequency) ** 2)),
  beyond: (frequency, count, weight) =>
    (frequency ** (weight + 1) * (scale * frequency) ** (-2 * count)) / (2 * count - 1 - weight),
  logMoment: slope => (Math.abs(slope * scale) < 1 ? slope * mean - Math.log1p(-((slope * scale) ** 2)) : Infinity),
});

function uniform(from: number, to: number): SmoothLaw {
  const half = (to - from) / 2;
  const mean = from + half;
  return {
    mean,
    deviation: half / Math.sqrt(3),
    least: 4,
    transform(frequency, count) {
      const ratio = sinc(half * frequency);
      return Math.sign(ratio) ** count * Math.exp(count * Math.log(Math.abs(ratio)));
    },
    beyond: (frequency, count, weight) =>
      (frequency ** (weight + 1) * (half * frequency) ** -count) / (count - 1 - weight),
    logMoment: slope => slope * mean + logSinhc(Math.abs(half * slope)),
  };
}

export const sinc = (x: number): number => (Math.abs(x) < 1e-4 ? 1 - (x * x) / 6 : Math.sin(x) / x);

/** ln(sinh x / x), from above by its series where the quotient loses digits. */
const logSinhc = (x: number): number => (x < 1e-3 ? (x * x) / 6 : x + Math.log(-Math.expm1(-2 * x) / (2 * x)));
