/**
 * Tight intervals on request. How far sampling puts an answer off depends on the squares of what units add, which nobody
 * knows; with a share of epsilon they are asked too, as sums over units of products of what they add.
 */
import { type Rational, rational } from '../../../numerics/index.ts';
import { refuse } from '../../../vocabulary/index.ts';
import type { CheckedAggregate, EngineStatistic, PlannedMechanism } from '../../checked-plan.ts';
import type { BoughtInterval } from '../../plan.ts';
import { aggregateOf } from './aggregates.ts';
import type { AggregateContext } from './question.ts';

interface Asked {
  readonly question: AggregateContext;
  /** All that is asked so far: products come after what they are of. */
  readonly statistics: readonly EngineStatistic[];
  /** Every unit counts as one row, in one group. */
  readonly single: boolean;
}

/** The aggregates, each with the moments that its interval needs, or a refusal that names one that has no use for them. */
export function withMoments(aggregates: readonly CheckedAggregate[], asked: Asked): readonly CheckedAggregate[] {
  const wanting = aggregates.filter(aggregate => !countsUnits(aggregate, asked));
  if (wanting.length === 0)
    return refuse(
      'interval_unavailable',
      'A number of units already has a tight interval for free. Leave the interval out.',
    );
  const other = wanting.find(aggregate => !aggregateOf(aggregate).buys);
  if (other !== undefined)
    return refuse(
      'interval_unavailable',
      `${other.name} has no interval to buy: histograms, bounds and quantiles have none. Ask for it in a separate question.`,
    );
  return aggregates.map(aggregate =>
    wanting.includes(aggregate) ? Object.freeze({ ...aggregate, moments: momentsOf(aggregate, asked) }) : aggregate,
  );
}

/** Every unit adds 1 or nothing to it, or to each of its bins: the law of its error is known. */
function countsUnits({ kind, uses }: CheckedAggregate, { statistics, single }: Asked): boolean {
  const statistic = statistics[uses[0]];
  if (single && kind === 'countValues') return true;
  if (statistic.resolution > 1n) return false;
  if (statistic.kind === 'units' || statistic.kind === 'shown') return true;
  return single && (kind === 'count' || kind === 'histogram' || (kind === 'sum' && isPresence(statistic)));
}

const isPresence = (statistic: EngineStatistic): boolean => {
  const { low, high } = statistic as Extract<EngineStatistic, { readonly low: bigint }>;
  return low >= 0n && high <= 1n;
};

/** The last of several statistics is the number of values: of a unit with one row, times anything it changes nothing. */
function momentsOf({ uses }: CheckedAggregate, { question, single }: Asked): readonly number[] {
  const known = (second: number): boolean => single && uses.length > 1 && second === uses.length - 1;
  return Object.freeze(
    uses.flatMap((one, first) =>
      uses.slice(first).map((other, i) => {
        const second = first + i;
        return known(second) ? one : question.noisy({ kind: 'product', factors: [one, other] });
      }),
    ),
  );
}

/** Products get the share of epsilon together and in equal parts, all else the rest of it as before. */
export function weighted(
  mechanisms: readonly PlannedMechanism[],
  statistics: readonly EngineStatistic[],
  interval: BoughtInterval,
): readonly PlannedMechanism[] {
  const share = shareOf(interval);
  const isBought = ({ statistic }: PlannedMechanism): boolean => statistics[statistic].kind === 'product';
  const bought = mechanisms.filter(isBought).length;
  const others = rational.ratio(BigInt(mechanisms.length - bought), BigInt(bought));
  const weight = rational.mul(rational.div(share, rational.sub(rational.one, share)), others);
  return mechanisms.map(mechanism => (isBought(mechanism) ? Object.freeze({ ...mechanism, weight }) : mechanism));
}

/** Less would buy nothing but noise, or leave nothing to tell. */
const [SHARE_LEAST, SHARE_MOST] = ['0.01', '0.99'].map(rational.fromDecimal);

function shareOf({ share }: BoughtInterval): Rational {
  const part = rational.fromDecimal(share);
  if (rational.compare(part, SHARE_LEAST) >= 0 && rational.compare(part, SHARE_MOST) <= 0) return part;
  return refuse('value_out_of_range', `The share of epsilon for intervals must be from 0.01 to 0.99; it is ${share}.`);
}
