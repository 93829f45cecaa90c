/** A coin for each cluster: the unit comes in with its whole cluster or not at all. */
import type { Base } from '../mechanism.ts';
import type { LossPair } from '../pair.ts';
import { coinOver } from '../pairs/line.ts';
import { reversed } from '../pairs/reversed.ts';
import { coinDelta, isProfile, joined, type Profile, upperDelta } from '../profile.ts';
import { lossUnderCoin, nothing, underCoin } from './coin.ts';
import { example } from './fixed-pairs.ts';
import { highestOf, type NeighbourChange, reached, type StepBounds } from './scheme.ts';
import { halves, labelled } from './symmetric.ts';
import { byTriangle } from './triangle.ts';

/**
 * Poisson sampling of clusters of at most N units.
 *   Says     a coin over two alternatives: the cluster with the unit (N units away from nothing) and without it
 *            (N-1 away), one unit apart. Where laws lie on a line, a removed unit is worst at every epsilon >= 0 in a cluster
 *            that pushes its way, an added one in a cluster that it pushes against (see `LawsOnLine`): each is reached in one step,
 *            but not both by one cluster. Else by joint convexity, and no more than the same coin shown, b·delta of the
 *            unit alone. Pure: ln((1-b+b·exp(N·e))/(1-b+b·exp((N-1)·e))).
 *            A replaced unit may move to another cluster: removal, then addition; no more than with the coins shown, one
 *            coin over a replaced unit, or two over a removed and an added one. Nothing is known to be reached but by
 *            examples: the bracket is what theory leaves open
 *   Assumes  at most N units in a cluster, promised
 *   Rounds   up
 *   Source   [BBG18] Theorem 2; joint convexity
 */
export function clusterBounds(
  base: Base,
  { rate, members }: { rate: number; members: number },
  way: NeighbourChange,
): StepBounds {
  if (rate === 0) return reached(nothing);
  const unit = base.added(1);
  const most = highestOf(unit);
  const back = reversed(unit);
  const [removal, addition] = changesOf(base, rate, members);
  const pure =
    most === Infinity ? Infinity : lossUnderCoin(members * most, rate) - lossUnderCoin((members - 1) * most, rate);
  const alone = underCoin(unit, rate);
  const between = (units: number, others: number): LossPair[] =>
    example(base, coinOver(rate, units), coinOver(rate, others));
  switch (way) {
    case 'remove':
      return {
        upper: completed(removal, addition, pure),
        lowers: [...between(members, members - 1), ...between(members - 2, members - 1), alone],
        tight: false,
        highest: pure,
      };
    case 'add':
      return {
        upper: completed(addition, removal, pure),
        lowers: [
          ...between(members - 1, members),
          // a unit that pushes against its cluster
          ...between(members - 1, members - 2),
          reversed(alone),
        ],
        tight: false,
        highest: pure,
      };
    case 'replace':
    case 'replace-back': {
      const highest = Math.min(2 * pure, Math.max(most, highestOf(base.replaced(1))));
      const triangle = byTriangle(
        e => upperDelta(removal, e),
        e => upperDelta(addition, e),
        highest,
      );
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
        lowers: [...between(1, -1), ...between(members, members - 2), alone, reversed(alone)],
        tight: false,
        highest,
      };
    }
  }
}

/** A unit removed and one added, for epsilon >= 0. */
function changesOf(base: Base, rate: number, members: number): [Profile | LossPair, Profile | LossPair] {
  const worst = [base.line?.crowded(rate, members), base.line?.crowded(rate, members - 1)];
  if (worst[0] !== undefined && worst[1] !== undefined) return [worst[0], worst[1]];
  const unit = base.added(1);
  const change = (units: number, pair: LossPair): Profile => {
    const [apart, coinShown] = [base.added(units), shown(pair, rate)];
    const delta = (epsilon: number): number =>
      Math.min(coinDelta(apart, pair, rate, epsilon), upperDelta(coinShown, epsilon));
    return { kind: 'profile', highest: Infinity, delta };
  };
  return [change(members, unit), change(members - 1, reversed(unit))];
}

/** A direction for every epsilon, from bounds of both for epsilon >= 0. */
const completed = (forward: Profile | LossPair, backward: Profile | LossPair, highest: number): Profile | LossPair =>
  isProfile(forward) || isProfile(backward)
    ? joined(
        e => upperDelta(forward, e),
        e => upperDelta(backward, e),
        highest,
      )
    : halves(forward, backward);

/** A coin that is shown, over a pair. */
const shown = (pair: LossPair, rate: number): LossPair =>
  labelled([
    { weight: 1 - rate, pair: nothing },
    { weight: rate, pair },
  ]);
