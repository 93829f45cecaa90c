/** What a question costs the table that it is asked of, before any operator below: its mechanisms, in exact amounts. */
import type { ExactLoss, Spending } from '../../amounts/index.ts';
import { type Rational, rational, toNumber, up } from '../../numerics/index.ts';
import type { Relation } from '../../vocabulary/index.ts';
import type { CheckedPlan, PlannedMechanism } from '../checked-plan.ts';
import { partsOf, sumOf } from './shares.ts';

/**
 * The mechanisms of one question, which divide its epsilon by their weights and may fail together with probability delta.
 *   Says     noise for a sensitivity s hides a change of t at ε·t/s, so that either kind of neighbour follows from the other;
 *            with δ > 0 a replaced unit is one removed and one added, (2ε, (1 + e^ε)·δ), and one added changes no more than
 *            one replaced
 *   Assumes  pure mechanisms scale with the sensitivity; each unit counts with at most k rows, as the sensitivities do
 *   Rounds   (1 + e^ε)·δ up, to at most 1; all else is exact
 *   Source   derived, group privacy as in [Vadhan17] Lemma 2.2; enumerated on small tables
 */
export function questionCost({ mechanisms, relation }: CheckedPlan, inner: ExactLoss): Spending {
  const { epsilon, delta } = inner;
  if (delta.numerator > 0n) return unscaledCost(inner, relation);
  if (relation === 'add-remove') {
    const replace = overMechanisms(epsilon, mechanisms, replacedByAdded);
    return Object.freeze({ epsilon, replace, delta, replaceDelta: delta });
  }
  const added = overMechanisms(epsilon, mechanisms, addedByReplaced);
  return Object.freeze({ epsilon: added, replace: epsilon, delta, replaceDelta: delta });
}

/** What may be spent, of which nothing is known but epsilon and delta under the table's own relation. */
export function unscaledCost({ epsilon, delta }: ExactLoss, relation: Relation): Spending {
  if (relation === 'replace-one') return Object.freeze({ epsilon, replace: epsilon, delta, replaceDelta: delta });
  return Object.freeze({
    epsilon,
    replace: rational.add(epsilon, epsilon),
    delta,
    replaceDelta: deltaOfTwo(epsilon, delta),
  });
}

const replacedByAdded = ({ sensitivity: { addRemove, replaceOne } }: PlannedMechanism): Rational =>
  rational.ratio(replaceOne, addRemove);

const addedByReplaced = ({ sensitivity: { addRemove, replaceOne } }: PlannedMechanism): Rational =>
  rational.ratio(addRemove, replaceOne);

/** The mean of the mechanisms' ratios, by their shares. */
const overMechanisms = (
  epsilon: Rational,
  mechanisms: readonly PlannedMechanism[],
  ratio: typeof replacedByAdded,
): Rational => {
  const part = partsOf(epsilon, mechanisms);
  return sumOf(mechanisms.map(mechanism => rational.mul(part(mechanism), ratio(mechanism))));
};

function deltaOfTwo(epsilon: Rational, delta: Rational): Rational {
  const factor = up.add(1, up.exp(toNumber(epsilon, 'up')));
  const both = factor < Infinity ? rational.mul(rational.fromNumber(factor), delta) : rational.one;
  return rational.compare(both, rational.one) < 0 ? both : rational.one;
}
