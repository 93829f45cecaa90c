/**
 * All that may be released, outcome by outcome, in two worlds: the critical entry has the property, or it has not.
 * What an adversary learns about the entry is how far the two worlds lie apart.
 */
import { up } from '../numerics/index.ts';

export interface Outcomes {
  readonly present: Float64Array;
  readonly absent: Float64Array;
  /** No chance errs by more than this share of itself. */
  readonly error: number;
  /** Outcomes that are not listed have at most this chance together, in either world. */
  readonly outside: number;
}

/** The larger hockey stick of the two directions, rounded up. */
export const deltaOf = (outcomes: Outcomes, epsilon: number): number =>
  Math.max(
    hockeyStick(outcomes.present, outcomes.absent, outcomes, epsilon),
    hockeyStick(outcomes.absent, outcomes.present, outcomes, epsilon),
  );

/** The positive part of P - exp(epsilon)·Q, summed over every outcome: no half-line is taken for granted. */
function hockeyStick(p: Float64Array, q: Float64Array, { error, outside }: Outcomes, epsilon: number): number {
  const factor = Math.exp(epsilon) * (1 - error - ROUNDING);
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += Math.max(0, p[i] * (1 + error) - factor * q[i]);
  return Math.min(1, up.add(sum * (1 + ROUNDING * (p.length + 8)), outside));
}

const ROUNDING = 2 ** -52;
