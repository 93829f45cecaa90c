/**
 * The mechanism that the sampling is measured against: for each value a person tells the truth with the chance of a first
 * coin, and otherwise says yes with the chance of a second one. Its error grows with the people who do not have the value.
 */
import { down, up } from '../numerics/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { type AskedPeople, sizeOf } from './views/population.ts';

export interface Coins {
  /** The chance that the truth is told. */
  readonly truth: number;
  /** The chance of a yes where it is not. */
  readonly yes: number;
}

/** The coins of the paper's evaluation. */
export const PUBLISHED_COINS: Coins = Object.freeze({ truth: 0.8, yes: 0.2 });

export function checkCoins({ truth, yes }: Coins): void {
  if (!(truth > 0 && truth < 1 && yes > 0 && yes < 1))
    refuse('value_out_of_range', 'Both probabilities of randomized response must lie between 0 and 1, both excluded.');
}

/** The chance of a yes from somebody with the value, and from somebody without. */
export const yesRates = ({ truth, yes }: Coins): { present: number; absent: number } => ({
  present: truth + (1 - truth) * yes,
  absent: (1 - truth) * yes,
});

/**
 * What the answers of one person tell.
 *   Says     with a, b the chances of a yes with and without the value: the larger one of ln(a/b) and ln((1−b)/(1−a)) for
 *            one value; their sum for several, where a changed answer turns one yes and one no
 *   Assumes  one answer for each value, with coins of its own
 *   Rounds   up
 *   Source   [JG17] equation 30 is ln(a/b) alone
 */
export function responseEpsilon({ truth, yes }: Coins, values: number): number {
  const other = down.sub(1, truth);
  const ofYes = up.log1p(up.div(truth, down.mul(other, yes)));
  const ofNo = up.log1p(up.div(truth, down.mul(other, down.sub(1, yes))));
  return values === 1 ? Math.max(ofYes, ofNo) : up.add(ofYes, ofNo);
}

/** How many people have a value, from how many of all said yes. Unbiased. */
export const responseEstimate = (yeses: number, population: number, coins: Coins): number =>
  (yeses - population * yesRates(coins).absent) / coins.truth;

/**
 * The variance of that estimate.
 *   Says     (n·a(1−a) + (N−n)·b(1−b)) / p₁² for n of N people with the value: it grows with N
 *   Assumes  coins of different people are independent
 *   Rounds   to nearest
 *   Source   the variance of a sum of independent coins
 */
export function responseVariance(count: number, population: number, coins: Coins): number {
  const { present, absent } = yesRates(coins);
  return (count * present * (1 - present) + (population - count) * absent * (1 - absent)) / coins.truth ** 2;
}

/** The symmetric coins that tell exactly epsilon: for comparing at equal privacy. */
export function coinsFor(epsilon: number, values: number): Coins {
  const each = values === 1 ? epsilon : epsilon / 2;
  return Object.freeze({ truth: Math.tanh(each / 2), yes: 0.5 });
}

export const responseDeviations = (population: AskedPeople, coins: Coins): number[] =>
  population.counts.map(count => Math.sqrt(responseVariance(count, sizeOf(population), coins)));
