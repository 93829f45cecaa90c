/** A process that dies after the chain knows that a sample is gone: its key and its copies are erased by whoever opens it next. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inClinic } from '../support/clinic.ts';

const SAMPLED = "SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (20) REPEATABLE ('fifth')";

test('a sample that was retired and whose name was drawn again: nothing of the old draw is left', () =>
  inClinic(async clinic => {
    const keys = (): string[] => readdirSync(clinic.path('visits.ledger.keys'));
    const copies = (): string[] => readdirSync(clinic.path('samples'));
    const first = await clinic.open();
    await (await first.sql(SAMPLED)).ask({ epsilon: 1 });
    const [key, copy] = [keys(), copies()];
    expect([key.length, copy.length]).toEqual([1, 1]);
    // as far as retiring came when the machine stopped
    await first.deployment.ledger.retireSample('fifth', 'not needed');
    await (await first.sql(SAMPLED)).ask({ epsilon: 1 });
    await first.close();
    expect([keys().length, copies().length]).toEqual([2, 2]);

    const second = await clinic.open();
    expect(keys()).not.toContain(key[0]);
    await (await second.sql(SAMPLED)).ask({ epsilon: 2 });
    expect(copies()).not.toContain(copy[0]);
    expect([keys().length, copies().length]).toEqual([1, 1]);
    await second.close();
  }));
