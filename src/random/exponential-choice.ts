/**
 * A choice among many with exponentially different weights, exactly: the exponential mechanism's draw.
 */
import { firstKept } from './attempts.ts';
import { bernoulliExp } from './bernoulli.ts';
import { checkRatio, type Ratio } from './ratio.ts';
import { type FixedPointBounds, realCoin } from './real-coin.ts';
import { usualLook } from './skips.ts';
import type { Below } from './uniform.ts';

/** A run of equally good choices: so many of them, each with weight exp(-exponent). */
export interface Run {
  readonly size: bigint;
  readonly exponent: Ratio;
}

/** Runs whose exponents share their whole part, and how many choices those are together. */
interface Level {
  readonly whole: bigint;
  readonly runs: readonly number[];
  readonly size: bigint;
}

/** Choices of speed: bits of the proposals and of the first look at a coin. The distribution is the same under all. */
export interface ChoiceTuning {
  readonly bits: number;
  readonly look: number;
}

const usualTuning: ChoiceTuning = { bits: 96, look: usualLook };

/**
 * One attempt at a choice: which run, and which of its members. A level is proposed with integers that are never below
 * its weight and kept with probability weight/proposal; within it every member is equally likely and kept with
 * probability exp(-rest of its exponent).
 *   Says     P[member of run i | kept] is proportional to exp(-exponent_i)
 *   Assumes  at least one run is not empty; exponents are at least 0, which is checked
 *   Rounds   nothing: weights enter as integers, what they leave open is decided by exact coins
 *   Source   elementary: rejection
 */
export function choiceAttempt(
  below: Below,
  runs: readonly Run[],
  tuning = usualTuning,
): () => ChosenMember | undefined {
  const levels = levelsOf(runs);
  const proposals = levels.map(({ whole, size }) => proposalOf(whole, size, tuning.bits));
  const total = proposals.reduce((sum, proposal) => sum + proposal, 0n);
  return () => {
    const index = indexWithin(proposals, below(total));
    const { whole, size, runs: members } = levels[index];
    const chance = (bits: number): FixedPointBounds =>
      levelChance({ whole, size }, proposals[index], bits, tuning.bits);
    const keepLevel = realCoin(below, chance, tuning.look);
    if (!keepLevel()) return undefined;
    const place = below(size);
    const within = indexWithin(
      members.map(run => runs[run].size),
      place,
    );
    const run = members[within];
    const rest = { ...runs[run].exponent, numerator: runs[run].exponent.numerator % runs[run].exponent.denominator };
    if (!bernoulliExp(below, rest)) return undefined;
    const before = members.slice(0, within).reduce((sum, each) => sum + runs[each].size, 0n);
    return { run, member: place - before };
  };
}

export interface ChosenMember {
  readonly run: number;
  readonly member: bigint;
}

/** Draws a member of one of the runs with probability proportional to exp(-exponent of its run). */
export const exponentialChoice = (below: Below, runs: readonly Run[]): ChosenMember =>
  firstKept(choiceAttempt(below, runs));

function levelsOf(runs: readonly Run[]): Level[] {
  const byWhole = new Map<bigint, { runs: number[]; size: bigint }>();
  runs.forEach(({ size, exponent }, run) => {
    checkRatio('exponent', exponent);
    if (size <= 0n) return;
    const whole = exponent.numerator / exponent.denominator;
    const level = byWhole.get(whole) ?? { runs: [], size: 0n };
    level.runs.push(run);
    level.size += size;
    byWhole.set(whole, level);
  });
  // weights matter only relative to each other: the best level starts at exponent 0
  const least = [...byWhole.keys()].reduce((a, b) => (a < b ? a : b));
  return [...byWhole].map(([whole, level]) => ({ whole: whole - least, ...level }));
}

/** An integer that is never below size·exp(-whole)·2^bits. */
const proposalOf = (whole: bigint, size: bigint, bits: number): bigint => size * inverseEPower(whole, bits).upper;

/** size·exp(-whole)·2^proposalBits over the proposal, bracketed to any number of bits. */
function levelChance(
  { whole, size }: Pick<Level, 'whole' | 'size'>,
  proposal: bigint,
  bits: number,
  proposalBits: number,
): FixedPointBounds {
  const { lower, upper } = inverseEPower(whole, bits + proposalBits);
  return { lower: (size * lower) / proposal, upper: (size * upper + proposal - 1n) / proposal };
}

/** exp(-power) in fixed point. Beyond where it could be told from 0 the bounds are 0 and 1 unit. */
function inverseEPower(power: bigint, bits: number): FixedPointBounds {
  if (power > 2n * BigInt(bits)) return { lower: 0n, upper: 1n };
  const precision = BigInt(bits) + 64n;
  const one = 1n << precision;
  let result: FixedPointBounds = { lower: one, upper: one };
  let square = inverseE(precision);
  for (let left = power; left > 0n; left >>= 1n) {
    if (left & 1n) result = product(result, square, precision);
    square = product(square, square, precision);
  }
  return { lower: result.lower >> 64n, upper: (result.upper >> 64n) + 1n };
}

const product = (a: FixedPointBounds, b: FixedPointBounds, precision: bigint): FixedPointBounds => ({
  lower: (a.lower * b.lower) >> precision,
  upper: ((a.upper * b.upper) >> precision) + 1n,
});

/** exp(-1) = sum (-1)^k / k!, bracketed by two neighbouring partial sums and the roundings of all terms. */
function inverseE(precision: bigint): FixedPointBounds {
  let term = 1n << precision;
  let sum = term;
  let terms = 1n;
  for (let k = 1n; term > 0n; k++) {
    term /= k;
    sum += k % 2n === 0n ? term : -term;
    terms += 1n;
  }
  return { lower: sum - terms, upper: sum + terms };
}

/** Which of several sizes, laid end to end, holds a place. */
function indexWithin(sizes: readonly bigint[], place: bigint): number {
  let rest = place;
  let index = 0;
  while (rest >= sizes[index]) rest -= sizes[index++];
  return index;
}
