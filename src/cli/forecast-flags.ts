/** The words of a forecast on the command line, as what the forecast takes. */
import {
  type AdditiveMechanism,
  type Design,
  type QuantileMechanism,
  type Statistic,
  schemes,
  throwsCoins,
} from '../forecast/index.ts';
import type { Population } from '../forecast/populations/index.ts';
import { type Relation, refuse } from '../vocabulary/index.ts';
import { number } from './flags.ts';

export interface ForecastFlags {
  readonly population?: number;
  readonly variance?: number;
  readonly range?: number;
  readonly mean?: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly kurtosis?: number;
  readonly share?: number;
  readonly shares?: readonly number[];
  readonly quantile?: number;
  readonly data?: string;
  readonly column?: string;
  readonly table?: string;
  readonly distribution?: string;
  readonly epsilon: number;
  readonly delta?: number;
  readonly mechanism?: string;
  readonly sampling?: string;
  readonly relation?: string;
  readonly strata?: Design['strata'];
  readonly rates?: readonly number[];
  readonly runs?: number;
  readonly seed?: number;
  readonly of?: string;
  readonly plot?: string;
}

export const needed = <Value>(flag: string, value: Value | undefined): Value =>
  value ?? refuse('usage', `Give ${flag}.`);

function oneOf<Word extends string>(flag: string, word: string, words: readonly Word[]): Word {
  const found = words.find(one => one === word);
  return found ?? refuse('value_out_of_range', `${flag} must be one of ${words.join(', ')} here; "${word}" is not.`);
}

const RELATIONS: readonly Relation[] = ['replace-one', 'add-remove'];

/** Coins leave the size of the population secret; where sizes are fixed the paper's public population is meant. */
export function designOf({
  sampling,
  relation,
  strata,
}: ForecastFlags): Pick<Design, 'scheme' | 'relation' | 'strata'> {
  const scheme = oneOf('--sampling', sampling ?? 'fixed-size', schemes);
  const usual = throwsCoins({ scheme }) ? 'add-remove' : 'replace-one';
  return { scheme, relation: oneOf('--relation', relation ?? usual, RELATIONS), strata };
}

/** `0.9:1,0.1:5`: a small stratum whose units are five times as likely to be drawn. */
export const readStrata = (words: string): NonNullable<Design['strata']> =>
  words.split(',').map(word => {
    const [share, ratio, ...rest] = word.split(':').map(part => number('--strata', part));
    if (ratio !== undefined && rest.length === 0) return { share, ratio };
    return refuse('value_out_of_range', `--strata takes SHARE:RATIO,...; "${word}" is not such a pair.`);
  });

const ADDITIVE: readonly AdditiveMechanism[] = ['laplace', 'discrete-laplace', 'gaussian'];
const OF_QUANTILES: readonly QuantileMechanism[] = [
  'smooth',
  'smooth-printed',
  'permute-and-flip',
  'exponential',
  'laplace',
  'gaussian',
];

export const additiveMechanism = ({ mechanism }: ForecastFlags): AdditiveMechanism =>
  oneOf('--mechanism', mechanism ?? 'laplace', ADDITIVE);

/** Where the step is known, what `ask` does; without one its limit for fine steps. */
export const quantileMechanism = ({ mechanism, delta = 0, step }: ForecastFlags): QuantileMechanism =>
  oneOf(
    '--mechanism',
    mechanism ?? (delta > 0 ? 'smooth' : step === undefined ? 'exponential' : 'permute-and-flip'),
    OF_QUANTILES,
  );

/** What is known of the population: from flags, or from values that may be looked at. */
export function statisticOf(kind: string, flags: ForecastFlags, looked: Population | undefined): Statistic {
  switch (kind) {
    case 'count':
      return { kind, share: needed('--share', flags.share) };
    case 'histogram':
      return { kind, shares: needed('--shares', flags.shares) };
    case 'sum':
    case 'mean':
      return { kind, ...momentsOf(flags, looked) };
    case 'variance': {
      const moments = momentsOf(flags, looked);
      return { kind, ...moments, kurtosis: flags.kurtosis ?? (looked ? kurtosisOf(looked.sorted, moments) : 3) };
    }
    default:
      return refuse(
        'usage',
        `Forecast one of count, sum, mean, variance, histogram, median, quantile or set; "${kind}" is not one of them.`,
      );
  }
}

/** A range alone is as good as bounds, for a mean; the values then lie around its middle. */
function momentsOf({ variance, range, mean, min, max, step }: ForecastFlags, looked: Population | undefined) {
  if (looked !== undefined) return { ...looksOf(looked), step };
  if (range !== undefined && (min !== undefined || max !== undefined))
    return refuse('flags_conflict', '--range is the difference of --max and --min: give one or the other, not both.');
  const bounds =
    range === undefined
      ? { min: needed('--range, or --min and --max', min), max: needed('--max', max) }
      : { min: 0, max: range };
  return { ...bounds, mean: mean ?? (bounds.min + bounds.max) / 2, variance: needed('--variance', variance), step };
}

function looksOf({ sorted, min, max }: Population) {
  const mean = sorted.reduce((sum, one) => sum + one, 0) / sorted.length;
  const variance = sorted.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (sorted.length - 1);
  return { min, max, mean, variance };
}

function kurtosisOf(sorted: Float64Array, { mean, variance }: { mean: number; variance: number }): number {
  return sorted.reduce((sum, one) => sum + (one - mean) ** 4, 0) / sorted.length / variance ** 2;
}
