/** A quantile, drawn among the lattice of possible answers: near the rank with a high probability, and privately. */
import { type Rational, toNumber } from '../numerics/index.ts';
import { type Below, exponentialChoice, permuteAndFlip } from '../random/index.ts';

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
  readonly drawing: QuantileDrawing;
}

/**
 * How it is drawn. Permute-and-flip is nearer to the rank for the same epsilon. The exponential mechanism never costs more than
 * epsilon²/8 in concentrated differential privacy, which permute-and-flip may.
 */
export type QuantileDrawing = 'permute-and-flip' | 'exponential';

/** A run of candidates that miss the rank alike: from `first` on, so many of them, missing by `miss`. */
export interface CandidateRun {
  readonly first: bigint;
  readonly size: bigint;
  readonly miss: bigint;
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
export function missesOf(tallies: readonly StepCount[], { low, high, rank }: QuantileRequest): CandidateRun[] {
  const { numerator: a, denominator: b } = rank;
  const total = tallies.reduce((sum, { rows }) => sum + rows, 0n);
  const candidates: CandidateRun[] = [];
  let below = 0n;
  let next = low;
  const add = (first: bigint, end: bigint, here: bigint): void => {
    if (end <= first) return;
    const above = total - below - here;
    const miss = larger(b * below - a * total, b * above - (b - a) * total);
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

const larger = (a: bigint, b: bigint): bigint => (a < b ? b : a);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** A quantile, drawn exactly. */
export function drawQuantile(below: Below, tallies: readonly StepCount[], question: QuantileRequest): bigint {
  const candidates = missesOf(tallies, question);
  const draw = question.drawing === 'permute-and-flip' ? drawByPermuteAndFlip : drawByExponentialMechanism;
  const { run, member } = draw(below, candidates, question);
  return candidates[run].first + member;
}

/**
 * An answer is the one with the greatest E - epsilon·miss/(2·sensitivity), E being exponential noise: one unit moves what E must
 * exceed by at most epsilon, and P[E > t + epsilon] is at least exp(-epsilon)·P[E > t].
 *   Says     permute-and-flip with coins of probability exp(-epsilon·(miss - least miss)/(2·sensitivity)) costs epsilon
 *   Assumes  `sensitivity` bounds what one unit changes
 *   Rounds   nothing: the draw is exact
 *   Source   [MS20]; by exponential noise [DKSSWXZ21]
 */
const drawByPermuteAndFlip = (below: Below, candidates: readonly CandidateRun[], question: QuantileRequest) =>
  permuteAndFlip(below, runsOf(candidates, question));

/**
 * The drawing that concentrated accounting knows a better price of.
 *   Says     answering with probability proportional to exp(-epsilon·miss/(2·sensitivity)) costs epsilon
 *   Assumes  `sensitivity` bounds what one unit changes
 *   Rounds   nothing: the draw is exact
 *   Source   [MT07] Theorem 6
 */
const drawByExponentialMechanism = (below: Below, candidates: readonly CandidateRun[], question: QuantileRequest) =>
  exponentialChoice(below, runsOf(candidates, question));

/** Exponents relative to the best candidate. */
function runsOf(candidates: readonly CandidateRun[], { epsilon, sensitivity }: QuantileRequest) {
  const least = candidates.map(({ miss }) => miss).reduce(smaller);
  const denominator = 2n * sensitivity * epsilon.denominator;
  return candidates.map(({ size, miss }) => ({
    size,
    exponent: { numerator: epsilon.numerator * (miss - least), denominator },
  }));
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
