/**
 * A choice among many with exponentially different weights, exactly: the exponential mechanism's draw.
 */
import { firstKept } from './attempts.ts';
import { type ChosenMember, proposalsOf, type Run, usualTuning } from './exponential-weights.ts';
import type { Below } from './uniform.ts';

/**
 * One attempt at a choice: which run, and which of its members.
 *   Says     P[member of run i | kept] is proportional to exp(-exponent_i)
 *   Assumes  at least one run is not empty; exponents are at least 0, which is checked
 *   Rounds   nothing: proposals are integers, and coins are exact
 *   Source   elementary: rejection
 */
export function choiceAttempt(
  below: Below,
  runs: readonly Run[],
  tuning = usualTuning,
): () => ChosenMember | undefined {
  const { propose } = proposalsOf(below, runs, tuning);
  return () => {
    const { choice, keeps } = propose();
    return keeps() ? choice : undefined;
  };
}

/** Draws a member of one of the runs with probability proportional to exp(-exponent of its run). */
export const exponentialChoice = (below: Below, runs: readonly Run[]): ChosenMember =>
  firstKept(choiceAttempt(below, runs));
