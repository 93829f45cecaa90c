/** The limits that a charge must keep: the budget, and within it those of the analyst and of each table. */
import { refuse } from '../vocabulary/index.ts';
import * as amount from './amount.ts';
import { nothing } from './book.ts';
import type { CreateRequest, Limit, Loss, State } from './ledger.ts';

interface Purse {
  readonly whose: string;
  /** How the limit is raised. */
  readonly wayOut: string;
  readonly spent: Loss;
  readonly limit: Limit;
}

export function checkLimits(state: State, { analyst, tables }: CreateRequest, charge: Loss): void {
  const { policy } = state;
  const purses: readonly Purse[] = [
    { whose: 'of the budget', wayOut: 'let the custodian grant more', spent: state.spent, limit: state.budget },
    ...purse(`to analyst ${analyst}`, state.analysts.get(analyst), policy.analysts.get(analyst)),
    ...tables.flatMap(table => purse(`to table ${table}`, state.tables.get(table), policy.tables.get(table))),
  ];
  for (const purse of purses) {
    checkPart('epsilon', purse, charge);
    checkPart('delta', purse, charge);
  }
}

const purse = (whose: string, spent: Loss = nothing, limit?: Limit): Purse[] =>
  limit === undefined ? [] : [{ whose, wayOut: 'let the custodian raise that limit in the policy', spent, limit }];

function checkPart(part: keyof Loss, { whose, wayOut, spent, limit }: Purse, charge: Loss): void {
  const cost = charge[part];
  const most = limit[part];
  if (most === null || amount.fits(amount.plus(spent[part], cost), most)) return;
  const left = amount.number(amount.left(most, spent[part]), 'down');
  refuse(
    'budget_exhausted',
    `This costs ${part} ${amount.number(cost, 'up')}; ${left} is left ${whose}. ` +
      `Ask with a smaller ${part}, or ${wayOut}.`,
  );
}

/** What the budget leaves. */
export const remaining = ({ budget, spent }: State): Loss =>
  Object.freeze({
    epsilon: amount.left(budget.epsilon, spent.epsilon),
    delta: amount.left(budget.delta, spent.delta),
  });
