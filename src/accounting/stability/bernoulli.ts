/**
 * Bernoulli (Poisson) sampling: every unit is kept by its own coin.
 * The only sample whose price lies below what follows it, whatever the size of the data.
 */
import { up } from '../../numerics/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { amplify, tilt } from './amplification.ts';
import { checkCost, checkRate } from './arguments.ts';
import { charge } from './charge.ts';

/**
 * Every unit is kept independently with one public probability.
 *   Says     (e, r) ⇒ (ln(1 + b(e^e − 1)), ln((1 − b + b·e^e) / (1 − b + b·e^(e−r)))), both reached
 *   Assumes  fresh secret coins, one per unit; the sample is never shown
 *   Rounds   up
 *   Source   [EAS16] section 4.5 for e; r derived, both checked by linear program
 */
export function bernoulli({ rate }: { readonly rate: number }, following: Cost): Cost {
  checkRate('sampling rate', rate);
  const { epsilon, replace } = checkCost(following);
  return charge(amplify(rate, epsilon), amplify(tilt(rate, up.sub(epsilon, replace)), replace));
}
