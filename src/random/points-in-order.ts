/**
 * Independent Poisson processes, by the order of their points alone: no time is ever drawn.
 */
import type { Ratio } from './ratio.ts';

export interface PointsInOrder {
  /** Goes on to the next point of the first process. */
  next(): void;
  /** Makes another process known: how many of its points came before now. */
  pointsOf(rate: bigint): number;
}

/**
 * A point of several processes belongs to each of them in proportion to their rates, independently of all points before. So
 * points of a process that becomes known fall among those known before, each as the next one with the same probability.
 *   Says     what is told has the law of independent Poisson processes of these rates
 *   Assumes  the first rate is above 0, others at least 0; whether one becomes known does not depend on its points
 *   Rounds   nothing: rates are integers
 *   Source   elementary: superposition
 */
export function pointsInOrder(coin: (probability: Ratio) => boolean, rate: bigint): PointsInOrder {
  let known = rate; // of all processes that are known together
  let points = 0; // of them, up to now
  return {
    next() {
      do points += 1;
      while (known > rate && !coin({ numerator: rate, denominator: known }));
    },
    pointsOf(other) {
      let found = 0;
      for (let left = other > 0n ? points : 0; left > 0; ) {
        if (coin({ numerator: known, denominator: known + other })) left -= 1;
        else found += 1;
      }
      known += other;
      points += found;
      return found;
    },
  };
}
