/**
 * What a question costs the table that it is asked of. Its epsilon is divided among its mechanisms by public weights; how much
 * more one replaced unit costs than one added follows from what a row may add.
 */
import { canonicalJson } from '../json/index.ts';
import { type Rational, rational } from '../numerics/index.ts';
import { rangeRho, responseRho } from './concentrated.ts';
import { FREE, type FullCost, removedAndAdded } from './failing-prices.ts';
import { epsilonOf, type FixedLoss } from './fixed-loss.ts';
import { type Fixed, times } from './fixed-point.ts';
import { behindFilter } from './prices.ts';
import { centre, type KnownColumns, known, magnitude, product, type SteppedRange, shifted, square } from './ranges.ts';
import type { RecordedAggregate, RecordedExpression, RecordedPlan } from './recorded.ts';

const { one, zero, ratio, add, sub, mul, div, compare } = rational;

/** A question, and the columns of the table that it asks. */
export interface AskedPlan {
  readonly plan: RecordedPlan;
  readonly columns: KnownColumns;
}

/** The most rows of a unit that count, and whom the table protects. */
export interface AskedTable {
  readonly rowsPerUnit: number;
  readonly relation: string;
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
  const weighted = plans.flatMap(asked => mechanismsOf(asked, table.rowsPerUnit === 1));
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
 * Rho of all mechanisms together, asked of people themselves.
 *   Says     the sum over mechanisms of e²/8 for quantiles and of e·tanh(e/2) for all else, at their shares e; where several questions
 *            with a delta are composed by their losses, of their epsilon in all
 *   Assumes  as `questionCost`; finding private keys takes a share like any statistic, unless a count that was asked for finds them
 *   Rounds   down, by less than 10^-33 a mechanism
 *   Source   concentrated privacy adds up
 */
export function questionRho(
  plans: readonly AskedPlan[],
  { rowsPerUnit }: AskedTable,
  inner: FixedLoss,
  selectedApart = false,
): Fixed {
  const epsilon = epsilonOf(inner);
  if (inner.delta > 0n && plans.length > 1) return responseRho(epsilon);
  const weighted = plans.flatMap(asked => [
    ...mechanismsOf(asked, rowsPerUnit === 1),
    ...(selectsApart(asked.plan, selectedApart) ? [{ weight: one, isQuantile: false }] : []),
  ]);
  const whole = weighted.map(({ weight }) => weight).reduce(add);
  return weighted
    .map(({ weight, isQuantile }) => (isQuantile ? rangeRho : responseRho)(times(div(weight, whole), epsilon)))
    .reduce((sum, each) => sum + each, 0n);
}

/** A step of a charge as an entry tells it. */
export interface RecordedStep {
  readonly operator: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Of an entry from before counts could find private keys: since then, what finds them says what it is for. */
export const isSelectedApart = (steps: readonly RecordedStep[] = []): boolean =>
  steps.some(({ operator, parameters }) => operator === 'selection' && parameters.for === undefined);

/** Whether private keys are found by numbers of their own; `always` as it was before counts could find them. */
const selectsApart = ({ grouping, aggregates }: RecordedPlan, always: boolean): boolean =>
  grouping.kind === 'private' && (always || !aggregates.some(({ kind }) => kind === 'count' || kind === 'units'));

/** One release: how much more one replaced unit changes it than one added, and its share of epsilon. */
interface Weighed {
  readonly ratio: Rational;
  readonly weight: Rational;
  readonly isQuantile: boolean;
}

/** Whatever counts by group: a replaced unit leaves one cell and enters another. */
const TWICE = ratio(2n);

/** What one row adds to a statistic, so that products of two of them are known too. */
interface Statistic {
  readonly name: string;
  readonly row: SteppedRange;
  readonly ratio: Rational;
}

function mechanismsOf({ plan, columns }: AskedPlan, single: boolean): readonly Weighed[] {
  const statistics = new Map<string, Statistic>();
  const quantiles: Rational[] = [];
  const uses = plan.aggregates.map(aggregate => {
    if (aggregate.kind === 'quantile') {
      quantiles.push(rankRatio(aggregate.rank ?? '0'));
      return [];
    }
    const used = statisticsOf(aggregate, columns);
    for (const statistic of used) statistics.set(statistic.name, statistic);
    return used;
  });
  const plain = [
    ...[...statistics.values()].map(({ ratio: more }) => ({ ratio: more, isQuantile: false })),
    ...quantiles.map(more => ({ ratio: more, isQuantile: true })),
  ];
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

/** What one row adds lies in [low, high] or is nothing: one unit added changes the total by the larger end, one replaced by both. */
function statistic(name: string, row: SteppedRange): Statistic {
  const [low, high] = [compare(row.low, zero) < 0 ? row.low : zero, compare(row.high, zero) > 0 ? row.high : zero];
  const most = magnitude({ low, high });
  return { name, row, ratio: most.numerator === 0n ? one : div(sub(high, low), most) };
}

const COUNTED: SteppedRange = { low: zero, high: one, step: one };

/** The sums that an aggregate is computed from; equal ones are asked once. Means subtract the middle of the range. */
function statisticsOf(
  { kind, of, with: other, edges }: RecordedAggregate,
  columns: KnownColumns,
): readonly Statistic[] {
  const [written, withWritten] = [of, other].map(expression => (expression === undefined ? '' : textOf(expression)));
  const spanOf = (expression: RecordedExpression): SteppedRange =>
    known(expression, columns).span ?? { low: zero, high: zero, step: one };
  if (kind === 'count' || kind === 'units') return [statistic(kind, COUNTED)];
  if (of === undefined) return [];
  // a row leaves one bin and enters another
  if (kind === 'histogram') return [{ name: `bins ${written} ${edges}`, row: COUNTED, ratio: TWICE }];
  const range = spanOf(of);
  if (kind === 'sum') return [statistic(`sum ${written}`, range)];
  const middle = shifted(range, centre(range));
  const number = statistic(`number ${written} ${withWritten}`, COUNTED);
  const text = centredText(of, range);
  if (other === undefined) {
    const centred = statistic(`centred ${text}`, middle);
    return kind === 'mean' ? [centred, number] : [centred, products(text, text, square(middle)), number];
  }
  const otherRange = spanOf(other);
  const otherMiddle = shifted(otherRange, centre(otherRange));
  return [
    statistic(`centred ${written} with ${withWritten}`, middle),
    statistic(`centred ${withWritten} with ${written}`, otherMiddle),
    products(text, centredText(other, otherRange), product(middle, otherMiddle)),
    number,
  ];
}

/** A column's covariance with itself has the squares of its variance where both know them to be of one range. */
function products(left: string, right: string, range: SteppedRange): Statistic {
  const ends = [range.low, range.high].map(({ numerator, denominator }) => `${numerator}/${denominator}`);
  return statistic(`product ${left} ${right} ${ends}`, shifted(range, centre(range)));
}

/** A mean of ages and one of ages less the middle age add up the same. */
function centredText(of: RecordedExpression, range: SteppedRange): string {
  const { numerator, denominator } = centre(range);
  if (numerator === 0n) return textOf(of);
  return textOf({ kind: 'arithmetic', operator: 'subtract', left: of, right: `${numerator}/${denominator}` });
}

/** Equal expressions by one text: numbers by their value, and a division by 1 is none. */
function textOf(expression: RecordedExpression): string {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const { kind, type, value: written, operator, left, right } = value as RecordedExpression;
    if (kind === 'literal' && (type === 'number' || type === 'integer') && typeof written === 'string') {
      const { numerator, denominator } = rational.fromDecimal(written);
      return `${numerator}/${denominator}`;
    }
    if (kind === 'arithmetic' && operator === 'divide' && plain(right) === '1/1') return plain(left);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  };
  return canonicalJson(plain(expression));
}

/**
 * For intervals that were bought: of every two sums of an aggregate the product of what a unit adds to them. Numbers of units have
 * their interval for free; where a unit is one row, its number of values is 1, and times anything changes nothing.
 */
function productsOf(plan: RecordedPlan, uses: readonly (readonly Statistic[])[], single: boolean): readonly Rational[] {
  const found = new Map<string, Rational>();
  for (const [i, { kind }] of plan.aggregates.entries()) {
    if (kind === 'units' || (single && (kind === 'count' || (kind === 'sum' && isPresence(uses[i][0]))))) continue;
    for (const [j, left] of uses[i].entries())
      for (const [k, right] of uses[i].entries()) {
        const isKnown = single && uses[i].length > 1 && k === uses[i].length - 1;
        if (k >= j && !isKnown) found.set([left.name, right.name].join(' × '), productRatio(left, right));
      }
  }
  return [...found.values()];
}

/** In whole steps, which is what is counted: 0 or 1 of them. */
const isPresence = ({ row: { low, high, step } }: Statistic): boolean =>
  compare(low, zero) >= 0 && compare(high, step) <= 0;

function productRatio(left: Statistic, right: Statistic): Rational {
  const ends = ({ row: { low, high } }: Statistic): SteppedRange => ({
    low: compare(low, zero) < 0 ? low : zero,
    high: compare(high, zero) > 0 ? high : zero,
    step: one,
  });
  return statistic('', left.name === right.name ? square(ends(left)) : product(ends(left), ends(right))).ratio;
}
