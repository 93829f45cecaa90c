/** The most that a question may spend inside a derived table, so that the base is charged no more than a limit. */
import { type ExactLoss, type Spending, spendings } from '../../amounts/index.ts';
import { rational } from '../../numerics/index.ts';
import { greatest } from './exact-amounts.ts';
import { increments } from './increments.ts';
import { largestAmount } from './largest-amount.ts';
import { type Derivation, isKeyPart, type Lineage } from './lineage.ts';
import type { TreeState } from './spending.ts';

/** A price that has not grown beyond its limit by now never will. */
const UNLIMITED = rational.ratio(1024n);

/**
 * The inverse of the charge at what was spent so far.
 *   Says     the returned pair was tried: asked with it, the question charges the base at most the limit. On a part by a key
 *            the spending on its siblings is left out, so that the limit itself is allowed; on a table with a cap the limit
 *            is on what the cap is charged
 *   Assumes  costs that do not fall when epsilon or delta grows
 *   Rounds   down, to 18 decimals; the limit itself where the base is charged in full
 *   Source   trial: `largestAmount`
 */
export function allowance(
  lineage: Lineage,
  state: TreeState,
  costOf: (inner: ExactLoss) => Spending,
  limit: ExactLoss,
): ExactLoss {
  const seen = { ...lineage, steps: aboveCaps(lineage.steps).map(withoutSiblings) };
  const charged = (inner: ExactLoss): ExactLoss =>
    spendings.under(lineage.relation, increments(seen, state, costOf(inner)).root);
  const epsilon = largestAmount({
    limit: limit.epsilon,
    most: greatest(UNLIMITED, limit.epsilon),
    charge: tried => charged({ ...limit, epsilon: tried }).epsilon,
  });
  if (rational.equals(limit.delta, rational.zero)) return Object.freeze({ ...limit, epsilon });
  const delta = largestAmount({
    limit: limit.delta,
    most: rational.one,
    charge: tried => charged({ ...limit, epsilon, delta: tried }).delta,
  });
  return Object.freeze({ ...limit, epsilon, delta });
}

/** A capped table is charged like a base. */
const aboveCaps = (steps: readonly Derivation[]): readonly Derivation[] =>
  steps.slice(steps.findLastIndex(step => 'node' in step && step.cap !== undefined) + 1);

const withoutSiblings = (step: Derivation): Derivation => (isKeyPart(step) ? { kind: 'where' } : step);
