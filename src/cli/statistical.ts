/** `sortition statistical property`: how private an exact count is against an adversary who knows only the distribution. */
import type { Command } from 'commander';
import {
  missedAt,
  mixedDelta,
  type PropertyQuery,
  propertyDelta,
  propertyTradeOff,
  type Sampling,
  sampledTradeOff,
} from '../statistical/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { number } from './flags.ts';
import type { Reply, Say } from './reply.ts';
import { type CurveRow, describeMixed, describeProperty, type TradeOffRow } from './statistical-text.ts';

interface PropertyFlags {
  readonly entries: number;
  readonly probability: number | readonly PropertyQuery[];
  readonly epsilon?: number;
  readonly sampling?: string;
  readonly size?: number;
  readonly rate?: number;
  readonly sizePublic?: true;
  readonly curve?: readonly [from: number, to: number];
  readonly tradeOff?: true;
}

export function addStatistical(program: Command, say: Say): void {
  program
    .command('statistical')
    .description('privacy of exact answers against an adversary who knows only the distribution')
    .command('property')
    .description('how many entries have a property: what the exact count tells about one of them, sampled or not')
    .requiredOption('--entries <number>', 'entries of the data', read('entries'))
    .requiredOption(
      '--probability <number>',
      'of each entry to have the property; Q:N,Q:N,... where entries differ',
      readProbability,
    )
    .option('--epsilon <number>', "an entry's odds move by a factor of at most e^epsilon", read('epsilon'))
    .option('--sampling <scheme>', 'without-replacement, poisson or with-replacement; without it, all are counted')
    .option('--size <number>', 'entries drawn, without or with replacement', read('size'))
    .option('--rate <number>', 'the chance of each entry to be drawn, for poisson', read('rate'))
    .option('--size-public', 'the size of a poisson sample is released beside the count')
    .option('--curve <from..to>', 'delta over a range of epsilon', readRange)
    .option('--trade-off', 'the least chance to miss the property, for each chance of a false alarm')
    .option('--json', 'one JSON object on standard output')
    .action((flags: PropertyFlags) => say(propertyReply(flags)));
}

const read = (flag: string) => (word: string) => number(`--${flag}`, word);

/** `0.1:500,0.3:500`: groups of entries that are alike. */
function readProbability(word: string): number | PropertyQuery[] {
  if (!word.includes(':')) return number('--probability', word);
  return word.split(',').map(part => {
    const [probability, entries, ...rest] = part.split(':').map(each => number('--probability', each));
    if (entries !== undefined && rest.length === 0) return { probability, entries };
    return refuse('value_out_of_range', `--probability takes Q, or Q:N,Q:N,...; "${part}" is neither.`);
  });
}

function readRange(word: string): readonly [number, number] {
  const [from, to, ...rest] = word.split('..').map(part => number('--curve', part));
  if (to !== undefined && rest.length === 0 && from <= to) return [from, to];
  return refuse(
    'value_out_of_range',
    `--curve takes two epsilons, the smaller first, such as 0.01..1; "${word}" is none.`,
  );
}

function samplingOf({ sampling, size, rate, sizePublic }: PropertyFlags): Sampling {
  if (sizePublic && sampling !== 'poisson')
    return refuse('flags_conflict', '--size-public goes with --sampling poisson: other sizes are fixed beforehand.');
  const unfit = sampling === 'poisson' ? size : rate;
  if (unfit !== undefined || (sampling === undefined && size !== undefined))
    return refuse('flags_conflict', '--rate goes with --sampling poisson, --size with the two other schemes.');
  if (sampling === undefined) return { kind: 'everything' };
  if (sampling === 'poisson')
    return { kind: sampling, rate: rate ?? missing('--rate'), sizePublic: sizePublic ?? false };
  if (sampling === 'without-replacement' || sampling === 'with-replacement')
    return { kind: sampling, size: size ?? missing('--size') };
  return refuse(
    'sampling_unsupported',
    `--sampling is without-replacement, poisson or with-replacement; "${sampling}" is none.`,
  );
}

const missing = (flag: string): never => refuse('usage', `This scheme needs ${flag}.`);

function propertyReply(flags: PropertyFlags): Reply {
  const { entries, probability, epsilon, curve: range } = flags;
  if (typeof probability !== 'number') return mixedReply(flags, probability);
  if (epsilon === undefined && range === undefined && !flags.tradeOff)
    return refuse('usage', 'Give --epsilon, or --curve, or --trade-off.');
  const sampling = samplingOf(flags);
  const query = { entries, probability };
  const at = propertyDelta(query, sampling);
  const verdict = epsilon === undefined ? undefined : at(epsilon);
  const curve: CurveRow[] | undefined =
    range && epsilons(range).map(each => ({ epsilon: each, delta: at(each).delta }));
  const tradeOff = flags.tradeOff ? tradeOffRows(query, sampling) : undefined;
  return {
    json: { ...verdict, ...(curve && { curve }), ...(tradeOff && { tradeOff }), composes: false },
    text: describeProperty({ query, sampling, epsilon, verdict, curve, tradeOff }),
  };
}

/** Unlike entries: how a sample would change what their count tells is not known to us. */
function mixedReply({ entries, epsilon, ...flags }: PropertyFlags, groups: readonly PropertyQuery[]): Reply {
  if (flags.sampling !== undefined || flags.curve !== undefined || flags.tradeOff)
    return refuse('sampling_unsupported', 'Entries of several probabilities are counted all, at one --epsilon.');
  if (epsilon === undefined) return refuse('usage', 'Give --epsilon.');
  const grouped = groups.reduce((sum, group) => sum + group.entries, 0);
  if (grouped !== entries)
    return refuse(
      'value_out_of_range',
      `The groups of --probability have ${grouped} entries; --entries says ${entries}.`,
    );
  const delta = mixedDelta(groups)(epsilon);
  return {
    json: { delta: { unsampled: delta, bound: delta, exact: delta }, improves: false, composes: false },
    text: describeMixed(entries, epsilon, delta),
  };
}

const CURVE_POINTS = 21;

const epsilons = ([from, to]: readonly [number, number]): number[] =>
  from === to ? [from] : Array.from({ length: CURVE_POINTS }, (_, i) => from + ((to - from) * i) / (CURVE_POINTS - 1));

const ALARM_RATES = Array.from({ length: 21 }, (_, i) => i / 20);

/** The operator on trade-off functions is known for samples without replacement only. */
function tradeOffRows(query: { entries: number; probability: number }, sampling: Sampling): TradeOffRow[] {
  const unsampled = propertyTradeOff(query, { kind: 'everything' });
  const exact = propertyTradeOff(query, sampling);
  const bound =
    sampling.kind === 'without-replacement'
      ? sampledTradeOff(propertyTradeOff({ ...query, entries: sampling.size }, { kind: 'everything' }), {
          size: sampling.size,
          entries: query.entries,
        })
      : undefined;
  return ALARM_RATES.map(falsePositiveRate => ({
    falsePositiveRate,
    falseNegativeRate: {
      unsampled: missedAt(unsampled, falsePositiveRate),
      bound: bound === undefined ? null : missedAt(bound, falsePositiveRate),
      exact: missedAt(exact, falsePositiveRate),
    },
  }));
}
