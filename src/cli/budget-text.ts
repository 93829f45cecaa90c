/** The budget for people: what there was, what was spent and by whom, and what is left. */
import type { BudgetReport } from '../ledger/index.ts';
import type { LossOf } from '../vocabulary/index.ts';
import { describeLeft } from './answer-text.ts';
import { asGiven } from './digits.ts';
import { printable } from './estimate-text.ts';
import { table } from './table.ts';

export function describeBudget(report: BudgetReport & { readonly verified?: boolean }): string {
  const { budget, spent, remaining, byAnalyst, byTable, entries, head } = report;
  const parts = [
    table([
      ['', 'epsilon', 'delta'],
      ['budget', ...columns(budget)],
      ['spent', ...columns(spent)],
      ['left', ...columns(remaining)],
    ]),
  ];
  const shares = [
    ...byAnalyst.map(share => [
      `analyst ${printable(share.analyst)}`,
      ...columns(share.spent),
      ...columns(share.limit),
    ]),
    ...byTable.map(share => [`table ${printable(share.table)}`, ...columns(share.spent), ...columns(share.limit)]),
  ];
  if (shares.length > 0) parts.push(table([['spent', 'epsilon', 'delta', 'epsilon limit', 'delta limit'], ...shares]));
  const chain = report.verified ? 'Ledger verified' : 'Ledger';
  parts.push(`${chain}: ${entries} ${entries === 1 ? 'entry' : 'entries'}, head ${head}.`);
  return parts.join('\n\n');
}

export const describeGrant = ({ budget, remaining }: BudgetReport, { entry }: { readonly entry: number }): string =>
  `Granted in entry ${entry}: the budget is now ${describeLeft(budget)}; ${describeLeft(remaining)} is left.`;

const columns = ({ epsilon, delta }: LossOf<number | null>): [string, string] => [shown(epsilon), shown(delta)];
const shown = (amount: number | null): string => (amount === null ? 'none' : asGiven(amount));
