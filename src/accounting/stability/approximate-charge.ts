/** Costs with a chance of failure: what they must be, and how they are returned. */
import { up } from '../../numerics/index.ts';
import { type ApproximateCost, type Cost, refuse } from '../../vocabulary/index.ts';
import { checkAmount, checkRate } from './arguments.ts';

export function checkApproximate(cost: ApproximateCost): ApproximateCost {
  checkAmount('epsilon', cost.epsilon);
  checkRate('delta', cost.delta);
  checkRate('replace-one delta', cost.replaceDelta);
  if (cost.replace >= 0 && cost.replace <= 2 * cost.epsilon) return cost;
  return refuse(
    'value_out_of_range',
    `The replace-one epsilon must be between 0 and twice epsilon (${2 * cost.epsilon}); it is ${cost.replace}. ` +
      'With twice epsilon its delta is (1 + e^epsilon) times delta.',
  );
}

/**
 * Chances of failure never exceed 1. A pure r' may be cut to 2e'; here that needs another delta, that of one unit removed and
 * one added: (2e', (1 + e^e')·δ'). Rounded up.
 */
export function approximateCharge(charged: Cost, delta: number, replaceDelta: number): ApproximateCost {
  const { epsilon, replace } = charged;
  if (replace <= 2 * epsilon) {
    return Object.freeze({
      epsilon,
      replace,
      delta: Math.min(delta, 1),
      replaceDelta: Math.min(replaceDelta, 1),
    });
  }
  return removedAndAdded(epsilon, delta);
}

/** A replaced unit is one removed and one added. Rounded up. */
export const removedAndAdded = (epsilon: number, delta: number): ApproximateCost =>
  approximateCharge(
    { epsilon, replace: 2 * epsilon },
    delta,
    delta === 0 ? 0 : up.mul(up.add(1, up.exp(epsilon)), delta),
  );
