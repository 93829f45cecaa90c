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

export function checkLimits(state: State, request: CreateRequest, charge: Loss): void {
  for (const purse of pursesOf(state, request)) {
    checkPart('epsilon', purse, charge);
    checkPart('delta', purse, charge);
  }
}

/** The most that such a request may be charged now. */
export function leftFor(state: State, request: CreateRequest): Loss {
  const left = (part: keyof Loss): amount.Amount =>
    pursesOf(state, request)
      .flatMap(({ spent, limit: { [part]: most } }) => (most === null ? [] : [amount.left(most, spent[part])]))
      .reduce((least, one) => (amount.fits(one, least) ? one : least));
  return Object.freeze({ epsilon: left('epsilon'), delta: left('delta') });
}

/** That of the budget is the first, and always limits both. */
function pursesOf(state: State, { analyst, tables }: CreateRequest): readonly Purse[] {
  const { policy } = state;
  return [
    { whose: 'of the budget', wayOut: 'let the custodian grant more', spent: state.spent, limit: state.budget },
    ...purse(`to analyst ${analyst}`, state.analysts.get(analyst), policy.analysts.get(analyst)),
    ...tables.flatMap(table => purse(`to table ${table}`, state.tables.get(table), policy.tables.get(table))),
  ];
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
