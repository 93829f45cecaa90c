/** What a split charges for caps (epsilon, delta) on all that will ever be asked of its parts. */
import { up } from '../../numerics/index.ts';
import type { ApproximateCost } from '../../vocabulary/index.ts';
import { greatest, sum } from './amounts.ts';
import { approximateCharge, checkApproximate, removedAndAdded } from './approximate-charge.ts';
import { checkSome } from './arguments.ts';
import { fixedSizeSplit } from './fixed-size-split.ts';
import { keySplit } from './key-split.ts';
import { randomSplit } from './random-split.ts';
import { takeSkipSplit } from './take-skip-split.ts';

export interface CappedKeySplit {
  readonly costs: readonly ApproximateCost[];
}

/**
 * Split by a public key constant in a unit.
 *   Says     as the pure price, with δ ⇒ max δ_j, ρ ⇒ max(ρ_j, δ_i + δ_j for i ≠ j)
 *   Assumes  as `keySplit`; all questions on a part together keep its cap
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
export function cappedKeySplit({ costs }: CappedKeySplit): ApproximateCost {
  const caps = costs.map(checkApproximate);
  const charged = keySplit({ costs: caps });
  const [first, second] = caps.map(({ delta }) => delta).sort((a, b) => b - a);
  const moved = second === undefined ? 0 : up.add(first, second);
  return approximateCharge(charged, first, Math.max(moved, greatest(caps.map(cap => cap.replaceDelta))));
}

export interface CappedRandomSplit {
  readonly parts: readonly { readonly rate: number; readonly cost: ApproximateCost }[];
  /** Which of the two charges is wanted: the one with the smaller epsilon, or the one with the smaller delta. */
  readonly least: 'epsilon' | 'delta';
}

/**
 * Random split. The two charges may not be mixed.
 *   Says     (e_j, δ_j) ⇒ (ln Σ b_j·e^(e_j), max δ_j) or (max e_j, Σ b_j·δ_j); replaced: (2e', (1 + e^e')·δ')
 *   Assumes  as `randomSplit`; all questions on a part together keep its cap
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
export function cappedRandomSplit({ parts, least }: CappedRandomSplit): ApproximateCost {
  const caps = checkSome('part', parts).map(({ rate, cost }) => ({ rate, cost: checkApproximate(cost) }));
  const mixed = randomSplit({ parts: caps }).epsilon;
  const [epsilon, delta] =
    least === 'epsilon'
      ? [mixed, greatest(caps.map(({ cost }) => cost.delta))]
      : [greatest(caps.map(({ cost }) => cost.epsilon)), sum(caps.map(({ rate, cost }) => up.mul(rate, cost.delta)))];
  return removedAndAdded(epsilon, delta);
}

export interface CappedFixedSizeSplit {
  readonly size: number;
  readonly costs: readonly [ApproximateCost, ApproximateCost];
}

/**
 * n units at random to part one, the rest to part two, of a secret size.
 *   Says     as the pure price, with δ ⇒ max(δ_1, δ_2 + e^(e_2)·n/(n+1)·ρ_1), ρ ⇒ max(ρ_1, ρ_2)
 *   Assumes  as `fixedSizeSplit`; all questions on a part together keep its cap
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
export function cappedFixedSizeSplit({ size, costs }: CappedFixedSizeSplit): ApproximateCost {
  const [first, rest] = costs.map(checkApproximate);
  const charged = fixedSizeSplit({ size, costs: [first, rest] });
  const pushed = up.mul(up.div(size, up.add(size, 1)), first.replaceDelta);
  const both = pushed === 0 ? rest.delta : up.add(rest.delta, up.mul(up.exp(rest.epsilon), pushed));
  return approximateCharge(charged, Math.max(first.delta, both), Math.max(first.replaceDelta, rest.replaceDelta));
}

export interface CappedTakeSkipSplit {
  readonly size: number;
  readonly costs: readonly [ApproximateCost, ApproximateCost];
}

/**
 * The first n units to part one, the others to part two.
 *   Says     as the pure price, with δ ⇒ max(δ_1, ρ_1 + δ_2), ρ ⇒ ρ_1 + ρ_2
 *   Assumes  as `takeSkipSplit`; all questions on a part together keep its cap
 *   Rounds   up
 *   Source   derived: both parts change at once, and fail on their own
 */
export function cappedTakeSkipSplit({ size, costs }: CappedTakeSkipSplit): ApproximateCost {
  const [first, rest] = costs.map(checkApproximate);
  return approximateCharge(
    takeSkipSplit({ size, costs: [first, rest] }),
    Math.max(first.delta, up.add(first.replaceDelta, rest.delta)),
    up.add(first.replaceDelta, rest.replaceDelta),
  );
}
