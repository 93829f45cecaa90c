/** The limits that a charge must keep: the budget, and within it those of the analyst and of each table. */
import { amounts, type ExactLoss, type LossLimit, losses } from '../amounts/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { CreateRequest, State } from './ledger.ts';

interface Purse {
  readonly whose: string;
  /** How the limit is raised. */
  readonly wayOut: string;
  readonly spent: ExactLoss;
  readonly limit: LossLimit;
}

export function checkLimits(state: State, request: CreateRequest, charge: ExactLoss): void {
  for (const purse of pursesOf(state, request)) checkPurse(purse, charge);
}

/** The most that such a request may be charged now. */
export const leftFor = (state: State, request: CreateRequest): ExactLoss =>
  pursesOf(state, request).reduce((left, { limit, spent }) => losses.leftWithin(left, limit, spent), remaining(state));

/** That of the budget is the first, and limits every component. */
function pursesOf(state: State, { analyst, tables }: CreateRequest): readonly Purse[] {
  const { policy } = state;
  return [
    { whose: 'of the budget', wayOut: 'have the custodian grant more', spent: state.spent, limit: state.budget },
    ...purse(`to analyst ${analyst}`, state.analysts.get(analyst), policy.analysts.get(analyst)),
    ...tables.flatMap(table => purse(`to table ${table}`, state.tables.get(table), policy.tables.get(table))),
  ];
}

const purse = (whose: string, spent: ExactLoss = losses.none, limit?: LossLimit): Purse[] =>
  limit === undefined ? [] : [{ whose, wayOut: 'have the custodian raise that limit in the policy', spent, limit }];

function checkPurse({ whose, wayOut, spent, limit }: Purse, charge: ExactLoss): void {
  const beyond = losses.exceeded(limit, spent, charge);
  if (beyond === undefined) return;
  const { component, cost, left } = beyond;
  refuse(
    'budget_exhausted',
    `This costs ${component} ${amounts.number(cost, 'up')}; ${amounts.number(left, 'down')} is left ${whose}. ` +
      `Ask with a smaller ${component}, or ${wayOut}.`,
  );
}

/** What the budget leaves. */
export const remaining = ({ budget, spent }: State): ExactLoss => losses.left(budget, spent);
