/** The sums that the aggregates of a question are computed from, and how much more one replaced unit changes each than one added. */
import { canonicalJson } from '../json/index.ts';
import { type Rational, rational } from '../numerics/index.ts';
import { type KnownColumns, known } from './ranges.ts';
import type { RecordedAggregate, RecordedExpression, RecordedPlan } from './recorded.ts';
import { centre, magnitude, product, type SteppedRange, shifted, square } from './spans.ts';

const { one, zero, ratio, add, sub, mul, div, compare } = rational;

/** A question, and the columns of the table that it asks. */
export interface AskedPlan {
  readonly plan: RecordedPlan;
  readonly columns: KnownColumns;
  /** The most rows of a unit that count. */
  readonly rowsPerUnit: number;
  /** Every unit has one row, and all of them are asked: what is added up is then the same however it is bounded. */
  readonly isPlain: boolean;
  /** A sample is asked, or a part of a split. */
  readonly isDrawn: boolean;
}

/** Whatever counts by group: a replaced unit leaves one cell and enters another. */
export const TWICE = ratio(2n);

/** What one row adds to a statistic, so that products of two of them are known too. */
export interface SummedStatistic {
  readonly name: string;
  readonly row: SteppedRange;
  readonly ratio: Rational;
}

export type Uses = readonly (readonly SummedStatistic[])[];

export const distinct = (uses: Uses): readonly SummedStatistic[] => [
  ...new Map(uses.flat().map(statistic => [statistic.name, statistic])).values(),
];

/** `centred`: nothing is shared. `best`: sums and means are. `joint`: variances too. */
export type MeanWay = 'centred' | 'best' | 'joint';

/** Whether groups not listed in advance are found by numbers of their own; as long as nothing was shared, they always were. */
export const isSelectedApart = ({ grouping, aggregates }: RecordedPlan, means: MeanWay): boolean =>
  grouping.kind === 'private' &&
  (means === 'centred' || !aggregates.some(({ kind }) => kind === 'count' || kind === 'units'));

/**
 * Draws that cost a share each: a quantile alone, by its rank, or one level of three or more of the same values, null. A level of them
 * costs one replaced person twice what it costs one more, who may leave one branch and enter another.
 */
export function drawnIn({ aggregates }: RecordedPlan, rule: 'apart' | 'joint'): readonly (string | null)[] {
  const byValues = new Map<string, string[]>();
  for (const { kind, of, rank = '0' } of aggregates) {
    const text = of === undefined ? '' : textOf(of);
    if (kind === 'quantile') byValues.set(text, [...(byValues.get(text) ?? []), rank]);
  }
  return [...byValues.values()].flatMap(ranks => {
    const different = new Set(ranks.map(rank => JSON.stringify(Object.values(rational.fromDecimal(rank)).map(String))));
    if (rule === 'apart' || different.size < 3) return ranks;
    let levels = 0;
    while (2 ** levels <= different.size) levels += 1;
    return Array<null>(levels).fill(null);
  });
}

/** A sum of values whose mean, variance or deviation is asked too follows from what these buy. */
export const withoutSums = ({ aggregates }: RecordedPlan, uses: Uses): Uses => {
  const bought = aggregates.flatMap(({ kind, of }) =>
    of !== undefined && ['mean', 'variance', 'standardDeviation'].includes(kind) ? [textOf(of)] : [],
  );
  return uses.map((used, i) => {
    const { kind, of } = aggregates[i];
    return kind === 'sum' && of !== undefined && bought.includes(textOf(of)) ? [] : used;
  });
};

/**
 * Means from the distances to both ends of their range, where that leaves them the smaller variance.
 *   Says     n noises at equal shares leave a mean of width W, wherever it lies on average, a variance in proportion to n²·(s² + W²·t²/12) from its
 *            centred sum and number, of sensitivities s and t, and to n²·2/3·u² from both ends, of sensitivity u; in terms of W² these add up over means
 *   Assumes  one added changes both ends by W together and one replaced by twice that; variances buy centred sums anyway
 *   Rounds   nothing
 *   Source   derived
 */
export function bestUses({ plan, columns }: AskedColumns, apart: Uses, sharing: Sharing): Uses {
  const isMean = (i: number): boolean => plan.aggregates[i].kind === 'mean';
  const taken = new Set(apart.flatMap((used, i) => (isMean(i) ? [] : used.map(({ name }) => name))));
  const ranges = plan.aggregates.map(({ of }, i) => {
    const span = isMean(i) && !taken.has(apart[i][0].name) && of !== undefined ? known(of, columns).span : undefined;
    // a number of steps that no engine holds is not subtracted
    return span && isWithin(MOST_STEPS, span) ? span : undefined;
  });
  const ofEnds = plan.aggregates.flatMap(({ of }, i) =>
    ranges[i] === undefined || of === undefined ? [] : textOf(of),
  );
  const together = apart.map((used, i) => {
    const [span, { kind, of }] = [ranges[i], plan.aggregates[i]];
    // both distances of a value add up to the width: how many there are follows
    if (kind === 'countValues' && of !== undefined && ofEnds.includes(textOf(of))) return [];
    if (span === undefined || of === undefined) return used;
    const row = { ...span, low: zero, high: sub(span.high, span.low) };
    return [{ name: `ends ${textOf(of)}`, row, ratio: TWICE }];
  });
  const variances = apart.flatMap(([sum, rows], i) => {
    if (ranges[i] === undefined) return [];
    const [width, counted] = [magnitude(together[i][0].row), changed(rows, plan, sharing)];
    const relative = div(changed(sum, plan, sharing), width);
    const ends = sharing.relation === 'add-remove' ? one : TWICE;
    return [
      {
        apart: add(mul(relative, relative), div(mul(counted, counted), ratio(12n))),
        together: mul(ratio(2n, 3n), mul(ends, ends)),
      },
    ];
  });
  return better(plan, { apart, together }, variances, sharing);
}

/**
 * Variances, and means of the same values, from the squares of the distances to both ends of their range and twice their product, where that leaves them the smaller
 * variance at worst.
 *   Says     n noises at equal shares leave a variance in a range of width W, wherever its values lie, a variance in proportion to at most n²·(s² + W²·r² +
 *            9·W⁴·t²/64) from its centred sum of squares, centred sum and number, of sensitivities s, r and t, and to n²·u² from joint sums, of sensitivity u; a mean of the same
 *            values one of at most n²·(W²·r² + W⁴·t²/4) and n²·5/4·u²; in terms of W⁴ these add up
 *   Assumes  one added changes all three by W² together and one replaced by twice that; nothing else is computed from what the variance buys
 *   Rounds   nothing
 *   Source   derived
 */
export function jointVariances({ plan, columns }: AskedColumns, apart: Uses, sharing: Sharing): Uses {
  const isVariance = (i: number): boolean => ['variance', 'standardDeviation'].includes(plan.aggregates[i].kind);
  const ofVariances = new Set(apart.flatMap(([sum], i) => (isVariance(i) ? [sum.name] : [])));
  const isMean = (i: number): boolean => plan.aggregates[i].kind === 'mean' && ofVariances.has(apart[i][0].name);
  const taken = new Set(apart.flatMap((used, i) => (isVariance(i) || isMean(i) ? [] : used.map(({ name }) => name))));
  const isTaken = (sum: string): boolean =>
    apart.some((used, i) => isVariance(i) && used[0].name === sum && used.some(({ name }) => taken.has(name)));
  // a sum that buys nothing follows from others of the same values
  const led = plan.aggregates.flatMap(({ kind, of }, i) =>
    apart[i].length > 0 || of === undefined || kind === 'quantile' ? [] : textOf(of),
  );
  const together = apart.map((used, i) => {
    const { of } = plan.aggregates[i];
    const span = (isVariance(i) || isMean(i)) && of !== undefined ? known(of, columns).span : undefined;
    if (span === undefined || of === undefined || led.includes(textOf(of)) || isTaken(used[0].name)) return used;
    const width = sub(span.high, span.low);
    const row = { low: zero, high: mul(width, width), step: mul(span.step, span.step) };
    // engines add up to twice the square
    if (!isWithin(div(MOST_STEPS, TWICE), row)) return used;
    return [{ name: `squared ends ${textOf(of)}`, row, ratio: TWICE }];
  });
  const variances = together.flatMap((used, i) => {
    if (used === apart[i]) return [];
    const square = magnitude(used[0].row);
    const changes = apart[i].map(each => changed(each, plan, sharing));
    const ends = sharing.relation === 'add-remove' ? one : TWICE;
    if (isMean(i)) {
      const [sum, number] = changes.map(each => mul(each, each));
      return [
        { apart: add(div(sum, square), mul(ratio(1n, 4n), number)), together: mul(ratio(5n, 4n), mul(ends, ends)) },
      ];
    }
    const [sum, squares, number] = changes;
    const parts = [
      div(mul(squares, squares), mul(square, square)),
      div(mul(sum, sum), square),
      mul(ratio(9n, 64n), mul(number, number)),
    ];
    return [{ apart: parts.reduce(add), together: mul(ends, ends) }];
  });
  return better(plan, { apart, together }, variances, sharing);
}

type AskedColumns = Pick<AskedPlan, 'plan' | 'columns'>;

/** Whom the table protects, and how quantiles, which take shares of their own, are drawn. */
interface Sharing {
  readonly relation: string;
  readonly quantiles: 'apart' | 'joint';
}

interface Ways<Each> {
  readonly apart: Each;
  readonly together: Each;
}

/** Which way leaves the smaller variance in all, where each noise gets an equal share. */
function better(
  plan: RecordedPlan,
  uses: Ways<Uses>,
  variances: readonly Ways<Rational>[],
  { quantiles }: Sharing,
): Uses {
  const others = drawnIn(plan, quantiles).length + (isSelectedApart(plan, 'best') ? 1 : 0);
  const sum = (way: keyof Ways<Uses>): Rational => {
    const number = ratio(BigInt(distinct(uses[way]).length + others));
    return mul(mul(number, number), variances.map(each => each[way]).reduce(add, zero));
  };
  return compare(sum('together'), sum('apart')) < 0 ? uses.together : uses.apart;
}

/** The most that one unit changes a statistic, for each row of it that counts. */
const changed = ({ row, ratio: more }: SummedStatistic, { grouping }: RecordedPlan, { relation }: Sharing): Rational =>
  mul(magnitude(row), relation === 'add-remove' ? one : grouping.kind === 'none' ? more : TWICE);

const isWithin = (most: Rational, { low, high, step }: SteppedRange): boolean => {
  const width = sub(high, low);
  return width.numerator > 0n && compare(div(width, step), most) <= 0;
};

const MOST_STEPS = ratio(2n ** 63n - 1n);

/** What one row adds lies in [low, high] or is nothing: one unit added changes the total by the larger end, one replaced by both. */
export function statistic(name: string, row: SteppedRange): SummedStatistic {
  const [low, high] = [compare(row.low, zero) < 0 ? row.low : zero, compare(row.high, zero) > 0 ? row.high : zero];
  const most = magnitude({ low, high });
  return { name, row, ratio: most.numerator === 0n ? one : div(sub(high, low), most) };
}

const COUNTED: SteppedRange = { low: zero, high: one, step: one };

/** The sums that an aggregate is computed from; equal ones are asked once. Means subtract the middle of the range. */
export function statisticsOf(
  { kind, of, with: other, edges }: RecordedAggregate,
  columns: KnownColumns,
): readonly SummedStatistic[] {
  const [written, withWritten] = [of, other].map(expression => (expression === undefined ? '' : textOf(expression)));
  const spanOf = (expression: RecordedExpression): SteppedRange =>
    known(expression, columns).span ?? { low: zero, high: zero, step: one };
  if (kind === 'count' || kind === 'units') return [statistic(kind, COUNTED)];
  if (of === undefined || kind === 'quantile') return [];
  // a row leaves one bin and enters another
  if (kind === 'histogram') return [{ name: `bins ${written} ${edges}`, row: COUNTED, ratio: TWICE }];
  if (kind === 'countValues') return [statistic(`number ${written} `, COUNTED)];
  if (kind === 'countDistinct') return [statistic(`different ${written}`, COUNTED)];
  if (kind === 'bounds') return [{ name: `ranges ${written}`, row: COUNTED, ratio: TWICE }];
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
function products(left: string, right: string, range: SteppedRange): SummedStatistic {
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
