/** A quantile, drawn among the lattice of possible answers: near the rank with a high probability, and privately. */
import { type Rational, rational, toNumber } from '../numerics/index.ts';
import type { Below } from '../random/index.ts';
import { type Candidates, drawNear, type QuantileDrawing } from './nearness.ts';
import { rowsBelow, type StepCount } from './rows-below.ts';

export interface QuantileRequest {
  /** Least and greatest possible answer. */
  readonly low: bigint;
  readonly high: bigint;
  /** 0 is the least value, 1 the greatest, 1/2 the median. */
  readonly rank: Rational;
  readonly epsilon: Rational;
  /** Rows are counted in 1/resolution. */
  readonly resolution: bigint;
  /** Most that one unit changes a miss: see `candidatesFor`. */
  readonly sensitivity: bigint;
  readonly drawing: QuantileDrawing;
}

/**
 * How far every possible answer misses the rank, in rows (of 1/resolution) times the rank's denominator. Below 0 it does not miss,
 * and would not if there were so many more on either side: an answer that many rows have is the better for it.
 *   Says     with rank a/b, n rows, `below` of them under a candidate and `above` over it, it misses by
 *            max(b·below - a·n, b·above - (b-a)·n); one unit of k rows changes this by at most k·max(a, b-a)
 *   Assumes  tallies in increasing order of value, within the bounds
 *   Rounds   nothing: integers
 *   Source   [Smith11], in integers
 */
export function candidatesFor(
  tallies: readonly StepCount[],
  { low, high, rank }: Pick<QuantileRequest, 'low' | 'high' | 'rank'>,
): Candidates {
  const rowsUnder = rowsBelow(tallies, low);
  const end = high - low + 1n;
  return missingBy(rank, { first: low, last: high, all: rowsUnder(end), rowsUnder: value => rowsUnder(value - low) });
}

interface RankedValues {
  readonly first: bigint;
  readonly last: bigint;
  /** The weight of all rows, and of those with a lower value. */
  readonly all: bigint;
  rowsUnder(value: bigint): bigint;
}

export const missingBy = (
  { numerator: a, denominator: b }: Rational,
  { first, last, all, rowsUnder }: RankedValues,
): Candidates => ({
  first,
  last,
  under: value => b * rowsUnder(value) - a * all,
  over: value => b * (all - rowsUnder(value + 1n)) - (b - a) * all,
});

/** A quantile, drawn exactly. */
export function drawQuantile(below: Below, tallies: readonly StepCount[], request: QuantileRequest): bigint {
  const unit = rational.div(request.epsilon, rational.ratio(2n * request.sensitivity));
  return drawNear(below, candidatesFor(tallies, request), unit, request.drawing);
}

/**
 * How many rows a drawn quantile may be away from its rank. Candidates beyond it have weights of at most exp(-epsilon·miss/
 * (2·sensitivity)) of the best one's. By permute-and-flip one of them must fall heads and come before the best one, which of h
 * that fall heads has probability h/(h+1), at most h/2.
 *   Says     with probability 1 - `probability` the miss is at most 2·sensitivity/epsilon·ln(candidates/probability), and by
 *            permute-and-flip at most 2·sensitivity/epsilon·ln(candidates/(2·probability))
 *   Assumes  some candidate does not miss
 *   Rounds   up
 *   Source   [MT07] Lemma 7; derived for permute-and-flip
 */
export function rankError(question: QuantileRequest, probability: number): number {
  const candidates = Number(question.high - question.low + 1n);
  const sensitivity = Number(question.sensitivity) / Number(question.resolution);
  const scale = (2 * sensitivity) / toNumber(question.epsilon, 'down');
  const missing = question.drawing === 'permute-and-flip' ? candidates / 2 : candidates;
  return Math.ceil((scale * Math.max(0, Math.log(missing / probability))) / Number(question.rank.denominator));
}
