/** Samples for people. */
import type { CreatedSample } from '../answer.ts';
import type { BudgetReport } from '../ledger/index.ts';
import { describeLeft, describeSpent } from './answer-text.ts';
import { asGiven } from './digits.ts';
import { printable } from './estimate-text.ts';
import { table } from './table.ts';

export function describeSamples(samples: BudgetReport['samples']): string {
  if (samples.length === 0) return 'There are no named samples yet.';
  const rows = samples.map(({ name, scheme, rate, spent, retired }) => [
    printable(name),
    scheme,
    rate === null ? '' : asGiven(rate),
    describeSpent(spent),
    retired ? 'retired' : '',
  ]);
  return table([['sample', 'scheme', 'rate', 'spent inside', ''], ...rows]);
}

export const describeCreated = ({ name, existed, charged, remaining }: CreatedSample): string =>
  existed
    ? `${printable(name)} already exists with the same definition; nothing was charged.`
    : `Drawn: ${printable(name)}. Charged ${describeSpent(charged)}; ${describeLeft(remaining)} is left of the budget.`;
