/**
 * Permute-and-flip among many choices, exactly: go through them in random order, toss for each a coin of probability
 * exp(-exponent), and take the first that falls heads. Nobody goes through 2^60 choices: here only those are looked at whose
 * coin may fall heads, and whether it fell tails before is drawn when it matters.
 */
import { refuse } from '../vocabulary/index.ts';
import { bernoulli } from './bernoulli.ts';
import { type ChosenMember, proposalsOf, type Run, usualTuning } from './exponential-weights.ts';
import { pointsInOrder } from './points-in-order.ts';
import type { Below } from './uniform.ts';

/**
 * Every choice is visited at the points of a Poisson process of rate 1, so that first visits come in random order. Its coin is
 * tossed at the first visit. A visit is an attempt with probability `weight`, which is never below that of the coin, and the coin
 * falls heads if the first visit is an attempt that is kept. So attempts are a process of rate `total`, and an attempt is a first
 * visit unless the choice was attempted before, which is remembered, or visited otherwise, which happens at the rate 1 - weight.
 *   Says     the choice is that of permute-and-flip with coins of probability exp(-exponent)
 *   Assumes  exponents are at least 0 and the least is 0, which is checked: that coin always falls heads
 *   Rounds   nothing: rates are integers, and coins are exact
 *   Source   derived, from the mechanism of [MS20]
 */
export function permuteAndFlip(below: Below, runs: readonly Run[], tuning = usualTuning): ChosenMember {
  if (!runs.some(({ size, exponent }) => size > 0n && exponent.numerator === 0n))
    refuse('value_out_of_range', 'Exponents are relative to the best choice, whose exponent is 0.');
  const { total, propose } = proposalsOf(below, runs, tuning);
  const one = 1n << BigInt(tuning.bits);
  const attempts = pointsInOrder(probability => bernoulli(below, probability), total);
  const visited = new Set<string>();
  for (;;) {
    attempts.next();
    const { choice, weight, keeps } = propose();
    const name = `${choice.run} ${choice.member}`;
    if (visited.has(name)) continue;
    visited.add(name);
    const isFirst = attempts.pointsOf(one - weight) === 0;
    if (isFirst && keeps()) return choice;
  }
}
