/**
 * The binomial distribution in log space: masses and both tails, accurate where they are far below every double.
 * Masses follow Loader's saddle point form (2000): deviances and Stirling errors, nothing large that cancels.
 */
import { invariant } from '../vocabulary/index.ts';
import { log1mExp } from './log-space.ts';
import { productError } from './rounding.ts';

/** log P(X = successes) for X ~ Binomial(trials, probability). Errs by less than 2^-49·(20 + |result|). */
export function binomialLogMass(trials: number, probability: number, successes: number): number {
  return logMass(situation(trials, probability, successes));
}

/** log P(X >= successes). Errs by less than 2^-49·(20 + |result| + 8·standard deviation). */
export function binomialLogUpperTail(trials: number, probability: number, successes: number): number {
  if (successes <= 0) return 0;
  if (successes > trials) return -Infinity;
  const at = situation(trials, probability, successes);
  return at.excess >= 0 ? logTailAbove(at) : log1mExp(binomialLogLowerTail(trials, probability, successes - 1));
}

/** log P(X <= successes), with the same error. */
export function binomialLogLowerTail(trials: number, probability: number, successes: number): number {
  if (successes < 0) return -Infinity;
  if (successes >= trials) return 0;
  const at = situation(trials, probability, successes);
  return at.excess <= 0
    ? logTailAbove(mirrored(at))
    : log1mExp(binomialLogUpperTail(trials, probability, successes + 1));
}

/** One point of a distribution, with both probabilities and both counts so that its mirror image loses nothing. */
interface Situation {
  readonly trials: number;
  readonly probability: number;
  readonly complement: number;
  readonly successes: number;
  readonly failures: number;
  /** successes - trials·probability, to full relative accuracy. */
  readonly excess: number;
}

function situation(trials: number, probability: number, successes: number): Situation {
  invariant(Number.isSafeInteger(trials) && trials >= 0, 'trials are counted');
  invariant(Number.isSafeInteger(successes), 'successes are counted');
  invariant(probability >= 0 && probability <= 1, 'a probability lies between 0 and 1');
  const mean = trials * probability;
  const excess = successes - mean - productError(trials, probability, mean);
  return { trials, probability, complement: 1 - probability, successes, failures: trials - successes, excess };
}

/** The same point seen from the failures. */
const mirrored = (at: Situation): Situation => ({
  trials: at.trials,
  probability: at.complement,
  complement: at.probability,
  successes: at.failures,
  failures: at.successes,
  excess: -at.excess,
});

function logMass({ trials, probability, complement, successes, failures, excess }: Situation): number {
  if (successes < 0 || failures < 0) return -Infinity;
  if (successes === 0) return logPower(complement, probability, trials);
  if (failures === 0) return logPower(probability, complement, trials);
  if (probability === 0 || complement === 0) return -Infinity;
  const deviances =
    deviance(successes, trials * probability, excess) + deviance(failures, trials * complement, -excess);
  const stirling = stirlingError(trials) - stirlingError(successes) - stirlingError(failures);
  return stirling - deviances - 0.5 * Math.log(2 * Math.PI * successes * (failures / trials));
}

/** log base^exponent, through whichever of base and 1 - base is the small one. */
const logPower = (base: number, complement: number, exponent: number): number =>
  exponent === 0 ? 0 : exponent * (complement < 0.5 ? Math.log1p(-complement) : Math.log(base));

/** count·log(count/mean) + mean - count, where excess = count - mean is known better than the mean. */
function deviance(count: number, mean: number, excess: number): number {
  const v = excess / (count + mean);
  if (Math.abs(v) > 0.5) return count * Math.log(count / mean) - excess;
  // log(count/mean) = 2·artanh(v); the first term of the series joins with the excess exactly
  let sum = excess * v;
  let power = 2 * count * v;
  for (let odd = 3, before = Infinity; Math.abs(sum - before) > 0; odd += 2) {
    power *= v * v;
    before = sum;
    sum += power / odd;
  }
  return sum;
}

/** log n! - log(√(2πn)·(n/e)^n): the series from 16 on, where its next term is below 1e-16. */
function stirlingError(n: number): number {
  if (n < 16) return logSmallFactorial(n) - ((n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI));
  const square = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n;
}

function logSmallFactorial(n: number): number {
  let factorial = 1;
  for (let factor = 2; factor <= n; factor++) factorial *= factor;
  return Math.log(factorial);
}

/**
 * log P(X >= successes) at or above the mean: the mass here times 1 + r1 + r1·r2 + ..., the ratios of following
 * masses, summed as Gauss's continued fraction of the hypergeometric function (-failures, 1; successes + 1; -odds).
 */
function logTailAbove(at: Situation): number {
  const { successes, failures, probability, complement } = at;
  if (complement === 0) return 0;
  return logMass(at) - Math.log(gaussFraction(failures, successes + 1, probability / complement));
}

/** 1 + e1/(1 + e2/(1 + ...)) by Lentz's method; a coefficient is 0 after 2·failures steps at the latest. */
function gaussFraction(failures: number, next: number, odds: number): number {
  let fraction = 1 - (failures * odds) / next;
  let above = fraction;
  let below = 1;
  for (let pair = 1, change = Infinity; Math.abs(change - 1) > 2 ** -52; pair++) {
    const place = next + 2 * pair;
    const even = (pair / (place - 1)) * ((next + failures + pair - 1) / (place - 2)) * odds;
    const odd = ((pair - failures) / place) * ((next + pair - 1) / (place - 1)) * odds;
    below = 1 / (1 + even * below);
    above = 1 + even / above;
    change = above * below;
    below = 1 / (1 + odd * below);
    above = 1 + odd / above;
    change *= above * below;
    fraction *= change;
  }
  return fraction;
}
