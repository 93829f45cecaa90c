/** What a sample charges for a cap (epsilon, delta) on all that will ever be asked of it. */
import { up } from '../../numerics/index.ts';
import type { ApproximateCost } from '../../vocabulary/index.ts';
import { greatest } from './amounts.ts';
import { amplify } from './amplification.ts';
import { approximateCharge, checkApproximate, removedAndAdded } from './approximate-charge.ts';
import { bernoulli } from './bernoulli.ts';
import { type FixedSize, fixedSize } from './fixed-size.ts';
import { type Fraction, fraction } from './fraction.ts';
import { skip } from './skip.ts';
import { stratified } from './stratified.ts';
import { take } from './take.ts';

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

/**
 * Stratified Bernoulli sample; b is the largest rate.
 *   Says     (e, δ) ⇒ (ln(1 + b(e^e − 1)), bδ); replaced: (2e', (1 + e^e')·δ')
 *   Assumes  as `stratified`; all questions on the sample together keep the cap
 *   Rounds   up
 *   Source   derived (advanced joint convexity, then one unit removed and one added); checked by linear program
 */
export function cappedStratified(
  { rates }: { readonly rates: readonly number[] },
  cap: ApproximateCost,
): ApproximateCost {
  const { delta } = checkApproximate(cap);
  const { epsilon } = stratified({ rates }, cap);
  return removedAndAdded(epsilon, up.mul(greatest(rates), delta));
}

/**
 * Fixed-size sample.
 *   Says     as the pure price, with δ ⇒ max(δ, n/(n+1)·ρ), ρ ⇒ ρ; of a public size N: ρ ⇒ (n/N)·ρ
 *   Assumes  as `fixedSize`; all questions on the sample together keep the cap
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
export function cappedFixedSize(sample: FixedSize, cap: ApproximateCost): ApproximateCost {
  const { delta, replaceDelta } = checkApproximate(cap);
  const charged = fixedSize(sample, cap);
  const met = (of: number): number => up.mul(up.div(sample.size, of), replaceDelta);
  if (sample.of !== undefined) return approximateCharge(charged, met(sample.of), met(sample.of));
  if (sample.atLeast !== undefined) return approximateCharge(charged, met(sample.atLeast + 1), met(sample.atLeast));
  return approximateCharge(charged, Math.max(delta, met(up.add(sample.size, 1))), replaceDelta);
}

/**
 * Fraction sample.
 *   Says     as the pure price, with δ ⇒ max(δ, pρ), ρ ⇒ pρ
 *   Assumes  as `fraction`; all questions on the sample together keep the cap
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
export function cappedFraction(sample: Fraction, cap: ApproximateCost): ApproximateCost {
  const { delta, replaceDelta } = checkApproximate(cap);
  const met = up.mul(sample.rate, replaceDelta);
  const charged = fraction(sample, cap);
  return sample.of === undefined
    ? approximateCharge(charged, Math.max(delta, met), met)
    : approximateCharge(charged, met, met);
}

/**
 * The first n units.
 *   Says     as the pure price, with δ ⇒ max(δ, ρ), ρ ⇒ ρ
 *   Assumes  as `take`; all questions on the table together keep the cap
 *   Rounds   nothing
 *   Source   derived; checked by linear program
 */
export function cappedTake(sample: { readonly size: number }, cap: ApproximateCost): ApproximateCost {
  const { delta, replaceDelta } = checkApproximate(cap);
  return approximateCharge(take(sample, cap), Math.max(delta, replaceDelta), replaceDelta);
}

/**
 * All but the first n units.
 *   Says     (e, δ; r, ρ) ⇒ (e, δ; r, ρ)
 *   Assumes  as `skip`; all questions on the table together keep the cap
 *   Rounds   nothing
 *   Source   derived; checked by linear program
 */
export function cappedSkip(sample: { readonly size: number }, cap: ApproximateCost): ApproximateCost {
  const { delta, replaceDelta } = checkApproximate(cap);
  return approximateCharge(skip(sample, cap), delta, replaceDelta);
}
