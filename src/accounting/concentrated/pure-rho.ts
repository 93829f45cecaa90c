/** What mechanisms with an epsilon cost in concentrated privacy. */
import type { Amount } from '../../amounts/index.ts';
import { down, integerRoot, rational, toNumber, up } from '../../numerics/index.ts';
import { chargeOf, toPlaces } from '../tree/exact-amounts.ts';

/**
 * Any mechanism with an epsilon.
 *   Says     epsilon, with whatever delta, is epsilon·tanh(epsilon/2)-concentrated with the same delta; randomized response
 *            reaches it
 *   Assumes  one fixed pair of neighbours at a time, as for every loss
 *   Rounds   up, to 18 decimals: nothing but epsilon 0 is free
 *   Source   [KOV15] reduces to randomized response; its Renyi divergences over their orders are largest at order 1
 */
export function pureRho(epsilon: Amount): Amount {
  const most = toNumber(epsilon, 'up');
  if (most === 0) return rational.zero;
  // tanh(e/2) = (1 - exp(-e))/(1 + exp(-e)), which grows with e
  const tanh = Math.min(1, up.div(-down.expm1(-most), down.add(1, down.exp(-most))));
  return chargeOf(up.mul(most, tanh));
}

/**
 * A value that is drawn with probability proportional to exp(-epsilon·miss/(2·sensitivity)).
 *   Says     epsilon²/8-concentrated: the log-ratio of two neighbours stays in an interval of width epsilon
 *   Assumes  asked of the base table, not of a sample of it: mixtures have wider intervals
 *   Rounds   up, to 18 decimals
 *   Source   [DDR20]; Hoeffding's lemma
 */
export const choiceRho = (epsilon: Amount): Amount =>
  toPlaces(rational.div(rational.mul(epsilon, epsilon), rational.ratio(8n)), 'up');

/** Decimals of an epsilon that a rho allows. */
const PLACES = 18n;

/**
 * The epsilon that a rho buys for such a draw.
 *   Says     `choiceRho` of the returned epsilon is at most rho: the root of 8·rho
 *   Assumes  as `choiceRho`
 *   Rounds   down, to 18 decimals
 *   Source   trial: `choiceRho`
 */
export function choiceEpsilon({ numerator, denominator }: Amount): Amount {
  const scale = 10n ** PLACES;
  return rational.ratio(integerRoot((8n * numerator * scale * scale) / denominator), scale);
}
