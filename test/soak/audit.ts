/** What the ledger says when all is over, beside what clients were told: no charge lost, none twice, nothing overspent. */

import { amounts } from '../../src/amounts/index.ts';
import type { Book } from '../../src/ledger/book.ts';
import { openingOf, openLedger } from '../../src/ledger/index.ts';
import { ofAnalyst } from '../../src/ledger/posting.ts';
import { loadPolicy } from '../../src/source/index.ts';
import type { Load } from './load.ts';

export interface Audited {
  readonly problems: readonly string[];
  readonly spent: number;
  readonly charges: number;
  /** Charged, and never answered. */
  readonly unanswered: number;
}

export async function audit(policy: string, { answers }: Load): Promise<Audited> {
  const problems: string[] = [];
  const expect = (holds: boolean, otherwise: string): void => void (holds || problems.push(otherwise));
  const ledger = await openLedger(openingOf(await loadPolicy(policy)));
  const verified = await ledger.verify();
  expect(verified.verified, verified.verified ? '' : verified.problem);
  const { heads, keys, charges, spent, budget, analysts, policy: known } = ledger.state() as Book;
  expect(amounts.fits(spent.epsilon!, budget.epsilon), 'the budget is overspent');
  for (const [analyst, { epsilon }] of known.analysts)
    if (epsilon !== null && analysts.has(analyst))
      expect(amounts.fits(analysts.get(analyst)!.epsilon!, epsilon), `${analyst} overspent`);
  const sum = [...charges.values()].reduce((total, { charged }) => amounts.plus(total, charged.epsilon!), amounts.none);
  expect(amounts.text(sum) === amounts.text(spent.epsilon!), 'what was spent is not the sum of the charges');
  const rowsOf = new Map<string, string>();
  for (const { analyst, key, entry, head, charged, rows } of answers) {
    expect(heads[entry - 1] === head, `the receipt of ${key} is not in the chain`);
    const charge = charges.get(keys.get(ofAnalyst(analyst, key))?.reservation ?? 0);
    expect(charge?.settled?.entry === entry, `${key} was answered, and its charge is not settled there`);
    // a repeat, and what was paid for by an attempt that nobody heard of, cost nothing more
    const paid = charge === undefined ? Number.NaN : amounts.number(charge.charged.epsilon!, 'up');
    expect(charged === 0 || charged === paid, `${key} was charged otherwise`);
    const name = `${analyst} ${entry}`;
    expect((rowsOf.get(name) ?? rows) === rows, `two answers of entry ${entry}`);
    rowsOf.set(name, rows);
  }
  const unanswered = [...charges.values()].filter(({ settled }) => settled === null).length;
  await ledger.close();
  return { problems, spent: amounts.number(spent.epsilon!, 'up'), charges: charges.size, unanswered };
}
