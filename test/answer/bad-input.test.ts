/**
 * What is wrong with a question, a policy or a file is said before anything is reserved, and costs nothing.
 * Elsewhere: lost connections (postgres-failure.test.ts), full disks and locked ledgers (test/faults).
 */
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PolicyInput } from '../../src/source/index.ts';
import { ask, type Clinic, clinicPolicy, inClinic, someVisits, spentOf, withData } from '../support/clinic.ts';
import { parquetPolicy, writeParquet } from './parquet-clinic.ts';

const counting = 'SELECT count(*) FROM visits';

test.each([
  ['unknown_column', 'SELECT sum(price) FROM visits'],
  ['unknown_column', 'SELECT count(*) FROM visits WHERE price > 3'],
  ['unknown_column', 'SELECT price, count(*) FROM visits GROUP BY price'],
  ['unknown_table', 'SELECT count(*) FROM patients'],
  ['type_mismatch', 'SELECT sum(town) FROM visits'],
  ['type_mismatch', `SELECT count(*) FROM visits WHERE age > 'old'`],
  ['bound_missing', 'SELECT sum(length(town)) FROM visits'],
  ['delta_needed', 'SELECT town, count(*) FROM visits GROUP BY town'],
  ['value_out_of_range', 'SELECT percentile_cont(2) WITHIN GROUP (ORDER BY age) FROM visits'],
  ['value_out_of_range', 'SELECT count(*) FROM visits LIMIT -1'],
  ['sql_too_large', `SELECT count(*) FROM visits WHERE ${'NOT '.repeat(5000)}age > 3`],
  ['sql_syntax', 'SELECT count(* FROM visits'],
  ['join_unsupported', 'SELECT count(*) FROM visits JOIN visits AS v ON visits.ward = v.ward'],
])('%s: %s', (code, sql) =>
  withData(async data => {
    await expect(ask(data, sql, { epsilon: 1 })).rejects.toMatchObject({ name: 'Refusal', code });
    expect(await data.deployment.ledger.budget()).toMatchObject({ spent: { epsilon: 0 }, entries: 1 });
  }),
);

test.each<[string, object, string?]>([
  ['value_out_of_range', { epsilon: 0 }],
  ['value_out_of_range', { epsilon: '0.0' }],
  ['value_out_of_range', { epsilon: -1 }],
  ['value_out_of_range', { epsilon: Number.NaN }],
  ['value_out_of_range', { epsilon: Infinity }],
  ['value_out_of_range', { epsilon: '1e999999999' }],
  ['value_out_of_range', { epsilon: 'much' }],
  ['value_out_of_range', { epsilon: 1, delta: -1e-9 }],
  ['value_out_of_range', { epsilon: 1, delta: Number.NaN }],
  ['budget_exhausted', { epsilon: 10.000001 }],
  ['budget_exhausted', { epsilon: 1, delta: 2e-4 }, 'SELECT town, count(*) FROM visits GROUP BY town'],
])('%s: asked with %j', (code, options, sql = counting) =>
  withData(async data => {
    await expect(ask(data, sql, options as { epsilon: number })).rejects.toMatchObject({ name: 'Refusal', code });
    expect(await data.deployment.ledger.budget()).toMatchObject({ spent: { epsilon: 0, delta: 0 }, entries: 1 });
  }),
);

const unbounded = {
  ...clinicPolicy,
  tables: { visits: { columns: { age: { type: 'integer' }, cost: { type: 'number' }, seen: { type: 'date' } } } },
} satisfies PolicyInput;

test.each([
  'SELECT sum(age) FROM visits',
  'SELECT avg(age) FROM visits',
  'SELECT sum(cost) FROM visits',
  'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY age) FROM visits',
])('bound_missing: %s, where the policy has no bounds', sql =>
  withData(async data => {
    await expect(ask(data, sql, { epsilon: 1 })).rejects.toMatchObject({ name: 'Refusal', code: 'bound_missing' });
    expect(await spentOf(data)).toBe(0);
    expect(await ask(data, 'SELECT count(*) FROM visits WHERE age > 30', { epsilon: 1 })).toMatchObject({
      charged: { epsilon: 1 },
    });
  }, unbounded),
);

test.each<[string, object]>([
  ['an infinite budget', { budget: { epsilon: '1e999' } }],
  ['a negative budget', { budget: { epsilon: -1 } }],
  ['no budget', { budget: undefined }],
  ['bounds the wrong way round', { tables: { visits: { columns: { age: { type: 'integer', min: 9, max: 1 } } } } }],
])('a policy with %s is refused, and makes no ledger', (_, change) =>
  inClinic(async clinic => {
    clinic.write('policy.json', JSON.stringify({ ...clinicPolicy, ...change }).replaceAll('"1e999"', '1e999'));
    await expect(clinic.open()).rejects.toMatchObject({ code: 'policy_invalid' });
    clinic.write('policy.json', JSON.stringify(clinicPolicy));
    const data = await clinic.open();
    await ask(data, counting, { epsilon: 1 });
    expect(data.deployment.ledger.created).toBe(true);
    await data.close();
  }),
);

test.each<[string, string, object]>([
  ['SELECT count(*) FROM nobody', 'unknown_table', { epsilon: 1 }],
  ['SELECT count(*) FROM visits', 'value_out_of_range', { epsilon: 0 }],
  ['SELECT count(*) FROM visits', 'budget_exhausted', { epsilon: 11 }],
])('a first question that is refused leaves no ledger: %s is %s', (sql, code, options) =>
  inClinic(async clinic => {
    const data = await clinic.open();
    await expect(ask(data, sql, options as { epsilon: number })).rejects.toMatchObject({ code });
    await data.close();
    expect(readdirSync(clinic.path('.')).filter(name => name.includes('ledger'))).toEqual([]);
  }),
);

describe('a file that cannot be read', () => {
  const refused = (code: string, spoil: (clinic: Clinic) => void, policy: PolicyInput = clinicPolicy): Promise<void> =>
    inClinic(async clinic => {
      spoil(clinic);
      const data = await clinic.open();
      await expect(ask(data, counting, { epsilon: 1 })).rejects.toMatchObject({ name: 'Refusal', code });
      expect(await spentOf(data)).toBe(0);
      await data.close();
    }, policy);

  test('is not there', () => refused('file_unreadable', clinic => rmSync(clinic.path('visits.csv'))));

  test.skipIf(process.getuid?.() === 0)('may not be read', () =>
    refused('file_unreadable', clinic => chmodSync(clinic.path('visits.csv'), 0)),
  );

  test('is broken Parquet', () =>
    refused('file_unreadable', clinic => clinic.write('visits.parquet', 'PAR1 and nothing else'), parquetPolicy));

  test('is Parquet that was cut off', () =>
    inClinic(async clinic => {
      await writeParquet(clinic);
      const whole = readFileSync(clinic.path('visits.parquet'));
      writeFileSync(clinic.path('visits.parquet'), whole.subarray(0, whole.length - 20));
      const data = await clinic.open();
      await expect(ask(data, counting, { epsilon: 1 })).rejects.toMatchObject({ code: 'file_unreadable' });
      expect(await spentOf(data)).toBe(0);
      await data.close();
    }, parquetPolicy));

  test('is Parquet with a whole end and broken pages: found out too late, reported in one sentence, resumed', () =>
    inClinic(async clinic => {
      await writeParquet(clinic);
      const whole = readFileSync(clinic.path('visits.parquet'));
      writeFileSync(clinic.path('visits.parquet'), Buffer.from(whole).fill(0xff, 4, 400));
      const data = await clinic.open();
      const ageing = 'SELECT sum(age) FROM visits';
      const failure = await ask(data, ageing, { epsilon: 1 }).catch(thrown => thrown);
      expect(failure).toMatchObject({ code: 'engine_failed' });
      expect(failure.message).not.toMatch(/parquet|page|visits/i);
      expect(await spentOf(data)).toBe(1);
      await data.close();
      writeFileSync(clinic.path('visits.parquet'), whole);
      const again = await clinic.open();
      expect(await ask(again, ageing, { epsilon: 1 })).toMatchObject({ recorded: false, charged: { epsilon: 0 } });
      expect(await spentOf(again)).toBe(1);
      await again.close();
    }, parquetPolicy));

  test('is gone when the second question comes', () =>
    withData(async (data, clinic) => {
      await ask(data, counting, { epsilon: 1 });
      rmSync(clinic.path('visits.csv'));
      await expect(ask(data, 'SELECT sum(age) FROM visits', { epsilon: 1 })).rejects.toMatchObject({
        code: 'file_unreadable',
      });
      expect(await spentOf(data)).toBe(1);
      // the same rows, but nobody looks at that: they were written anew
      clinic.fill(someVisits);
      expect(await ask(data, counting, { epsilon: 1 })).toMatchObject({ recorded: false });
    }));

  test('is an empty file', () =>
    refused('file_unreadable', clinic => clinic.write('visits.parquet', ''), parquetPolicy));

  test('is there again for the next question', () =>
    inClinic(async clinic => {
      rmSync(clinic.path('visits.csv'));
      const data = await clinic.open();
      await expect(ask(data, counting, { epsilon: 1 })).rejects.toMatchObject({ code: 'file_unreadable' });
      clinic.fill(someVisits);
      expect(await ask(data, counting, { epsilon: 1 })).toMatchObject({ charged: { epsilon: 1 } });
      await data.close();
    }));

  test('lacks a column of the policy', () =>
    refused('source_mismatch', clinic => clinic.write('visits.csv', 'patient,ward\np,A\n')));
});
