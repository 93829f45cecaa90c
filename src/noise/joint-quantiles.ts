/**
 * Several quantiles of one column, drawn level by level: each between the ones that were drawn before it, from the rows that lie
 * there. Rows that have the value of a border lie on both sides of it, each of them with a part of it.
 */
import { type Rational, rational, toNumber } from '../numerics/index.ts';
import { type Below, exponentialChoice, permuteAndFlip, type Run } from '../random/index.ts';
import { missesOf, type QuantileDrawing, type StepCount } from './quantile.ts';
import { type RankBetween, type RankLevel, rankName, ranksIn } from './rank-levels.ts';

export interface QuantilesRequest {
  /** Least and greatest possible answer. */
  readonly low: bigint;
  readonly high: bigint;
  readonly levels: readonly RankLevel[];
  /** Rows are counted in 1/resolution. */
  readonly resolution: bigint;
  /** The most rows (of 1/resolution) in which two neighbouring tables differ. */
  readonly sensitivity: bigint;
  readonly drawing: QuantileDrawing;
}

/** A row lies in equal parts in so many cells of its value. Up to twice as many rows of one value, borders are off by less than one. */
const CELLS = 1n << 20n;

/** Cells in a row: `first` is in it, `end` is not. */
interface Stretch {
  readonly first: bigint;
  readonly end: bigint;
}

/**
 * Answers by rank, as `rankName` spells it.
 *   Says     all draws of one level together cost its epsilon, and by the exponential mechanism epsilon²/8 in concentrated differential
 *            privacy: given the levels before, a row weighs w_i in the i-th draw and at most 1 in all. Added or removed it changes the
 *            misses there by at most w_i·max(a, b - a), where the rank between its borders is a/b, and the draw is one for
 *            `sensitivity`·max(a, b - a): it costs epsilon·w_i/sensitivity. Levels add up
 *   Assumes  neighbouring tables differ in rows that weigh at most `sensitivity` together, those of a replaced unit before and
 *            after; each rank is drawn after its borders
 *   Rounds   nothing: cells, borders and misses are whole numbers, and draws are exact
 *   Source   [KSS22]; parts of rows derived; enumerated on all small tables
 */
export function drawQuantiles(
  below: Below,
  tallies: readonly StepCount[],
  request: QuantilesRequest,
  cells = CELLS,
): ReadonlyMap<string, bigint> {
  const { low, high, levels } = request;
  const borders = new Map<string, bigint>([
    [rankName(rational.zero), 0n],
    [rankName(rational.one), (high - low + 1n) * cells],
  ]);
  const drawn = new Map<string, bigint>();
  const found = new Map<string, bigint>();
  const ranks = ranksIn(levels);
  for (const { epsilon, draws } of levels) {
    for (const between of draws) {
      const stretch = { first: borders.get(rankName(between.lower))!, end: borders.get(rankName(between.upper))! };
      const setting = { ...request, epsilon, rank: within(between), cells, stretch };
      const name = rankName(between.rank);
      const inside = talliesIn(tallies, setting);
      if (ranks.get(name)?.isBorder) {
        const cell = drawBorder(below, inside, setting);
        found.set(name, cell);
        drawn.set(name, low + cell / cells);
      } else drawn.set(name, drawBetween(below, inside, setting));
    }
    for (const [name, cell] of found) borders.set(name, cell);
  }
  return drawn;
}

/** The answer for a rank. */
export const quantileIn = (drawn: ReadonlyMap<string, bigint>, rank: Rational): bigint => drawn.get(rankName(rank))!;

/** Where a rank lies between its borders. */
const within = ({ rank, lower, upper }: RankBetween): Rational =>
  rational.div(rational.sub(rank, lower), rational.sub(upper, lower));

interface Setting extends Omit<QuantilesRequest, 'levels'> {
  readonly epsilon: Rational;
  /** Between the ends of the stretch. */
  readonly rank: Rational;
  readonly cells: bigint;
  readonly stretch: Stretch;
}

/** What a miss is multiplied by: its weight is exp(-miss·epsilon/(2·sensitivity·max(a, b - a))), counted in rows times b and cells. */
function unitOf({ epsilon, sensitivity, rank: { numerator: a, denominator: b }, cells }: Setting): Rational {
  const most = a > b - a ? a : b - a;
  return rational.div(epsilon, rational.ratio(2n * sensitivity * most * cells));
}

const choose = (below: Below, runs: readonly Run[], drawing: QuantileDrawing) =>
  (drawing === 'permute-and-flip' ? permuteAndFlip : exponentialChoice)(below, runs);

/** A value of the stretch, which is the better the more rows have it. */
function drawBetween(below: Below, tallies: readonly StepCount[], setting: Setting): bigint {
  const { low, cells, stretch, drawing } = setting;
  const { first, end } = stretch;
  // nothing lies between two equal borders but their value
  if (first === end) return low + first / cells;
  const inside = tallies.flatMap(({ value, rows }) => {
    const size = overlap(stretch, (value - low) * cells, cells);
    return size > 0n ? [{ value, rows: rows * size }] : [];
  });
  const bounds = { low: low + first / cells, high: low + (end - 1n) / cells };
  const runs = missesOf(inside, { ...setting, ...bounds });
  const { run, member } = choose(below, exponentsOf(runs, setting), drawing);
  return runs[run].first + member;
}

/** Those that a stretch has cells of, in the order of their values: a level takes as long as there are tallies, however many draws it has. */
function talliesIn(
  tallies: readonly StepCount[],
  { low, cells, stretch: { first, end } }: Setting,
): readonly StepCount[] {
  const placeOf = (value: bigint): number => {
    let [from, to] = [0, tallies.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (tallies[middle].value < value) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  return tallies.slice(placeOf(low + first / cells), placeOf(low + (end - 1n) / cells + 1n));
}

/** How many cells of a value lie in a stretch. */
function overlap({ first, end }: Stretch, from: bigint, cells: bigint): bigint {
  const [start, stop] = [from > first ? from : first, from + cells < end ? from + cells : end];
  return stop > start ? stop - start : 0n;
}

/** Cells from `first` on, one after the other in the direction of `step`, that miss by `miss` and each by `rise` more. */
interface CellRun {
  readonly first: bigint;
  readonly step: 1n | -1n;
  readonly size: bigint;
  readonly miss: bigint;
  readonly rise: bigint;
}

/** A cell of the stretch: what lies below its start is on one side, the rest on the other. */
function drawBorder(below: Below, tallies: readonly StepCount[], setting: Setting): bigint {
  const { stretch, drawing } = setting;
  if (stretch.first === stretch.end) return stretch.first;
  const unit = unitOf(setting);
  const runs = cellRuns(tallies, setting).flatMap(run => inPieces(run, unit));
  const { run, member } = choose(below, exponentsOf(runs, setting), drawing);
  return runs[run].first + runs[run].step * member;
}

/** Exponents relative to the best. */
function exponentsOf(
  runs: readonly { readonly size: bigint; readonly miss: bigint; readonly rise?: bigint }[],
  setting: Setting,
): Run[] {
  const { numerator, denominator } = unitOf(setting);
  const least = runs.map(({ miss }) => miss).reduce((a, b) => (b < a ? b : a));
  return runs.map(({ size, miss, rise }) => ({
    size,
    exponent: { numerator: numerator * (miss - least), denominator },
    ...(rise !== undefined && rise > 0n && { rise: { numerator: numerator * rise, denominator } }),
  }));
}

/** With rank a/b and n the weight of all, a cell with `under` below it misses by |b·under - a·n|. */
function cellRuns(tallies: readonly StepCount[], { low, rank, cells, stretch }: Setting): CellRun[] {
  const { numerator: a, denominator: b } = rank;
  const sizes = tallies.map(({ value }) => overlap(stretch, (value - low) * cells, cells));
  const all = tallies.reduce((sum, { rows }, i) => sum + rows * sizes[i], 0n);
  const runs: CellRun[] = [];
  let next = stretch.first;
  let signed = -a * all;
  const flat = (end: bigint): void => {
    if (end > next)
      runs.push({ first: next, step: 1n, size: end - next, miss: signed < 0n ? -signed : signed, rise: 0n });
    next = end > next ? end : next;
  };
  for (const [i, { value, rows }] of tallies.entries()) {
    if (sizes[i] === 0n || rows === 0n) continue;
    const from = (value - low) * cells;
    flat(from);
    const rise = b * rows;
    const before = signed < 0n ? (-signed + rise - 1n) / rise : 0n;
    // the first cell that does not lie below the rank
    const [falling, rising] = before < sizes[i] ? [before, sizes[i] - before] : [sizes[i], 0n];
    if (falling > 0n)
      runs.push({ first: next + falling - 1n, step: -1n, size: falling, miss: -signed - rise * (falling - 1n), rise });
    if (rising > 0n) runs.push({ first: next + falling, step: 1n, size: rising, miss: signed + rise * falling, rise });
    next += sizes[i];
    signed += rise * sizes[i];
  }
  flat(stretch.end);
  return runs;
}

/** The same cells in pieces of doubling size, the first of which loses at most one unit of the exponent: for speed alone. */
function inPieces({ first, step, size, miss, rise }: CellRun, unit: Rational): CellRun[] {
  if (rise === 0n) return [{ first, step, size, miss, rise }];
  const pieces: CellRun[] = [];
  const each = unit.denominator / (unit.numerator * rise);
  for (let done = 0n, piece = each > 0n ? each : 1n; done < size; piece *= 2n) {
    const part = piece < size - done ? piece : size - done;
    pieces.push({ first: first + step * done, step, size: part, miss: miss + rise * done, rise });
    done += part;
  }
  return pieces;
}

/**
 * How many rows a quantile that was drawn together with others may be away from its rank. Whatever a border misses, ranks between
 * it and the next miss in part.
 *   Says     with probability 1 - `probability` the miss is at most its own and those of its borders, the lower one times 1 - a/b and the
 *            upper one times a/b, where each draw alone misses by at most 2·sensitivity·max(a, b - a)/(b·epsilon)·ln(c/p), with c the
 *            number of its candidates, half of them by permute-and-flip, and p an equal part of `probability`, and a border by one
 *            row more for the size of its cells
 *   Assumes  no value has more than 2^21 rows
 *   Rounds   up
 *   Source   as `rankError`, for each draw; derived
 */
export function jointRankError(request: QuantilesRequest, rank: Rational, probability: number): number {
  const { levels, low, high, sensitivity, resolution, drawing } = request;
  const ranks = ranksIn(levels);
  const missed = probability / (ranks.get(rankName(rank))!.level + 1);
  const values = Number(high - low + 1n) / (drawing === 'permute-and-flip' ? 2 : 1);
  const errorOf = (wanted: Rational, before: number): number => {
    const drawn = ranks.get(rankName(wanted));
    // an end of the range
    if (drawn === undefined || drawn.level >= before) return 0;
    const { level, epsilon, between, isBorder } = drawn;
    const part = toNumber(within(between), 'nearest');
    const candidates = isBorder ? values * Number(CELLS) : values;
    const scale = (2 * Number(sensitivity) * Math.max(part, 1 - part)) / Number(resolution);
    const own = (scale / toNumber(epsilon, 'down')) * Math.max(0, Math.log(candidates / missed));
    return own + (isBorder ? 1 : 0) + (1 - part) * errorOf(between.lower, level) + part * errorOf(between.upper, level);
  };
  return Math.ceil(errorOf(rank, levels.length));
}
