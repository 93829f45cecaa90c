/** The budget for people: what there was, what was spent and by whom, and what is left. */
import type { BudgetReport } from '../ledger/index.ts';
import type { LossOf, PrintedLoss } from '../vocabulary/index.ts';
import { describeLeft } from './answer-text.ts';
import { asGiven } from './digits.ts';
import { printable } from './estimate-text.ts';
import { table } from './table.ts';

export function describeBudget(report: BudgetReport & { readonly verified?: boolean }): string {
  const { budget, spent, remaining, byAnalyst, byTable, entries, head } = report;
  const isConcentrated = budget.rho !== undefined;
  const header = ['epsilon', 'delta', ...(isConcentrated ? ['rho'] : [])];
  const parts = [
    table([
      ['', ...header],
      ['budget', ...counted(budget, isConcentrated)],
      ['spent', ...counted(spent, isConcentrated)],
      ['left', ...counted(remaining, isConcentrated)],
    ]),
  ];
  const shares = [
    ...byAnalyst.map(share => [
      `analyst ${printable(share.analyst)}`,
      ...counted(share.spent, isConcentrated),
      ...limited(share.limit),
    ]),
    ...byTable.map(share => [
      `table ${printable(share.table)}`,
      ...counted(share.spent, isConcentrated),
      ...limited(share.limit),
    ]),
  ];
  if (shares.length > 0) parts.push(table([['spent', ...header, 'limit of epsilon', 'of delta'], ...shares]));
  const chain = report.verified ? 'Verified: the chain is whole' : 'The ledger holds the chain';
  parts.push(`${chain}, ${entries} ${entries === 1 ? 'entry' : 'entries'}, head ${head}.`);
  return parts.join('\n\n');
}

export const describeGrant = ({ budget, remaining }: BudgetReport, { entry }: { readonly entry: number }): string =>
  `Granted in entry ${entry}: the budget is now ${describeLeft(budget)}; ${describeLeft(remaining)} is left.`;

/** No epsilon bounds what was spent once a Gaussian answer is among it. */
const counted = ({ epsilon, delta, rho = 0 }: PrintedLoss, isConcentrated: boolean): string[] => [
  epsilon === null ? 'unbounded' : asGiven(epsilon),
  asGiven(delta),
  ...(isConcentrated ? [asGiven(rho)] : []),
];
const limited = ({ epsilon, delta }: LossOf<number | null>): string[] =>
  [epsilon, delta].map(amount => (amount === null ? 'none' : asGiven(amount)));
