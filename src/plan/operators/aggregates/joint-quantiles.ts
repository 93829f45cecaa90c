/**
 * Several quantiles of one column. Each with its own share of epsilon, or together: first the middle one, then those below it from
 * the rows below and those above from the rows above, and so on. A row is in one place of every level, so that the draws of a level
 * share nothing.
 */
import { type Rational, rational } from '../../../numerics/index.ts';
import type { CheckedAggregate, EngineStatistic, PlannedMechanism, PlannedRank } from '../../checked-plan.ts';

/** `apart`: as charges of before there was another way. */
export type QuantileRule = 'joint' | 'apart';

/** With fewer there are as many levels as quantiles. */
const FEWEST = 3;

/**
 * Levels in which ranks are drawn.
 *   Says     m different ranks have ceil(log2(m + 1)) levels, which is less than m from m = 3 on; each rank is drawn once, after the
 *            ones that it lies between
 *   Assumes  ranks in increasing order
 *   Rounds   nothing
 *   Source   [KSS22]
 */
export function levelsOf(ranks: readonly Rational[]): readonly (readonly PlannedRank[])[] {
  const levels: PlannedRank[][] = [];
  const divide = (from: number, end: number, level: number): void => {
    if (from >= end) return;
    const middle = (from + end) >> 1;
    levels[level] ??= [];
    levels[level].push({
      rank: ranks[middle],
      lower: ranks[from - 1] ?? rational.zero,
      upper: ranks[end] ?? rational.one,
    });
    divide(from, middle, level + 1);
    divide(middle + 1, end, level + 1);
  };
  divide(0, ranks.length, 0);
  return levels;
}

interface Drawn {
  readonly mechanisms: PlannedMechanism[];
  readonly checked: readonly CheckedAggregate[];
}

/** A level is a mechanism like all others, with a share like theirs. */
export function drawnJointly(apart: Drawn, statistics: readonly EngineStatistic[]): Drawn {
  const { mechanisms, checked } = apart;
  const found = new Map<number, Map<string, Rational>>();
  for (const mechanism of mechanisms) {
    if (mechanism.kind !== 'quantile') continue;
    const ranks = found.get(mechanism.statistic) ?? new Map<string, Rational>();
    found.set(mechanism.statistic, ranks.set(nameOf(mechanism.rank), mechanism.rank));
  }
  const joint = new Map(
    [...found]
      .filter(([, ranks]) => ranks.size >= FEWEST)
      .map(([statistic, ranks]) => [statistic, levelsOf([...ranks.values()].sort(rational.compare))]),
  );
  if (joint.size === 0) return apart;
  const kept = mechanisms.filter(({ kind, statistic }) => kind !== 'quantile' || !joint.has(statistic));
  const drawing = mechanisms.flatMap(mechanism => ('drawing' in mechanism ? mechanism.drawing : []))[0];
  const levels = [...joint].flatMap(([statistic, all]) =>
    all.map(draws =>
      Object.freeze({
        kind: 'quantiles' as const,
        statistic,
        draws,
        drawing,
        sensitivity: statistics[statistic].sensitivity,
        weight: rational.one,
      }),
    ),
  );
  const all = [...kept, ...levels];
  const places = placesIn(all);
  const placeOf = ({ mechanism, rank }: Extract<CheckedAggregate, { readonly kind: 'quantile' }>): number => {
    const before = mechanisms[mechanism];
    return (places.alone.get(before) ?? places.together.get(`${before.statistic} ${nameOf(rank)}`)) as number;
  };
  return {
    mechanisms: all,
    checked: checked.map(aggregate =>
      aggregate.kind === 'quantile' ? Object.freeze({ ...aggregate, mechanism: placeOf(aggregate) }) : aggregate,
    ),
  };
}

/** One question may draw a thousand ranks: mechanisms that are kept are found as they are, ranks of a level by what they are. */
function placesIn(mechanisms: readonly PlannedMechanism[]) {
  const together = mechanisms.flatMap((mechanism, place) =>
    mechanism.kind === 'quantiles'
      ? mechanism.draws.map(({ rank }) => [`${mechanism.statistic} ${nameOf(rank)}`, place] as const)
      : [],
  );
  return { alone: new Map(mechanisms.map((mechanism, place) => [mechanism, place])), together: new Map(together) };
}

const nameOf = ({ numerator, denominator }: Rational): string => `${numerator}/${denominator}`;
