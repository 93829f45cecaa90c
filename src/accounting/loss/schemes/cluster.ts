/** A coin for each cluster: the unit comes in with its whole cluster or not at all. */
import type { Base } from '../mechanism.ts';
import type { LossPair } from '../pair.ts';
import { reversed } from '../pairs/reversed.ts';
import { coinDelta, joined, upperDelta } from '../profile.ts';
import { lossUnderCoin, nothing, underCoin } from './coin.ts';
import { binned, mirrored, type Shifted } from './fixed-pairs.ts';
import { highestOf, reached, type StepBounds, type Way } from './scheme.ts';
import { labelled } from './symmetric.ts';
import { byTriangle } from './triangle.ts';

/**
 * Poisson sampling of clusters of at most N units.
 *   Says     a coin over two alternatives: the cluster with the unit (N units away from nothing) and without it
 *            (N-1 away), one unit apart; no more than the same coin shown, b·delta of the unit alone. The lesser of the two.
 *            Pure: ln((1-b+b·exp(N·e))/(1-b+b·exp((N-1)·e))).
 *            A replaced unit may move to another cluster: removal, then addition; no more than with the coins shown, one
 *            coin over a replaced unit, or two over a removed and an added one. Nothing is known to be reached but by
 *            examples: the bracket is what theory leaves open
 *   Assumes  at most N units in a cluster, promised
 *   Rounds   up
 *   Source   [BBG18] Theorem 2; joint convexity
 */
export function clusterBounds(base: Base, { rate, members }: { rate: number; members: number }, way: Way): StepBounds {
  if (rate === 0) return reached(nothing);
  const unit = base.added(1);
  const most = highestOf(unit);
  const back = reversed(unit);
  const [whole, without] = [base.added(members), base.added(members - 1)];
  const coinShown = shown(unit, rate);
  const coinShownBack = shown(back, rate);
  const removal = (epsilon: number): number =>
    Math.min(coinDelta(whole, unit, rate, epsilon), upperDelta(coinShown, epsilon));
  const addition = (epsilon: number): number =>
    Math.min(coinDelta(without, back, rate, epsilon), upperDelta(coinShownBack, epsilon));
  const pure =
    most === Infinity ? Infinity : lossUnderCoin(members * most, rate) - lossUnderCoin((members - 1) * most, rate);
  const alone = underCoin(unit, rate);
  const coinOver = (units: number): Shifted[] => [
    { weight: 1 - rate, units: 0 },
    { weight: rate, units },
  ];
  switch (way) {
    case 'remove':
      return {
        upper: joined(removal, addition, pure),
        lowers: [...binned(base, coinOver(members), coinOver(members - 1)), alone],
        tight: false,
        highest: pure,
      };
    case 'add':
      return {
        upper: joined(addition, removal, pure),
        lowers: [
          ...binned(base, coinOver(members - 1), coinOver(members)),
          // a unit that pushes against its cluster
          ...binned(base, coinOver(members - 1), coinOver(members - 2)),
          reversed(alone),
        ],
        tight: false,
        highest: pure,
      };
    case 'replace':
    case 'replace-back': {
      const highest = Math.min(2 * pure, Math.max(most, highestOf(base.replaced(1))));
      const triangle = byTriangle(removal, addition, highest);
      const within = shown(base.replaced(1), rate);
      const across = labelled([
        { weight: (1 - rate) ** 2, pair: nothing },
        { weight: rate * (1 - rate), pair: unit },
        { weight: rate * (1 - rate), pair: back },
        { weight: rate * rate, pair: base.replaced(1) },
      ]);
      const delta = (epsilon: number): number =>
        Math.min(triangle.delta(epsilon), Math.max(upperDelta(within, epsilon), upperDelta(across, epsilon)));
      return {
        upper: joined(delta, delta, highest),
        lowers: [
          ...mirrored(base, coinOver(1)),
          ...binned(base, coinOver(members), coinOver(members - 2)),
          alone,
          reversed(alone),
        ],
        tight: false,
        highest,
      };
    }
  }
}

/** A coin that is shown, over a pair. */
const shown = (pair: LossPair, rate: number): LossPair =>
  labelled([
    { weight: 1 - rate, pair: nothing },
    { weight: rate, pair },
  ]);
