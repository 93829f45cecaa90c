import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { but, POLICY } from '../../test/support/policy-text.ts';
import type { DeclaredTable } from './policy.ts';
import { loadPolicy } from './policy-file.ts';

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortition-policy-'));
  path = join(folder, 'policy.json');
});

async function load(text: string) {
  await writeFile(path, text);
  return loadPolicy(path);
}

describe('what is read', () => {
  test('numbers are exact', async () => {
    const { tables, budget, analysts } = await load(POLICY);
    const { cost } = tables.visits.columns;
    expect(cost).toMatchObject({ step: { text: '0.01', exact: { numerator: 1n, denominator: 100n }, nearest: 0.01 } });
    expect(budget.delta).toEqual({
      text: '0.000001',
      exact: { numerator: 1n, denominator: 1_000_000n },
      nearest: 1e-6,
    });
    expect(analysts.ada.delta.text).toBe('1');
    const many = await load(but('"epsilon": 2,', '"epsilon": 0.1000000000000000055511151231257827,'));
    expect(many.budget.epsilon.nearest).toBe(0.1);
    expect(many.budget.epsilon.text).toBe('0.1000000000000000055511151231257827');
  });

  test('what is left out has its default', async () => {
    const { tables } = await load(POLICY);
    expect(tables.visits).toMatchObject({
      public: false,
      neighbours: 'add-remove',
      sizeIsPublic: false,
      rowsPerUnit: 10,
    });
    expect(tables.visits.columns).toMatchObject({
      age: { perUnit: true, step: { text: '1' } },
      ward: { perUnit: false },
    });
    const rows = await load(
      but('"unit": "patient_id",\n      "rowsPerUnit": 10,', '"size": "public", "neighbours": "replace-one",').replace(
        ', "perUnit": true',
        '',
      ),
    );
    expect(rows.tables.visits).toMatchObject({ rowsPerUnit: 1, sizeIsPublic: true });
    expect(rows.tables.visits).not.toHaveProperty('unit');
    // Each row is its own unit, so every column is constant within one.
    expect(rows.tables.visits.columns.ward.perUnit).toBe(true);
  });

  test('days and instants', async () => {
    const { columns } = (await load(POLICY)).tables.visits;
    expect(columns.seen).toMatchObject({ bounds: { min: { text: '2020-01-01', days: 18262 } } });
    expect(columns.at).toMatchObject({
      bounds: { max: { text: '2026-12-31T22:59:59.500000Z', microseconds: 1_798_757_999_500_000n } },
    });
  });

  test('paths begin at the policy, whatever the working directory', async () => {
    const { source, tables, ledger } = await load(POLICY);
    expect(source).toMatchObject({ path: join(folder, 'data/visits.parquet'), format: 'parquet', version: '2026-11' });
    expect(ledger).toEqual({ kind: 'sqlite', path: join(folder, 'visits.ledger') });
    expect(tables.visits.file).toEqual({ path: join(folder, 'data/visits.parquet'), format: 'parquet' });
    expect(tables.wards.file).toEqual({ path: join(folder, 'data/wards.parquet'), format: 'parquet' });
    const moved = await load(
      but('"public": true,', '"public": true, "path": "/elsewhere/w.csv",').replace(
        '"ledger":',
        '"anchor": "file:../head", "keyFile": "key", "ledger":',
      ),
    );
    expect(moved.tables.wards.file).toEqual({ path: '/elsewhere/w.csv', format: 'csv' });
    expect(moved.anchor).toBe(join(folder, '..', 'head'));
    expect(moved.keyFile).toBe(join(folder, 'key'));
  });

  test('a database names its own tables', async () => {
    const { source, tables } = await load(but('visits.parquet', 'hospital.duckdb'));
    expect(source).toMatchObject({ format: 'database' });
    expect(tables.visits).not.toHaveProperty('file');
  });

  test('servers, with their addresses kept outside', async () => {
    const server = '"engine": "postgres", "url": "env:HOSPITAL", "scratch": "samples"';
    const remote = await load(but('"engine": "duckdb", "path": "data/visits.parquet"', server));
    expect(remote.source).toMatchObject({
      engine: 'postgres',
      url: { from: 'env', name: 'HOSPITAL' },
      scratch: 'samples',
    });
    const file = await load(
      but(
        '"engine": "duckdb", "path": "data/visits.parquet"',
        '"engine": "trino", "url": "file:t.url", "catalog": "c", "schema": "s"',
      ),
    );
    expect(file.source).toMatchObject({ engine: 'trino', url: { from: 'file', path: join(folder, 't.url') } });
  });

  test.each([
    ['postgres:env:LEDGER', { from: 'env', name: 'LEDGER' }],
    ['postgres://keeper@host/ledger', 'postgres://keeper@host/ledger'],
    ['postgres:postgres://keeper@host/ledger', 'postgres://keeper@host/ledger'],
  ])('the ledger %s', async (ledger, url) => {
    expect((await load(but('sqlite:visits.ledger', ledger))).ledger).toEqual({ kind: 'postgres', url });
  });

  test('frozen all the way down, and no name but its own', async () => {
    const policy = await load(POLICY);
    const thawed = (value: unknown): boolean =>
      typeof value === 'object' && value !== null && (!Object.isFrozen(value) || Object.values(value).some(thawed));
    expect(thawed(policy)).toBe(false);
    expect(policy.tables.constructor).toBeUndefined();
    expect(policy.tables.visits.columns.toString).toBeUndefined();
  });

  test('names of any script, and a byte order mark', async () => {
    const policy = await load(
      `\uFEFF${but('"town"', '"Straße 道 \\"q\\" 😀"').replaceAll('"wards"', '"constructor"')}`,
    );
    expect(Object.keys(policy.tables.visits.columns)).toContain('Straße 道 "q" 😀');
    expect(policy.tables.constructor as unknown as DeclaredTable).toMatchObject({ public: true });
  });
});
