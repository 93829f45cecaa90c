/**
 * Members of runs proposed in proportion to integers that are never below their weights exp(-exponent), and the coin that keeps
 * a proposal with what is left of its weight.
 */
import { bernoulliExp } from './bernoulli.ts';
import { checkRatio, type Ratio } from './ratio.ts';
import { type FixedPointBounds, realCoin, shiftedUp } from './real-coin.ts';
import { usualLook } from './skips.ts';
import type { Below } from './uniform.ts';

/** A run of choices with weights exp(-exponent), or less: by how much more its exponent is beyond that, each member tells. */
export interface Run {
  readonly size: bigint;
  readonly exponent: Ratio;
  beyond?(member: bigint): Ratio;
}

export interface ChosenMember {
  readonly run: number;
  readonly member: bigint;
}

/** Choices of speed: bits of the proposals and of the first look at a coin. The distribution is the same under all. */
export interface ChoiceTuning {
  readonly bits: number;
  readonly look: number;
}

export const usualTuning: ChoiceTuning = { bits: 96, look: usualLook };

/** Weights here are whole numbers of 1/2^bits, relative to the best level. */
export interface Proposals {
  /** Of all members together. */
  readonly total: bigint;
  propose(): Proposed;
}

export interface Proposed {
  readonly choice: ChosenMember;
  /** The weight by which this member was proposed: at least its own, and at most 2^bits. */
  readonly weight: bigint;
  /** True with probability own weight/proposed weight. */
  keeps(): boolean;
}

/** Runs whose exponents share their whole part. Its members are proposed alike; `ends` are the sums of sizes up to each run. */
interface Level {
  readonly whole: bigint;
  readonly runs: readonly number[];
  readonly ends: readonly bigint[];
}

/**
 * A level is proposed by its size times an integer that is never below the weight exp(-whole); within it every member is
 * equally likely.
 *   Says     a member is proposed with probability weight/total and kept with exp(-exponent)/weight, relative to the best level
 *   Assumes  at least one run is not empty; exponents are at least 0, which is checked
 *   Rounds   nothing: weights enter as integers, what they leave open is decided by exact coins
 *   Source   elementary: rejection
 */
export function proposalsOf(below: Below, runs: readonly Run[], { bits, look }: ChoiceTuning): Proposals {
  const levels = levelsOf(runs);
  const powerOf = inverseEPowers(bits);
  const weights = levels.map(({ whole }) => powerOf(whole).upper);
  const ends = endsOf(levels.map((level, i) => sizeOf(level) * weights[i]));
  const total = ends[ends.length - 1];
  const propose = (): Proposed => {
    const index = indexWithin(ends, below(total));
    const [level, weight] = [levels[index], weights[index]];
    const place = below(sizeOf(level));
    const within = indexWithin(level.ends, place);
    const run = level.runs[within];
    const member = within === 0 ? place : place - level.ends[within - 1];
    const { exponent, beyond } = runs[run];
    const { numerator, denominator } = exponent;
    const chance = (precision: number): FixedPointBounds => levelChance(level.whole, weight, precision, bits);
    return {
      choice: { run, member },
      weight,
      keeps: () =>
        realCoin(below, chance, look)() &&
        bernoulliExp(below, { numerator: numerator % denominator, denominator }) &&
        (beyond === undefined || bernoulliExp(below, beyond(member))),
    };
  };
  return { total, propose };
}

const sizeOf = ({ ends }: Level): bigint => ends[ends.length - 1];

function levelsOf(runs: readonly Run[]): Level[] {
  const byWhole = new Map<bigint, { runs: number[]; ends: bigint[] }>();
  runs.forEach(({ size, exponent }, run) => {
    checkRatio('exponent', exponent);
    if (size <= 0n) return;
    const whole = exponent.numerator / exponent.denominator;
    const level = byWhole.get(whole) ?? { runs: [], ends: [] };
    level.ends.push((level.ends.at(-1) ?? 0n) + size);
    level.runs.push(run);
    byWhole.set(whole, level);
  });
  // weights matter only relative to each other: the best level starts at exponent 0
  const least = [...byWhole.keys()].reduce((a, b) => (a < b ? a : b));
  return [...byWhole].map(([whole, level]) => ({ whole: whole - least, ...level }));
}

function endsOf(sizes: readonly bigint[]): bigint[] {
  let sum = 0n;
  return sizes.map(size => {
    sum += size;
    return sum;
  });
}

/** Which of several sizes, laid end to end, holds a place. */
function indexWithin(ends: readonly bigint[], place: bigint): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (place < ends[middle]) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** exp(-whole)·2^proposalBits over the weight, bracketed to any number of bits. */
function levelChance(whole: bigint, weight: bigint, bits: number, proposalBits: number): FixedPointBounds {
  const { lower, upper } = inverseEPowers(bits + proposalBits)(whole);
  return { lower: lower / weight, upper: (upper + weight - 1n) / weight };
}

/** exp(-power) in fixed point, 1 exactly for power 0. Beyond where it could be told from 0 the bounds are 0 and 1 unit. */
function inverseEPowers(bits: number): (power: bigint) => FixedPointBounds {
  const precision = BigInt(bits) + 64n;
  const one = 1n << precision;
  const first = inverseE(precision);
  return power => {
    if (power > 2n * BigInt(bits)) return { lower: 0n, upper: 1n };
    let result: FixedPointBounds = { lower: one, upper: one };
    let square = first;
    for (let left = power; left > 0n; left >>= 1n) {
      if (left & 1n) result = product(result, square, precision);
      square = product(square, square, precision);
    }
    return { lower: result.lower >> 64n, upper: shiftedUp(result.upper, 64n) };
  };
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
