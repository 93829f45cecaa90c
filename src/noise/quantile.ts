/** A quantile by the exponential mechanism on the lattice of possible answers. */
import { type Rational, rational, toNumber } from '../numerics/index.ts';
import { type Below, exponentialChoice } from '../random/index.ts';

/** How many rows have one value. Values are whole numbers of steps. */
export interface StepCount {
  readonly value: bigint;
  readonly rows: bigint;
}

export interface QuantileRequest {
  /** Least and greatest possible answer. */
  readonly low: bigint;
  readonly high: bigint;
  /** 0 is the least value, 1 the greatest, 1/2 the median. */
  readonly rank: Rational;
  readonly epsilon: Rational;
  /** Rows are counted in 1/resolution. */
  readonly resolution: bigint;
  /** Most that one unit changes a miss: see `missesOf`. */
  readonly sensitivity: bigint;
}

/** A run of candidates that miss the rank alike: from `first` on, so many of them, missing by `miss`. */
export interface CandidateRun {
  readonly first: bigint;
  readonly size: bigint;
  readonly miss: bigint;
}

/**
 * How far every possible answer misses the rank, in rows (of 1/resolution) times the rank's denominator.
 *   Says     with rank a/b, n rows, `below` of them under a candidate and `above` over it, it misses by
 *            max(0, b·below - a·n, b·above - (b-a)·n); one unit of k rows changes this by at most k·max(a, b-a)
 *   Assumes  tallies in increasing order of value, within the bounds
 *   Rounds   nothing: integers
 *   Source   [Smith11], in integers
 */
export function missesOf(tallies: readonly StepCount[], { low, high, rank }: QuantileRequest): CandidateRun[] {
  const { numerator: a, denominator: b } = rank;
  const total = tallies.reduce((sum, { rows }) => sum + rows, 0n);
  const candidates: CandidateRun[] = [];
  let below = 0n;
  let next = low;
  const add = (first: bigint, end: bigint, here: bigint): void => {
    if (end <= first) return;
    const above = total - below - here;
    const miss = largest(0n, b * below - a * total, b * above - (b - a) * total);
    candidates.push({ first, size: end - first, miss });
  };
  for (const { value, rows } of tallies) {
    add(next, value, 0n);
    add(value, value + 1n, rows);
    below += rows;
    next = value + 1n;
  }
  add(next, high + 1n, 0n);
  return candidates;
}

const largest = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (b > a ? b : a));

/**
 * A quantile, drawn exactly.
 *   Says     answering v with probability proportional to exp(-epsilon·miss(v)/(2·sensitivity)) costs epsilon
 *   Assumes  `sensitivity` bounds what one unit changes
 *   Rounds   nothing: the draw is exact
 *   Source   [MT07] Theorem 6
 */
export function drawQuantile(below: Below, tallies: readonly StepCount[], question: QuantileRequest): bigint {
  const candidates = missesOf(tallies, question);
  const unit = rational.div(question.epsilon, rational.ratio(2n * question.sensitivity, 1n));
  const choice = exponentialChoice(
    below,
    candidates.map(({ size, miss }) => ({ size, exponent: rational.mul(unit, rational.ratio(miss, 1n)) })),
  );
  return candidates[choice.run].first + choice.member;
}

/**
 * How many rows a drawn quantile may be away from its rank.
 *   Says     with probability 1 - `probability` the miss is at most 2·sensitivity/epsilon·ln(candidates/probability)
 *   Assumes  some candidate does not miss
 *   Rounds   up
 *   Source   [MT07] Lemma 7
 */
export function rankError(question: QuantileRequest, probability: number): number {
  const candidates = Number(question.high - question.low + 1n);
  const sensitivity = Number(question.sensitivity) / Number(question.resolution);
  const scale = (2 * sensitivity) / toNumber(question.epsilon, 'down');
  return Math.ceil((scale * Math.log(candidates / probability)) / Number(question.rank.denominator));
}
