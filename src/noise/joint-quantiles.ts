/**
 * Several quantiles of one column, drawn level by level: each between the ones that were drawn before it, from the rows that lie
 * there. Rows that have the value of a border lie on both sides of it, each of them with a part of it.
 */
import { type Rational, rational, toNumber } from '../numerics/index.ts';
import type { Below } from '../random/index.ts';
import { drawNear, type QuantileDrawing } from './nearness.ts';
import { missingBy } from './quantile.ts';
import { type RankBetween, type RankLevel, rankName, ranksIn } from './rank-levels.ts';
import { rowsBelow, type StepCount } from './rows-below.ts';

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
  const rowsUnder = rowsBelow(tallies, low, cells);
  for (const { epsilon, draws } of levels) {
    for (const between of draws) {
      const stretch = { first: borders.get(rankName(between.lower))!, end: borders.get(rankName(between.upper))! };
      const setting = { ...request, epsilon, rank: within(between), cells, stretch, rowsUnder };
      const name = rankName(between.rank);
      if (ranks.get(name)?.isBorder) {
        const cell = drawBorder(below, setting);
        found.set(name, cell);
        drawn.set(name, low + cell / cells);
      } else drawn.set(name, drawBetween(below, setting));
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
  /** What lies below a cell of the whole range. */
  rowsUnder(cell: bigint): bigint;
}

/** What a miss is multiplied by: its weight is exp(-miss·epsilon/(2·sensitivity·max(a, b - a))), counted in rows times b and cells. */
function unitOf({ epsilon, sensitivity, rank: { numerator: a, denominator: b }, cells }: Setting): Rational {
  const most = a > b - a ? a : b - a;
  return rational.div(epsilon, rational.ratio(2n * sensitivity * most * cells));
}

/** A value of the stretch, which is the better the more rows have it. */
function drawBetween(below: Below, setting: Setting): bigint {
  const { low, cells, stretch, rank, drawing, rowsUnder } = setting;
  const { first, end } = stretch;
  // nothing lies between two equal borders but their value
  if (first === end) return low + first / cells;
  const within = (cell: bigint): bigint => rowsUnder(cell < first ? first : cell > end ? end : cell) - rowsUnder(first);
  const values = missingBy(rank, {
    first: first / cells,
    last: (end - 1n) / cells,
    all: within(end),
    rowsUnder: value => within(value * cells),
  });
  return low + drawNear(below, values, unitOf(setting), drawing);
}

/**
 * A cell of the stretch: what lies below its start is on one side, the rest on the other. With rank a/b and n the weight of all, one
 * with `under` below it misses by |b·under - a·n|.
 */
function drawBorder(below: Below, setting: Setting): bigint {
  const { stretch, rank, drawing, rowsUnder } = setting;
  const { first, end } = stretch;
  if (first === end) return first;
  const before = rowsUnder(first);
  const wanted = rank.numerator * (rowsUnder(end) - before);
  const beyond = (cell: bigint): bigint => rank.denominator * (rowsUnder(cell) - before) - wanted;
  const cells = { first, last: end - 1n, under: beyond, over: (cell: bigint) => -beyond(cell) };
  return drawNear(below, cells, unitOf(setting), drawing);
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
