/** A ledger that another program holds: slow, for it waits as long as a question does. */
import Database from 'libsql';
import { expect, test } from 'vitest';
import { ask, spentOf, withData } from '../support/clinic.ts';

const counting = 'SELECT count(*) FROM visits';

test('it is refused after a bounded wait, nothing is charged, and the next try is answered', () =>
  withData(async (data, clinic) => {
    const other = new Database(clinic.path('visits.ledger'));
    other.exec('BEGIN IMMEDIATE');
    await expect(ask(data, counting, { epsilon: 1 })).rejects.toMatchObject({ code: 'ledger_locked' });
    other.exec('ROLLBACK');
    other.close();
    expect(await spentOf(data)).toBe(0);
    expect((await ask(data, counting, { epsilon: 1 })).recorded).toBe(false);
  }));
