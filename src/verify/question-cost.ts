/**
 * What a question costs the table that it is asked of. Its epsilon is divided among its mechanisms by public weights; how much
 * more one replaced unit costs than one added follows from what a row may add.
 */
import { type Rational, rational } from '../numerics/index.ts';
import { rangeRho, responseRho } from './concentrated.ts';
import { FREE, type FullCost, removedAndAdded } from './failing-prices.ts';
import { epsilonOf, type FixedLoss } from './fixed-loss.ts';
import { type Fixed, times } from './fixed-point.ts';
import { unknown } from './objection.ts';
import { behindFilter } from './prices.ts';
import type { RecordedPlan } from './recorded.ts';
import { product, type SteppedRange, square } from './spans.ts';
import {
  type AskedPlan,
  bestUses,
  distinct,
  drawnIn,
  isSelectedApart,
  jointVariances,
  type MeanWay,
  type SummedStatistic,
  statistic,
  statisticsOf,
  TWICE,
  type Uses,
  withoutSums,
} from './statistics.ts';

const { one, zero, ratio, add, sub, mul, div, compare } = rational;

/** Whom the table protects, and how its questions share noises. */
export interface AskedTable {
  readonly relation: string;
  /** How statistics share noises: means in the way that is best, variances too, or each with its own, from centred sums and numbers. */
  readonly means: MeanWay;
  /** How several quantiles of one column are drawn: each with a share, or together, with one for each level. */
  readonly quantiles: 'apart' | 'joint';
}

/** Where nothing is recorded there was one way. */
export function recordedMeans(means: string | undefined): AskedTable['means'] {
  if (means === undefined) return 'centred';
  return means === 'best' || means === 'joint'
    ? means
    : unknown('Means were made in a way that this version does not know.');
}

/** As means: where nothing is recorded, there was one way. */
export function recordedQuantiles(quantiles: string | undefined): AskedTable['quantiles'] {
  if (quantiles === undefined) return 'apart';
  return quantiles === 'joint' ? quantiles : unknown('Quantiles were drawn in a way that this version does not know.');
}

/**
 * (e, r, δ, ρ) of all mechanisms together.
 *   Says     a mechanism with noise for one kind of neighbour costs the other in proportion to what a unit changes; with a delta
 *            one unit replaced is one removed and one added, and under replace-one one added changes no more than one replaced
 *   Assumes  epsilon and delta are what the mechanisms were given, under the table's own relation
 *   Rounds   down, by less than 10^-38
 *   Source   derived; group privacy
 */
export function questionCost(plans: readonly AskedPlan[], table: AskedTable, inner: FixedLoss): FullCost {
  const [epsilon, delta] = [epsilonOf(inner), inner.delta];
  const isAdded = table.relation === 'add-remove';
  if (delta > 0n) {
    if (isAdded) return removedAndAdded(epsilon, delta);
    return { epsilon, replace: epsilon, delta, replaceDelta: delta };
  }
  const weighted = plans.flatMap(asked => mechanismsOf(asked, table));
  const whole = weighted.map(({ weight }) => weight).reduce(add);
  const other = weighted
    .map(({ weight, ratio: more }) => mul(div(weight, whole), isAdded ? more : div(one, more)))
    .reduce(add);
  const pair = isAdded
    ? { ...FREE, epsilon, replace: times(other, epsilon) }
    : { ...FREE, epsilon: times(other, epsilon), replace: epsilon };
  // questions that are asked together may filter differently
  return plans.length > 1 ? behindFilter(pair) : pair;
}

/**
 * Rho of all mechanisms together, asked of the base table.
 *   Says     the sum over mechanisms of e²/8 for quantiles and of e·tanh(e/2) for all else, at their shares e; where several questions
 *            with a delta are composed by their losses, of their epsilon in all
 *   Assumes  as `questionCost`; finding groups not listed in advance takes a share like any statistic, unless a count that was asked for finds them
 *   Rounds   down, by less than 10^-33 a mechanism
 *   Source   concentrated privacy adds up
 */
export function questionRho(plans: readonly AskedPlan[], table: AskedTable, inner: FixedLoss): Fixed {
  const epsilon = epsilonOf(inner);
  if (inner.delta > 0n && plans.length > 1) return responseRho(epsilon);
  const weighted = plans.flatMap(asked => [
    ...mechanismsOf(asked, table),
    ...(isSelectedApart(asked.plan, table.means) ? [{ weight: one, isQuantile: false }] : []),
  ]);
  const whole = weighted.map(({ weight }) => weight).reduce(add);
  return weighted
    .map(({ weight, isQuantile }) => (isQuantile ? rangeRho : responseRho)(times(div(weight, whole), epsilon)))
    .reduce((sum, each) => sum + each, 0n);
}

/** One release: how much more one replaced unit changes it than one added, and its share of epsilon. */
interface Weighed {
  readonly ratio: Rational;
  readonly weight: Rational;
  readonly isQuantile: boolean;
}

function mechanismsOf(asked: AskedPlan, table: AskedTable): readonly Weighed[] {
  const { plan, columns, rowsPerUnit, isPlain, isDrawn } = asked;
  const apart = plan.aggregates.map(aggregate => statisticsOf(aggregate, columns));
  const isBest = table.means !== 'centred' && plan.interval === undefined;
  const best = isBest ? bestUses(asked, isPlain ? withoutSums(plan, apart) : apart, table) : apart;
  const uses = isBest && table.means === 'joint' && !isDrawn ? jointVariances(asked, best, table) : best;
  const plain = [
    ...distinct(uses).map(({ ratio: more }) => ({ ratio: more, isQuantile: false })),
    ...drawnIn(plan, table.quantiles).map(rank => ({
      ratio: rank === null ? TWICE : rankRatio(rank),
      isQuantile: true,
    })),
  ];
  const single = rowsPerUnit === 1;
  // by group everything costs twice, whatever its share; how many there are matters to what is asked together with them
  if (plan.grouping.kind !== 'none') return plain.map(each => ({ ...each, ratio: TWICE, weight: one }));
  const weigh =
    (weight: Rational) =>
    (each: Omit<Weighed, 'weight'>): Weighed => ({ ...each, weight });
  if (plan.interval === undefined) return plain.map(weigh(one));
  const products = productsOf(plan, uses, single);
  const bought = rational.fromDecimal(plan.interval.share);
  return [
    ...plain.map(weigh(div(sub(one, bought), ratio(BigInt(plain.length))))),
    ...products.map(more => ({
      ratio: more,
      weight: div(bought, ratio(BigInt(products.length))),
      isQuantile: false,
    })),
  ];
}

/** Of a rank a/b: one added moves it by max(a, b − a), one replaced by b. */
function rankRatio(text: string): Rational {
  const { numerator, denominator } = rational.fromDecimal(text);
  return ratio(denominator, numerator > denominator - numerator ? numerator : denominator - numerator);
}

/**
 * For intervals that were bought: of every two sums of an aggregate the product of what a unit adds to them. Numbers of units have
 * their interval for free, and so have histograms, which buy none; where a unit is one row, its number of values is 1, and times
 * anything changes nothing.
 */
function productsOf(plan: RecordedPlan, uses: Uses, single: boolean): readonly Rational[] {
  const found = new Map<string, Rational>();
  for (const [i, { kind }] of plan.aggregates.entries()) {
    if (
      kind === 'units' ||
      kind === 'histogram' ||
      (single && (kind === 'count' || kind === 'countValues' || (kind === 'sum' && isPresence(uses[i][0]))))
    )
      continue;
    for (const [j, left] of uses[i].entries())
      for (const [k, right] of uses[i].entries()) {
        const isKnown = single && uses[i].length > 1 && k === uses[i].length - 1;
        if (k >= j && !isKnown) found.set([left.name, right.name].join(' × '), productRatio(left, right));
      }
  }
  return [...found.values()];
}

/** In whole steps, which is what is counted: 0 or 1 of them. */
const isPresence = ({ row: { low, high, step } }: SummedStatistic): boolean =>
  compare(low, zero) >= 0 && compare(high, step) <= 0;

function productRatio(left: SummedStatistic, right: SummedStatistic): Rational {
  const ends = ({ row: { low, high } }: SummedStatistic): SteppedRange => ({
    low: compare(low, zero) < 0 ? low : zero,
    high: compare(high, zero) > 0 ? high : zero,
    step: one,
  });
  return statistic('', left.name === right.name ? square(ends(left)) : product(ends(left), ends(right))).ratio;
}
