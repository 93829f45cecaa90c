/** An answer for people: a table of keys, estimates and 95 % intervals, what was charged, and what is left. */
import type { Amounts, Answered } from '../answer.ts';
import type { Columns } from './answer-columns.ts';
import { asGiven } from './digits.ts';
import { describeEstimate, describeKey, printable, single } from './estimate-text.ts';
import { table } from './table.ts';

export function describeAnswer({ rows, ...paid }: Answered, { keys, values }: Columns): string {
  const header = [...keys, ...values.flatMap(({ name }) => [name, '95 % interval'])].map(printable);
  const lines = rows.map(row => [
    ...keys.map(name => describeKey(row.key[name])),
    ...values.flatMap(({ name }) => describeEstimate(single(row.values[name]))),
  ]);
  const shown = rows.length === 0 ? 'No group is large enough to be shown.' : table([header, ...lines]);
  return `${shown}\n\n${describeCharge(paid)}\nThe intervals cover the noise, not what the bounds of the policy cut off.`;
}

type Paid = Pick<Answered, 'charged' | 'remaining' | 'recorded'>;

function describeCharge({ charged, remaining, recorded }: Paid): string {
  const left = `${describeAmounts(remaining)} is left of the budget`;
  return recorded
    ? `Answered before, so this repeat was free (--fresh pays for new noise); ${left}.`
    : `Charged ${describeAmounts(charged)}; ${left}.`;
}

/** Exact decimals, all their digits; a delta of zero is not worth a word. */
export const describeAmounts = ({ epsilon, delta }: Amounts): string =>
  `epsilon ${asGiven(epsilon)}${delta === 0 ? '' : `, delta ${asGiven(delta)}`}`;
