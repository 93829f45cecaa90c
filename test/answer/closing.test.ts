/** Data that are closed stay closed, cost nothing, and leave nothing behind. */
import { readdirSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, inClinic, spentOf } from '../support/clinic.ts';

const counting = 'SELECT count(*) FROM visits';

test.each([
  ['before their first question', false],
  ['after it', true],
])('data closed %s refuse the next one, which costs nothing', (_, asked) =>
  inClinic(async clinic => {
    const data = await clinic.open();
    if (asked) await ask(data, counting, { epsilon: 1 });
    await data.close();
    await expect(ask(data, 'SELECT sum(age) FROM visits', { epsilon: 1 })).rejects.toMatchObject({
      name: 'Refusal',
      code: 'source_unreadable',
    });
    const again = await clinic.open();
    expect(await spentOf(again)).toBe(asked ? 1 : 0);
    await again.close();
  }),
);

test('data closed while their first question is on its way charge nothing for it', () =>
  inClinic(async clinic => {
    const data = await clinic.open();
    const asked = Promise.allSettled([ask(data, counting, { epsilon: 1 })]);
    await data.deployment.engine(); // the question waits for it too
    await data.close();
    expect(await asked).toMatchObject([{ status: 'rejected', reason: { code: 'source_unreadable' } }]);
    expect(readdirSync(clinic.folder).filter(name => name.includes('ledger'))).toEqual([]);
  }));

test('closing twice, also at once, is closing once', () =>
  inClinic(async clinic => {
    const data = await clinic.open();
    await ask(data, counting, { epsilon: 1 });
    await Promise.all([data.close(), data.close()]);
    await expect(data.close()).resolves.toBeUndefined();
  }));

test('closing is no failure where the data never opened', () =>
  inClinic(async clinic => {
    clinic.write('visits.csv', 'patient,ward\np,A\n');
    const data = await clinic.open();
    await expect(ask(data, counting, { epsilon: 1 })).rejects.toMatchObject({ code: 'source_mismatch' });
    await expect(data.close()).resolves.toBeUndefined();
  }));

test('what does not fit into memory goes beside the ledger, for its owner alone, and goes away', () =>
  inClinic(async clinic => {
    const spills = (): string[] => readdirSync(clinic.folder).filter(name => name.startsWith('spill-'));
    const data = await clinic.open();
    expect(spills()).toEqual([]);
    await ask(data, counting, { epsilon: 1 });
    const [folder, ...others] = spills();
    expect(others).toEqual([]);
    expect(statSync(clinic.path(folder)).mode & 0o777).toBe(0o700);
    await data.close();
    expect(spills()).toEqual([]);
  }));
