/**
 * What a single question's delta adds to the base when it is asked of a derived table that has no cap. Multiplying it
 * by the sampling rate is wrong: earlier answers may have shown that somebody is in the sample (`increments.test.ts`).
 */
import { up } from '../../numerics/index.ts';
import { type ApproximateCost, type Relation, refuse } from '../../vocabulary/index.ts';
import { tilt } from './amplification.ts';
import { checkAmount, checkRate } from './arguments.ts';
import { type Sample, type Split, sampleOperators } from './price.ts';

/** One derived table on the way from the base to the table that is asked. */
export type DerivedTable =
  | {
      readonly operator: 'bernoulli';
      readonly rate: number;
      /** Epsilon spent on this table so far, before the question. */
      readonly spent: number;
    }
  | { readonly operator: Exclude<(Sample | Split)['operator'], 'bernoulli'> };

/** What one unit more in the base may be to a table on which delta is charged in full; undefined where it needs a cap. */
function inFull({ operator }: DerivedTable): 'added' | 'replaced' | undefined {
  if (operator === 'split') return 'added';
  return operator in sampleOperators ? sampleOperators[operator as Sample['operator']].inFull : undefined;
}

/** The chance of failure of one question, for an added or removed unit and for a replaced one. */
type Failure = Pick<ApproximateCost, 'delta' | 'replaceDelta'>;

/**
 * The increment of delta for one question, asked whenever the analyst likes and between any other questions.
 *   Says     Bernoulli: δ·b·e^E / (1 − b + b·e^E), E spent there before; rates multiply along nested samples.
 *            Skip and random split: δ in full. Fixed size, fraction and take: max(δ, ρ) in full
 *   Assumes  add-remove; fresh independent randomness at every table; epsilon charged as if there were no delta
 *   Rounds   up
 *   Source   derived (posterior probability of inclusion); checked on exact transcripts
 */
export function deltaIncrement(
  path: readonly DerivedTable[],
  failure: Failure,
  relation: Relation = 'add-remove',
): number {
  let delta = checkRate('delta', failure.delta);
  let rate = 1;
  let unit = relation === 'add-remove' ? 'added' : 'replaced';
  for (const table of path) {
    const become = table.operator === 'bernoulli' ? 'added' : inFull(table);
    if (unit !== 'added' || become === undefined) return capNeeded(table, relation);
    if (table.operator === 'bernoulli') {
      rate = up.mul(rate, tilt(checkRate('sampling rate', table.rate), checkAmount('epsilon', table.spent)));
    }
    if (become === 'replaced') delta = Math.max(delta, checkRate('replace-one delta', failure.replaceDelta));
    unit = become;
  }
  return up.mul(rate, delta);
}

const capNeeded = ({ operator }: DerivedTable, relation: Relation): never =>
  refuse(
    'cap_needed',
    `A question with a delta on a ${operator} table under ${relation} has no sound price by itself. ` +
      'Declare a cap (epsilon, delta) when you create the sample, or ask with delta 0.',
  );
