/** `sortition statistical sum`: how private an exact sum is against an adversary who knows only the distribution. */
import type { Command } from 'commander';
import { missedByCurve, type Sampling, type SumVerdict, sumDelta, type TradeOffRow } from '../statistical/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { number, read } from './flags.ts';
import type { Reply, Say } from './reply.ts';
import { readDistribution } from './statistical-distribution.ts';
import {
  ALARM_RATES,
  addCurves,
  type CurveFlags,
  checkAsked,
  epsilonsOf,
  readRange,
  type SamplingFlags,
  samplingOf,
} from './statistical-flags.ts';
import { plotReply } from './statistical-plot.ts';
import { type CurveRow, describeAnswer } from './statistical-text.ts';

interface SumFlags extends SamplingFlags, CurveFlags {
  readonly entries: number;
  readonly distribution: string;
  readonly range?: readonly [lower: number, upper: number];
}

export function addStatisticalSum(statistical: Command, say: Say): void {
  const sum = statistical
    .command('sum')
    .description('what the exact sum reveals about one entry, with or without sampling, as lower and upper bounds')
    .requiredOption('--entries <number>', 'number of entries', read(number, 'entries'))
    .requiredOption(
      '--distribution <words>',
      'normal:MEAN,DEVIATION laplace:MEAN,SCALE uniform:FROM,TO poisson:MEAN mixture:VALUE@WEIGHT,... empirical:FILE#COLUMN',
    )
    .option('--range <lower,upper>', 'the public range of an entry', word => readRange('--range', word, ','));
  addCurves(sum, say, sumReply);
}

async function sumReply(flags: SumFlags): Promise<Reply> {
  const { entries, range, epsilon } = flags;
  if (range === undefined)
    return refuse(
      'bound_missing',
      'Give --range LOWER,UPPER: no sum hides an entry without bounds, and delta is then 1 at every epsilon.',
    );
  checkAsked(flags);
  const sampling = samplingOf(flags);
  const distribution = await readDistribution(flags.distribution);
  const [lower, upper] = range;
  const at = sumDelta({ entries, distribution, range: { lower, upper } }, sampling);
  const found = epsilon === undefined ? undefined : at(epsilon);
  const curveOf = (epsilons: readonly number[]): CurveRow[] =>
    falling(epsilons.map(each => ({ epsilon: each, delta: uppersOf(at(each)) })));
  const curve = flags.curve && curveOf(epsilonsOf(flags.curve));
  const tradeOffOf = (rates: readonly number[]) => tradeOffRows(curveOf(TRADE_OFF_EPSILONS), sampling, rates);
  const tradeOff = flags.tradeOff ? tradeOffOf(ALARM_RATES) : undefined;
  const verdict = found && { ...found, delta: uppersOf(found) };
  const reply = {
    json: {
      ...verdict,
      ...(found && { lower: lowersOf(found) }),
      ...(curve && { curve }),
      ...(tradeOff && { tradeOff }),
      composes: false,
    },
    text: describeAnswer({
      answer: 'sum',
      title: `The exact sum of entries distributed as ${flags.distribution}, each between ${lower} and ${upper}`,
      entries,
      sampling,
      epsilon,
      verdict,
      curve,
      tradeOff,
    }),
  };
  return plotReply(reply, flags, sampling, { curve: curveOf, tradeOff: tradeOffOf });
}

const uppersOf = ({ delta: { unsampled, bound, exact } }: SumVerdict) => ({
  unsampled: unsampled.upper,
  bound,
  exact: exact.upper,
});

/** Delta falls in epsilon: what holds at one epsilon holds at all larger ones, however rough the bound is there. */
function falling(rows: readonly CurveRow[]): CurveRow[] {
  const least = { unsampled: 1, bound: 1, exact: 1 };
  return rows.map(({ epsilon, delta }) => {
    for (const name of ['unsampled', 'bound', 'exact'] as const) least[name] = Math.min(least[name], delta[name]);
    return { epsilon, delta: { ...least } };
  });
}

const lowersOf = ({ delta: { unsampled, exact } }: SumVerdict) => ({ unsampled: unsampled.lower, exact: exact.lower });

/** A trade-off function is known from below through these points of the privacy curve. */
const TRADE_OFF_EPSILONS = [0, ...Array.from({ length: 20 }, (_, i) => 0.005 * 1.4 ** i)];

function tradeOffRows(curve: readonly CurveRow[], { kind }: Sampling, rates: readonly number[]): TradeOffRow[] {
  const along = (name: 'unsampled' | 'bound' | 'exact') =>
    curve.map(({ epsilon, delta }) => ({ epsilon, delta: delta[name] }));
  const [unsampled, bound, exact] = [along('unsampled'), along('bound'), along('exact')];
  return rates.map(falsePositiveRate => ({
    falsePositiveRate,
    falseNegativeRate: {
      unsampled: missedByCurve(unsampled, falsePositiveRate),
      bound: kind === 'everything' ? null : missedByCurve(bound, falsePositiveRate),
      exact: missedByCurve(exact, falsePositiveRate),
    },
  }));
}
