/** n independent draws from all units: one unit may be drawn up to n times, so this sample protects nobody. */

import { up } from '../../numerics/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { amplify } from './amplification.ts';
import { checkCost, checkSize } from './arguments.ts';
import { charge, chargeSubstitutionOnly } from './charge.ts';
import type { SampleOperator } from './operator.ts';

export interface WithReplacement {
  readonly size: number;
  /** The public number of units; only replaced units are then neighbours. */
  readonly of?: number | undefined;
}

export const withReplacement = ({ size, of }: WithReplacement, following: Cost): Cost =>
  of === undefined ? drawsFromSecret(size, following) : drawsFromPublic(size, of, following);

/**
 * The size of the data is secret; the worst case are data of one unit.
 *   Says     (e, r) ⇒ (max(n·e, n·ln((1 + e^r)/2)), n·r), both reached
 *   Assumes  n independent uniform draws, nothing from no data; what follows counts a unit as often as it is drawn
 *   Rounds   up
 *   Source   derived (corrects [EAS16] section 4.3); checked by linear program
 */
function drawsFromSecret(size: number, following: Cost): Cost {
  checkSize('number of draws', size);
  const { epsilon, replace } = checkCost(following);
  return charge(up.mul(size, Math.max(epsilon, amplify(0.5, replace))), up.mul(size, replace));
}

/**
 * The size of the data is public.
 *   Says     r ⇒ n·ln(1 + (e^r − 1)/N), reached
 *   Assumes  neighbours replace one unit; the table directly below has exactly N units, and N is public
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
function drawsFromPublic(size: number, of: number, following: Cost): Cost {
  checkSize('number of draws', size);
  checkSize('public number of units', of);
  return chargeSubstitutionOnly(up.mul(size, amplify(up.div(1, of), checkCost(following).replace)));
}

export const withReplacementOperator: SampleOperator<WithReplacement> = {
  about: 'a fixed number of draws, with replacement',
  takes: { size: 'needed', of: 'optional' },
  random: true,
  price: withReplacement,
  theorem: ({ of }) => (of === undefined ? 'drawsFromSecret' : 'drawsFromPublic'),
};
