/** Composes a workload by the number of its large losses, within what is left to spend. */
import { type LatticeTerm, roughly } from './aim.ts';
import type { Composed, Side } from './composed.ts';
import { type Convolved, convolve, passesOf, type Transforms } from './convolution.ts';
import { partsByJumps, restOn } from './jumps.ts';
import { UNIT } from './pair.ts';
import type { LossQuery } from './question.ts';
import { infiniteMass, lossError, type ReadingEffort, totalOrigin } from './workload.ts';

/** Every pass of transforms looks at each point of its window, and its aim at each of the steps'. */
export const pointsIn = (terms: readonly LatticeTerm[], { masses }: Convolved): number =>
  terms.reduce((sum, { lattice }) => sum + lattice.masses.length, passesOf(terms) * masses.length);

/** The same composition by the number of large losses, each number with its own aim. */
export function composeByJumps(
  terms: readonly LatticeTerm[],
  side: Side,
  question: LossQuery,
  { transforms, negligible, left, spend }: ReadingEffort & { negligible: number; transforms: Transforms },
): Composed[] | undefined {
  const split = partsByJumps(terms, negligible);
  if (split === undefined) return undefined;
  const whole = { infinite: infiniteMass(terms) + restOn(side, split.rest), lossError: lossError(terms) };
  const composed: Composed[] = [];
  for (const { terms: part, logWays } of split.parts) {
    // a whole composition takes no longer than a part
    const most = left();
    const sum = most > 0 ? convolve(part, question.aim(roughly(part), logWays), { transforms, most }) : undefined;
    if (sum === undefined) return undefined;
    spend(pointsIn(part, sum));
    composed.push({
      sum: {
        ...sum,
        logScale: sum.logScale + logWays,
        scaleError: sum.scaleError + 8 * UNIT * (1 + Math.abs(logWays)),
      },
      side,
      origin: totalOrigin(part),
      infinite: composed.length === 0 ? whole.infinite : 0,
      lossError: whole.lossError,
    });
  }
  return composed;
}
