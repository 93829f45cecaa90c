/** `sortition forecast STATISTIC`: the error to expect at each sampling rate, and the best rate, before anything is spent. */
import type { Command } from 'commander';
import {
  type AdditiveMechanism,
  type ForecastRequest,
  forecast,
  type Scheme,
  type Statistic,
} from '../forecast/index.ts';
import { type Relation, refuse } from '../vocabulary/index.ts';
import { number, numbers } from './flags.ts';
import { describeForecast } from './forecast-text.ts';
import type { Reply, Say } from './reply.ts';

interface ForecastFlags {
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
  readonly epsilon: number;
  readonly delta?: number;
  readonly mechanism?: string;
  readonly sampling?: string;
  readonly relation?: string;
  readonly rates?: readonly number[];
}

export function addForecast(program: Command, say: Say): void {
  program
    .command('forecast')
    .description('the error to expect at each sampling rate, and the best rate, before anything is spent')
    .argument('<statistic>', 'count, sum, mean, variance or histogram')
    .option('--population <number>', 'units in all', read('population'))
    .option('--variance <number>', 'of the values in the population', read('variance'))
    .option('--range <number>', 'the greatest possible value minus the least', read('range'))
    .option('--mean <number>', 'of the values; without it, the middle of their range', read('mean'))
    .option('--min <number>', 'the least possible value', read('min'))
    .option('--max <number>', 'the greatest possible value', read('max'))
    .option('--step <number>', 'what values are multiples of, for discrete noise', read('step'))
    .option('--kurtosis <number>', 'of the values, for a variance (default: 3, as of a normal law)', read('kurtosis'))
    .option('--share <number>', 'the part of the units that is counted', read('share'))
    .option('--shares <numbers>', 'the part of the units in each cell of a histogram', readAll('shares'))
    .requiredOption('--epsilon <number>', 'what the population may be charged', read('epsilon'))
    .option('--delta <number>', 'beside it (default: 0)', read('delta'))
    .option('--mechanism <name>', 'laplace, discrete-laplace or gaussian (default: laplace)')
    .option('--sampling <scheme>', 'fixed-size, fraction, with-replacement or bernoulli (default: fixed-size)')
    .option('--relation <relation>', 'replace-one, where the population is public, or add-remove')
    .option(
      '--rates <numbers>',
      'the rates to look at; without them, the best of all is searched for',
      readAll('rates'),
    )
    .option('--json', 'one JSON object on standard output')
    .action((statistic: string, flags: ForecastFlags) => say(forecastReply(statistic, flags)));
}

const read = (flag: string) => (word: string) => number(`--${flag}`, word);
const readAll = (flag: string) => (word: string) => numbers(`--${flag}`, word);

function forecastReply(kind: string, flags: ForecastFlags): Reply {
  const request: ForecastRequest = {
    statistic: statisticOf(kind, flags),
    mechanism: oneOf('--mechanism', flags.mechanism ?? 'laplace', MECHANISMS),
    ...designOf(flags),
    epsilon: flags.epsilon,
    delta: flags.delta ?? 0,
    rates: flags.rates,
  };
  const found = forecast(request);
  return { json: found, text: describeForecast(found, request) };
}

const MECHANISMS: readonly AdditiveMechanism[] = ['laplace', 'discrete-laplace', 'gaussian'];
const SCHEMES: readonly Scheme[] = ['fixed-size', 'fraction', 'with-replacement', 'bernoulli'];
const RELATIONS: readonly Relation[] = ['replace-one', 'add-remove'];

function designOf({ population, sampling, relation }: ForecastFlags) {
  const scheme = oneOf('--sampling', sampling ?? 'fixed-size', SCHEMES);
  const usual = scheme === 'bernoulli' ? 'add-remove' : 'replace-one';
  return {
    scheme,
    relation: oneOf('--relation', relation ?? usual, RELATIONS),
    population: needed('--population', population),
  };
}

function oneOf<Word extends string>(flag: string, word: string, words: readonly Word[]): Word {
  const found = words.find(one => one === word);
  return found ?? refuse('value_out_of_range', `${flag} is one of ${words.join(', ')}; "${word}" is none.`);
}

const needed = <Value>(flag: string, value: Value | undefined): Value => value ?? refuse('usage', `Give ${flag}.`);

function statisticOf(kind: string, flags: ForecastFlags): Statistic {
  switch (kind) {
    case 'count':
      return { kind, share: needed('--share', flags.share) };
    case 'histogram':
      return { kind, shares: needed('--shares', flags.shares) };
    case 'sum':
    case 'mean':
      return { kind, ...momentsOf(flags) };
    case 'variance':
      return { kind, ...momentsOf(flags), kurtosis: flags.kurtosis ?? 3 };
    default:
      return refuse('usage', `A forecast is of count, sum, mean, variance or histogram; "${kind}" is none.`);
  }
}

/** A range alone is as good as bounds, for a mean; the values then lie around its middle. */
function momentsOf({ variance, range, mean, min, max, step }: ForecastFlags) {
  if (range !== undefined && (min !== undefined || max !== undefined))
    return refuse('flags_conflict', '--range says how far --min and --max are apart: give it, or the two.');
  const bounds =
    range === undefined ? { min: needed('--range, or --min', min), max: needed('--max', max) } : { min: 0, max: range };
  return { ...bounds, mean: mean ?? (bounds.min + bounds.max) / 2, variance: needed('--variance', variance), step };
}
