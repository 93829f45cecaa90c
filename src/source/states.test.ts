import { chmodSync, copyFileSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { loadPolicy } from './policy-file.ts';
import type { PolicyInput } from './policy-input.ts';
import { millisecondsUntilPast, statesNow, statesOnceWritten } from './states.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-states-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

beforeEach(() => {
  writeFileSync(path('visits.csv'), 'patient,ward\n1,A\n');
  writeFileSync(path('wards.csv'), 'ward,floor\nA,1\n');
});

const policyOf = (source: object = {}, visits: object = {}) =>
  loadPolicy({
    source: { engine: 'duckdb', path: path('visits.csv'), ...source },
    tables: {
      visits: {
        unit: 'patient',
        rowsPerUnit: 1,
        columns: { ward: { type: 'category', values: ['A', 'B'] } },
        ...visits,
      },
      wards: {
        path: source && 'url' in source ? undefined : path('wards.csv'),
        public: true,
        key: 'ward',
        columns: { ward: { type: 'text' } },
      },
    },
    budget: { epsilon: 1 },
    ledger: 'sqlite:x',
  } as unknown as PolicyInput);
const nameOf = async (tables: readonly string[], ...of: Parameters<typeof policyOf>): Promise<string> =>
  statesNow(await policyOf(...of)).nameOf(tables);

test('as long as nothing happens, the name stays, in whatever order tables are named', async () => {
  expect(await nameOf(['visits'])).toBe(await nameOf(['visits', 'visits']));
  expect(await nameOf(['wards', 'visits'])).toBe(await nameOf(['visits', 'wards']));
  expect(await nameOf(['visits'])).toMatch(/^[0-9a-f]{32}$/);
});

describe('another state', () => {
  test.each<[string, () => void]>([
    ['the file is written', () => writeFileSync(path('visits.csv'), 'patient,ward\n1,B\n')],
    ['the same is written again', () => writeFileSync(path('visits.csv'), 'patient,ward\n1,A\n')],
    [
      'it is written, and its time is set to what it was',
      () => {
        writeFileSync(path('visits.csv'), 'patient,ward\n2,A\n');
        utimesSync(path('visits.csv'), 1, 1);
      },
    ],
    [
      'another file takes its place',
      () => {
        copyFileSync(path('visits.csv'), path('other.csv'));
        renameSync(path('other.csv'), path('visits.csv'));
      },
    ],
    ['it is gone', () => rmSync(path('visits.csv'))],
    ['rows lie beside a database', () => writeFileSync(path('visits.csv.wal'), 'rows')],
    ['whatever else happened to it', () => chmodSync(path('visits.csv'), 0o600)],
  ])('%s', async (_, happens) => {
    if (_.includes('set to')) utimesSync(path('visits.csv'), 1, 1);
    const before = await statesOnceWritten(await policyOf(), () => new Date());
    const name = before.nameOf(['visits']);
    happens();
    expect(await nameOf(['visits'])).not.toBe(name);
    // the first look stays a look at what was
    expect(before.nameOf(['visits'])).toBe(name);
    rmSync(path('visits.csv.wal'), { force: true });
  });

  test('of a public table, for those who read it alone', async () => {
    const before = statesNow(await policyOf());
    writeFileSync(path('wards.csv'), 'ward,floor\nA,2\n');
    const after = statesNow(await policyOf());
    expect(after.nameOf(['visits'])).toBe(before.nameOf(['visits']));
    expect(after.nameOf(['visits', 'wards'])).not.toBe(before.nameOf(['visits', 'wards']));
  });

  test.each<[string, object, object]>([
    ['a version is announced', { version: '1' }, {}],
    ['a value is listed', {}, { columns: { ward: { type: 'category', values: ['A', 'B', 'C'] } } }],
    ['more rows count', {}, { rowsPerUnit: 2 }],
    [
      'a column is constant in a unit',
      {},
      { columns: { ward: { type: 'category', values: ['A', 'B'], perUnit: true } } },
    ],
  ])('%s', async (_, source, visits) =>
    expect(await nameOf(['visits'], source, visits)).not.toBe(await nameOf(['visits'])),
  );
});

test('what does not shape a table does not name its state', async () => {
  expect(await nameOf(['visits'], {}, { budget: { epsilon: 0.5 }, approximateUnits: 7 })).toBe(
    await nameOf(['visits']),
  );
});

describe('databases', () => {
  const source = { engine: 'postgres', path: undefined, url: 'env:URL' };

  test('are known by their version', async () => {
    const of = (version: string) => nameOf(['visits'], { ...source, version });
    expect(await of('1')).toBe(await of('1'));
    expect(await of('2')).not.toBe(await of('1'));
    expect(statesNow(await policyOf({ ...source, version: '1' })).live).toBe(false);
  });

  test('without one every look is of a state of its own', async () => {
    const [one, other] = [statesNow(await policyOf(source)), statesNow(await policyOf(source))];
    expect(one.live).toBe(true);
    expect(one.nameOf(['visits'])).toBe(one.nameOf(['visits']));
    expect(other.nameOf(['visits'])).not.toBe(one.nameOf(['visits']));
  });
});

test.each([
  [1000, 1000, 20],
  [1000.7, 1000, 20.7],
  [1000, 1015, 5],
  [1000, 1020, 0],
  [1000, 900_000, 0],
  [900_000, 1000, 0],
])('what was written at %d is of the past, seen at %d, in %d milliseconds', (written, now, milliseconds) =>
  expect(millisecondsUntilPast(written, new Date(now))).toBeCloseTo(milliseconds, 9),
);
