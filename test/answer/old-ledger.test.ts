/** A ledger from before states were kept: what was spent stays spent, and nothing that it knows earns credit any more. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { bernoulli, open } from '../../src/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { type Clinic, inClinic, type Visit } from '../support/clinic.ts';

const fixture = fileURLToPath(new URL('../fixtures/ledger-version-2.sql', import.meta.url));

const policy = {
  source: { engine: 'duckdb', path: 'visits.csv', version: '1' },
  tables: {
    visits: {
      unit: 'patient',
      rowsPerUnit: 3,
      neighbours: 'replace-one',
      size: 'public',
      columns: {
        age: { type: 'integer', min: 0, max: 120, perUnit: true },
        ward: { type: 'category', values: ['A', 'B', 'C'], perUnit: true },
      },
    },
  },
  budget: { epsilon: 10, delta: 1e-4 },
  ledger: 'sqlite:visits.ledger',
} as const satisfies PolicyInput;

const visits: readonly Visit[] = Array.from({ length: 40 }, (_, i) => ({
  patient: `p${i}`,
  age: 20 + i,
  ward: 'ABC'[i % 3],
}));

const inOldClinic = (work: (clinic: Clinic) => Promise<void>): Promise<void> =>
  inClinic(
    async clinic => {
      const sqlite = new Database(clinic.path('visits.ledger'));
      sqlite.exec(readFileSync(fixture, 'utf8'));
      sqlite.close();
      await work(clinic);
    },
    policy,
    visits,
  );

test('nodes without a state are closed: parts, orders and splits begin anew, old samples are not asked', () =>
  inOldClinic(async clinic => {
    const data = await open<typeof policy>(clinic.policy);
    const table = data.table('visits');
    const spent = async () => (await data.deployment.ledger.budget()).spent.epsilon;
    expect(await spent()).toBeCloseTo(1.5, 9);
    const half = { inner: { epsilon: 0.3 } };
    // of both parts by ward 0.3 was spent before: nothing of that is credited
    expect((await table.partition('ward').A.units().ask(half)).charged.epsilon).toBe(0.3);
    expect((await table.take(10, { by: 'age' }).units().ask(half)).charged.epsilon).toBe(0.3);
    const { train } = table.split({ train: 0.75, test: 0.25 });
    await expect(train.units().ask(half)).rejects.toMatchObject({ code: 'sample_version' });
    await data.retire('split-b583bae99ea4', 'of an older version');
    expect((await train.units().ask(half)).charged.epsilon).toBeGreaterThan(0);
    await expect(table.sample(bernoulli(0.5), { name: 'june' }).units().ask(half)).rejects.toMatchObject({
      code: 'sample_version',
      message: expect.stringContaining('Retire it'),
    });
    await data.retire('june', 'of an older version');
    expect((await table.sample(bernoulli(0.5), { name: 'june' }).units().ask(half)).charged.epsilon).toBeGreaterThan(0);
    expect(await spent()).toBeGreaterThan(2.2);
    expect(await data.deployment.ledger.verify()).toMatchObject({ verified: true });
    await data.close();
  }));

test('what was answered is answered again by its key; without one nobody knows of which data it was', () =>
  inOldClinic(async clinic => {
    const data = await open<typeof policy>(clinic.policy);
    const count = data.table('visits').count();
    expect(await count.ask({ epsilon: 0.1, idempotencyKey: 'key of count' })).toMatchObject({
      recorded: true,
      rows: [{ values: { count: { estimate: 71 } } }],
    });
    expect(await count.ask({ epsilon: 0.1 })).toMatchObject({ recorded: false, charged: { epsilon: 0.1 } });
    await data.close();
  }));

test('whom it protects is recorded when it is opened, so that another unit is not accepted', () =>
  inOldClinic(async clinic => {
    const other = {
      ...policy,
      tables: { visits: { ...policy.tables.visits, neighbours: 'add-remove', size: undefined } },
    };
    const text = JSON.stringify(policy);
    const accept = async (): Promise<void> => {
      clinic.write('policy.json', JSON.stringify(other));
      const data = await open(clinic.policy);
      try {
        await data.deployment.ledger.acceptPolicy('because');
      } finally {
        await data.close();
      }
    };
    await expect(accept()).rejects.toMatchObject({ code: 'policy_changed' });
    clinic.write('policy.json', text);
    await (await open(clinic.policy)).close();
    await expect(accept()).rejects.toMatchObject({ code: 'unit_changed' });
  }));
