/**
 * Bernoulli (Poisson) sampling: every unit is kept by its own coin.
 * The only sample whose price lies below what follows it, whatever the size of the data.
 */

import { up } from '../../numerics/index.ts';
import type { ApproximateCost, Cost } from '../../vocabulary/index.ts';
import { amplify, tilt } from './amplification.ts';
import { approximateCharge, checkApproximate } from './approximate-charge.ts';
import { checkCost, checkRate } from './arguments.ts';
import { charge } from './charge.ts';
import type { SampleOperator } from './operator.ts';

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

/**
 * Bernoulli sample.
 *   Says     (e, δ; r, ρ) ⇒ (ln(1 + b(e^e − 1)), bδ; ln(1 + b(e^max(e,r) − 1)), b·max(δ, ρ)), and where that r' exceeds 2e',
 *            (2e', (1 + e^e')·δ')
 *   Assumes  as `bernoulli`; all questions on the sample together keep the cap
 *   Rounds   up
 *   Source   derived (advanced joint convexity); checked by linear program
 */
export function cappedBernoulli({ rate }: { readonly rate: number }, cap: ApproximateCost): ApproximateCost {
  const { epsilon, replace, delta, replaceDelta } = checkApproximate(cap);
  const charged = {
    epsilon: bernoulli({ rate }, cap).epsilon,
    replace: amplify(rate, Math.max(epsilon, replace)),
  };
  return approximateCharge(charged, up.mul(rate, delta), up.mul(rate, Math.max(delta, replaceDelta)));
}

export const bernoulliOperator: SampleOperator<{ readonly rate: number }> = {
  about: 'Bernoulli (Poisson) sampling: each unit independently',
  takes: { rate: 'needed' },
  random: true,
  price: bernoulli,
  capped: cappedBernoulli,
  known: { added: 'added', replaced: 'either' },
  theorem: () => 'bernoulli',
};
