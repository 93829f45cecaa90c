/** One step under one direction of change: which pair or profile bounds it from above, which data reach what from below. */
import { refuse } from '../../../vocabulary/index.ts';
import type { SpecifiedMechanism, SpecifiedSampling } from '../../specification.ts';
import { type Base, baseOf } from '../mechanism.ts';
import type { LossPair } from '../pair.ts';
import { reversed } from '../pairs/reversed.ts';
import { coinDelta, joined, upperDelta } from '../profile.ts';
import { clusterBounds } from './cluster.ts';
import { lossUnderCoin, nothing, underCoin } from './coin.ts';
import { type Focus, partitionBounds } from './partition.ts';
import { highestOf, type NeighbourChange, reached, type StepBounds } from './scheme.ts';
import { symmetric } from './symmetric.ts';
import { withReplacementBounds } from './with-replacement.ts';

export function boundsOf(
  mechanism: SpecifiedMechanism,
  sampling: SpecifiedSampling,
  way: NeighbourChange,
  focus: Focus,
): StepBounds {
  const base = baseOf(mechanism, focus.order);
  switch (sampling.kind) {
    case 'none':
      return reached(unsampled(base, way));
    case 'poisson':
      return poissonBounds(base, sampling.rate, way, mechanism.kind);
    case 'fixed-size':
      return fixedSizeBounds(base, sampling, way);
    case 'with-replacement':
      return withReplacementBounds(base, sampling, way);
    case 'cluster':
      if (sampling.members === 1 || sampling.rate === 1) return poissonBounds(base, sampling.rate, way, mechanism.kind);
      return clusterBounds(base, sampling, way);
    case 'partition':
      if (sampling.parts === 1) return reached(unsampled(base, way));
      return partitionBounds(base, sampling.parts, way, focus);
  }
}

function unsampled(base: Base, way: NeighbourChange): LossPair {
  if (way === 'replace') return base.replaced(1);
  if (way === 'replace-back') return reversed(base.replaced(1));
  return way === 'remove' ? base.added(1) : reversed(base.added(1));
}

/**
 * Poisson sampling.
 *   Says     add-remove: a coin over the base pair, one direction and its reverse, both reached.
 *            replace-one: a coin over two alternatives, one way against the other: where laws lie on a line the mirrored
 *            pair is worst (see `LawsOnLine`) and reached
 *   Assumes  every unit's coin is independent, and the sample is secret
 *   Rounds   up
 *   Source   [ZDW22] Theorem 11; [BBG18] Theorem 2; [Lebeda25] Proposition 13
 */
export function poissonBounds(
  base: Base,
  rate: number,
  way: NeighbourChange,
  kind: SpecifiedMechanism['kind'],
): StepBounds {
  if (rate === 0) return reached(nothing);
  if (rate === 1) return reached(unsampled(base, way));
  if (way === 'remove') return reached(underCoin(base.added(1), rate));
  if (way === 'add') return reached(reversed(underCoin(base.added(1), rate)));
  if (kind === 'randomized-response' || kind === 'pair')
    return refuse(
      'sampling_unsupported',
      `${kind} does not cover a unit that is left out, so Poisson sampling under replace-one has no bound. Use fixed-size.`,
    );
  const worst = base.line?.mirrored(rate);
  if (worst !== undefined) return reached(worst);
  const [apart, close] = [base.added(1), base.replaced(1)];
  const [most, mostReplaced] = [highestOf(apart), Math.min(highestOf(close), 2 * highestOf(apart))];
  const highest = most === Infinity ? Infinity : lossUnderCoin(most, rate) - lossUnderCoin(most - mostReplaced, rate);
  const delta = (epsilon: number): number => coinDelta(apart, close, rate, epsilon);
  // a unit that looks like none at all: it differs from its substitute no more than units may
  const coin = underCoin(highestOf(close) < highestOf(apart) ? close : apart, rate);
  return {
    upper: joined(delta, delta, highest),
    lowers: [coin, reversed(coin)],
    tight: false,
    highest,
  };
}

/**
 * A fixed number of units without replacement, out of a known number.
 *   Says     replace-one: the coin of rate m/n over a replaced unit bounds every epsilon >= 0, its symmetric
 *            completion all of them; randomized response among three values reaches it. add-remove: the coin of rate m/(n+1) over a replaced unit, reached
 *   Assumes  n is public (replace-one) or given as that of the smaller data set (add-remove)
 *   Rounds   up
 *   Source   [ZDW22] Theorem 11 and Proposition 30
 */
export function fixedSizeBounds(
  base: Base,
  { size, of }: { size: number; of: number },
  way: NeighbourChange,
): StepBounds {
  const replaced = base.replaced(1);
  if (way === 'remove') return reached(underCoin(replaced, size / (of + 1)));
  if (way === 'add') return reached(reversed(underCoin(replaced, size / (of + 1))));
  if (size === of) return reached(unsampled(base, way));
  const rate = size / of;
  if (base.amongOthers !== undefined) return reached(base.amongOthers(rate));
  const half = underCoin(replaced, rate);
  const back = underCoin(reversed(replaced), rate);
  const worse = (epsilon: number): number => Math.max(upperDelta(half, epsilon), upperDelta(back, epsilon));
  const highest = Math.max(highestOf(half), highestOf(back));
  return {
    upper: base.symmetric ? symmetric(half) : joined(worse, worse, highest),
    lowers: [
      half,
      reversed(half),
      ...[base.line?.mirrored(rate) ?? []].flat(),
      ...(base.symmetric ? [] : [back, reversed(back)]),
    ],
    tight: false,
    highest,
  };
}
