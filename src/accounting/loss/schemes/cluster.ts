/** A coin for each cluster: the unit comes in with its whole cluster or not at all. */
import type { Base } from '../mechanism.ts';
import { reversed } from '../pairs/reversed.ts';
import { coinDelta, joined } from '../profile.ts';
import { lossUnderCoin, nothing, underCoin } from './coin.ts';
import { binned, mirrored } from './fixed-pairs.ts';
import { highestOf, reached, type StepBounds, type Way } from './scheme.ts';
import { byTriangle } from './triangle.ts';

/**
 * Poisson sampling of clusters of at most N units.
 *   Says     a coin over two alternatives: the cluster with the unit (N units away from nothing) and without it
 *            (N-1 away), one unit apart. Pure: ln((1-b+b·exp(N·e))/(1-b+b·exp((N-1)·e))).
 *            A replaced unit may move to another cluster: removal, then addition
 *   Assumes  at most N units in a cluster, promised
 *   Rounds   up
 *   Source   [BBG18] Theorem 2
 */
export function clusterBounds(base: Base, { rate, members }: { rate: number; members: number }, way: Way): StepBounds {
  if (rate === 0) return reached(nothing);
  const unit = base.added(1);
  const most = highestOf(unit);
  const whole = base.added(members);
  const without = base.added(members - 1);
  const back = reversed(unit);
  const removal = (epsilon: number): number => coinDelta(whole, unit, rate, epsilon);
  const addition = (epsilon: number): number => coinDelta(without, back, rate, epsilon);
  const pure =
    most === Infinity ? Infinity : lossUnderCoin(members * most, rate) - lossUnderCoin((members - 1) * most, rate);
  const alone = underCoin(unit, rate);
  const full = [
    { weight: 1 - rate, units: 0 },
    { weight: rate, units: members },
  ];
  const less = [
    { weight: 1 - rate, units: 0 },
    { weight: rate, units: members - 1 },
  ];
  switch (way) {
    case 'remove':
      return {
        upper: joined(removal, addition, pure),
        lowers: [...binned(base, full, less), alone],
        tight: false,
        highest: pure,
      };
    case 'add':
      return {
        upper: joined(addition, removal, pure),
        lowers: [...binned(base, less, full), reversed(alone)],
        tight: false,
        highest: pure,
      };
    case 'replace':
    case 'replace-back': {
      const coin = [
        { weight: 1 - rate, units: 0 },
        { weight: rate, units: 1 },
      ];
      const highest = Math.min(2 * pure, Math.max(most, highestOf(base.replaced(1))));
      return {
        upper: byTriangle(removal, addition, highest),
        lowers: [...mirrored(base, coin), alone, reversed(alone)],
        tight: false,
        highest,
      };
    }
  }
}
