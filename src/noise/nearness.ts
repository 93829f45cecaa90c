/** Candidates on a line, which miss the less the nearer they lie to the best one: drawn without a look at each of them. */
import type { Rational } from '../numerics/index.ts';
import { type Below, exponentialChoice, permuteAndFlip, type Run } from '../random/index.ts';

/**
 * How one of them is drawn. Permute-and-flip is nearer to the rank for the same epsilon. The exponential mechanism never costs more
 * than epsilon²/8 in concentrated differential privacy, which permute-and-flip may.
 */
export type QuantileDrawing = 'permute-and-flip' | 'exponential';

/** Whole numbers from `first` to `last`. One misses by the greater of both: `under` never falls towards the last, `over` never rises. */
export interface Candidates {
  readonly first: bigint;
  readonly last: bigint;
  under(candidate: bigint): bigint;
  over(candidate: bigint): bigint;
}

/** Neighbours of which none misses by less than `miss`. */
interface Band {
  readonly first: bigint;
  readonly last: bigint;
  readonly miss: bigint;
}

/**
 * Exponents of one band differ by about so much at most: a proposal is kept at least once in e^4 times. Beyond the far exponent all
 * others are one band, whose share of the proposals is then next to nothing.
 */
const BAND = 4n;
const FAR = 64n;

/** A candidate, drawn with exponents of its miss times `unit`, relative to the best. */
export function drawNear(below: Below, candidates: Candidates, unit: Rational, drawing: QuantileDrawing): bigint {
  const bands = bandsOf(candidates, unit);
  const draw = drawing === 'permute-and-flip' ? drawByPermuteAndFlip : drawByExponentialMechanism;
  const { run, member } = draw(below, runsOf(bands, candidates, unit));
  return bands[run].first + member;
}

/**
 * An answer is the one with the greatest E - epsilon·miss/(2·sensitivity), E being exponential noise: one unit moves what E must
 * exceed by at most epsilon, and P[E > t + epsilon] is at least exp(-epsilon)·P[E > t].
 *   Says     permute-and-flip with coins of probability exp(-epsilon·(miss - least miss)/(2·sensitivity)) costs epsilon
 *   Assumes  `sensitivity` bounds what one unit changes
 *   Rounds   nothing: the draw is exact
 *   Source   [MS20]; by exponential noise [DKSSWXZ21]
 */
const drawByPermuteAndFlip = (below: Below, runs: readonly Run[]) => permuteAndFlip(below, runs);

/**
 * The drawing that concentrated accounting knows a better price of.
 *   Says     answering with probability proportional to exp(-epsilon·miss/(2·sensitivity)) costs epsilon
 *   Assumes  `sensitivity` bounds what one unit changes
 *   Rounds   nothing: the draw is exact
 *   Source   [MT07] Theorem 6
 */
const drawByExponentialMechanism = (below: Below, runs: readonly Run[]) => exponentialChoice(below, runs);

export function missOf({ under, over }: Candidates, candidate: bigint): bigint {
  const [one, other] = [under(candidate), over(candidate)];
  return one < other ? other : one;
}

/** The best ones first; all candidates, each in one band. */
export function bandsOf(candidates: Candidates, { numerator, denominator }: Rational): readonly Band[] {
  const { first, last, under, over } = candidates;
  const least = leastMiss(candidates);
  const step = (BAND * denominator) / numerator || 1n;
  const bands: Band[] = [];
  let inside = { first: last + 1n, last };
  for (let [miss, most] = [least, least]; ; [miss, most] = [most + 1n, most + step]) {
    const isFar = (miss - least) * numerator >= FAR * denominator;
    const wider = isFar
      ? { first, last }
      : {
          first: firstWhere(first, last, candidate => over(candidate) <= most),
          last: firstWhere(first, last + 1n, candidate => under(candidate) > most) - 1n,
        };
    if (wider.first < inside.first)
      bands.push({ first: wider.first, last: smaller(inside.first - 1n, wider.last), miss });
    if (wider.last > inside.last) bands.push({ first: inside.last + 1n, last: wider.last, miss });
    inside = wider;
    if (inside.first === first && inside.last === last) return bands;
  }
}

/** At the first that is not over the rank, or the one before it. */
function leastMiss(candidates: Candidates): bigint {
  const { first, last, under, over } = candidates;
  const turn = firstWhere(first, last, candidate => under(candidate) >= over(candidate));
  const there = missOf(candidates, turn);
  return turn === first ? there : smaller(there, missOf(candidates, turn - 1n));
}

const runsOf = (bands: readonly Band[], candidates: Candidates, { numerator, denominator }: Rational): Run[] =>
  bands.map(({ first, last, miss }) => ({
    size: last - first + 1n,
    exponent: { numerator: numerator * (miss - bands[0].miss), denominator },
    beyond: member => ({ numerator: numerator * (missOf(candidates, first + member) - miss), denominator }),
  }));

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Where what holds from some place on begins; `end` if it holds nowhere before. */
export function firstWhere(first: bigint, end: bigint, holds: (place: bigint) => boolean): bigint {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = (low + high) >> 1n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}
