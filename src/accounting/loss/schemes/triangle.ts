/** A replacement as a removal followed by an addition: the bound for schemes whose worst replaced pair is unknown. */
import { UNIT } from '../pair.ts';
import { joined, type Profile } from '../profile.ts';

const SPLITS = 16;

/**
 * Removal, then addition.
 *   Says     H(P || R) at e1 + e2 is at most H(P || Q) at e1 plus exp(e1) times H(Q || R) at e2
 *   Assumes  `removal` and `addition` bound delta for epsilon >= 0
 *   Rounds   up
 *   Source   weak triangle inequality of the hockey-stick divergence
 */
export function byTriangle(
  removal: (epsilon: number) => number,
  addition: (epsilon: number) => number,
  highest: number,
): Profile {
  const delta = (epsilon: number): number => {
    let best = 1;
    for (let i = 0; i <= SPLITS; i++) {
      const first = (epsilon * i) / SPLITS;
      const added = Math.exp(first) * addition(epsilon - first);
      // it only grows from here on
      if (!(added < best)) break;
      best = Math.min(best, (removal(first) + added) * (1 + 16 * UNIT * (1 + first)));
    }
    return best;
  };
  return joined(delta, delta, highest);
}
