/** n units at random to part one, the rest to part two. */
import { up } from '../../numerics/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { amplify, amplifyAbove } from './amplification.ts';
import { checkCost, checkSize, checkSizeWithin } from './arguments.ts';
import { charge, chargeSubstitutionOnly } from './charge.ts';

export interface FixedSizeSplit {
  readonly size: number;
  /** The public number of units; only replaced units are then neighbours. */
  readonly of?: number | undefined;
  /** What is spent on the n units, and on the rest. */
  readonly costs: readonly [Cost, Cost];
}

export const fixedSizeSplit = ({ size, of, costs }: FixedSizeSplit): Cost =>
  of === undefined ? splitOfSecret(size, costs) : splitOfPublic(size, of, costs);

/**
 * The size of the data is secret.
 *   Says     (e1, r1), (e2, r2) ⇒ (max(e1, e2 + ln(1 + n/(n+1)·(e^r1 − 1))), max(r1, r2)), both reached
 *   Assumes  n units uniformly without replacement, all of them when there are at most n; fresh secret randomness
 *   Rounds   up
 *   Source   derived (corrects the line after [EAS16] Theorem 4.6); checked by linear program
 */
function splitOfSecret(size: number, costs: readonly [Cost, Cost]): Cost {
  checkSize('size of the first part', size);
  const [first, rest] = costs.map(checkCost);
  const pushed = up.add(rest.epsilon, amplify(up.div(size, up.add(size, 1)), first.replace));
  return charge(Math.max(first.epsilon, pushed), Math.max(first.replace, rest.replace));
}

/**
 * The size of the data is public; g = n/N.
 *   Says     r1 ≥ r2: r2 + ln((1 − g + g·e^r1) / (1 − g + g·e^r2)); otherwise the same with the parts exchanged; reached
 *   Assumes  neighbours replace one unit; the table directly below has exactly N units, and N is public
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
function splitOfPublic(size: number, of: number, costs: readonly [Cost, Cost]): Cost {
  checkSizeWithin('size of the first part', size, of, 'public number of units');
  const [first, rest] = costs.map(cost => checkCost(cost).replace);
  return chargeSubstitutionOnly(
    first >= rest ? amplifyAbove(rest, up.div(size, of), first) : amplifyAbove(first, up.div(of - size, of), rest),
  );
}
