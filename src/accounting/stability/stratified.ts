/** Bernoulli sampling at a rate of its own in each public stratum, fixed before any data are seen. */

import { down, up } from '../../numerics/index.ts';
import type { ApproximateCost, Cost } from '../../vocabulary/index.ts';
import { greatest } from './amounts.ts';
import { amplify } from './amplification.ts';
import { checkApproximate, removedAndAdded } from './approximate-charge.ts';
import { checkCost, checkRate, checkSome } from './arguments.ts';
import { charge } from './charge.ts';
import type { SampleOperator } from './operator.ts';

/** Beyond this exp would overflow; the charge of the unsampled table is then close enough. */
const LARGE = 700;

/**
 * A coin per unit whose rate depends on the unit's public stratum.
 *   Says     e ⇒ max over s of ln(1 + b_s(e^e − 1)); r ⇒ max over ordered s, t, also s = t, of
 *            ln((1 − b_t + b_t·e^e) / (1 − b_s + b_s·e^(e−r))) and ln((1 − b_t + b_t·e^(r−e)) / (1 − b_s + b_s·e^(−e)))
 *   Assumes  strata and rates fixed without looking at the data; a replaced unit may change its stratum; fresh secret coins
 *   Rounds   up; above e = 700 at most max(e, r)
 *   Source   derived; checked by linear program
 */
export function stratified({ rates }: { readonly rates: readonly number[] }, following: Cost): Cost {
  const list = checkSome('rate', rates).map(rate => checkRate('rate of a stratum', rate));
  const cost = checkCost(following);
  const most = greatest(list);
  const least = list.reduce((low, rate) => Math.min(low, rate), 1);
  return charge(amplify(most, cost.epsilon), replacedUnit(least, most, cost));
}

/**
 * Both ratios are monotone in either rate, so only the least and the greatest matter. Written as
 * 1 + (difference of the two rates' effects): every term is at least 0, so no digits cancel.
 */
function replacedUnit(least: number, most: number, { epsilon, replace }: Cost): number {
  const unsampled = Math.max(epsilon, replace);
  if (unsampled > LARGE) return unsampled;
  const spread = up.sub(most, least);
  const [kept, lost] = [up.expm1(epsilon), down.expm1(-epsilon)];
  const entering =
    epsilon >= replace ? excess(up.mul(spread, kept), least, epsilon, replace) : excess(0, most, epsilon, replace);
  const shrink = up.sub(replace, epsilon);
  const leaving = up.div(
    up.add(
      shrink < 0 ? up.mul(spread, -down.expm1(shrink)) : 0,
      up.mul(most, up.mul(up.exp(-epsilon), up.expm1(replace))),
    ),
    down.add(1, down.mul(most, lost)),
  );
  return Math.min(Math.max(up.log1p(entering), up.log1p(leaving)), unsampled);
}

/** (extra + b·e^(e−r)(e^r − 1)) / (1 + b(e^(e−r) − 1)). */
function excess(extra: number, rate: number, epsilon: number, replace: number): number {
  const moved = up.mul(rate, up.mul(up.exp(up.sub(epsilon, replace)), up.expm1(replace)));
  return up.div(up.add(extra, moved), down.add(1, down.mul(rate, down.expm1(down.sub(epsilon, replace)))));
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

export const stratifiedOperator: SampleOperator<{ readonly rates: readonly number[] }> = {
  about: 'Bernoulli sampling with its own rate in each public stratum',
  takes: { rates: 'needed' },
  random: true,
  price: stratified,
  capped: cappedStratified,
  known: { added: 'added', replaced: 'either' },
  theorem: () => 'stratified',
};
