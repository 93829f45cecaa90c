/** Whatever a column of a typed format holds, everybody is answered: what lies beyond the bounds clamps, however far. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  type DuckDBValue,
  TIMESTAMP,
  TIMESTAMP_MS,
  TIMESTAMP_NS,
  TIMESTAMP_S,
  TIMESTAMPTZ,
} from '@duckdb/node-api';
import { afterAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import { check, type Plan } from '../../src/plan/index.ts';
import { loadPolicy, type Policy, type PolicyInput } from '../../src/source/index.ts';
import { openDatabase } from '../support/postgres.ts';
import { resultsOf } from './results.ts';

const KEY = 'ab'.repeat(32);
const folder = mkdtempSync(join(tmpdir(), 'sortition-extremes-'));
const postgres = await openDatabase();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const FIRST = { date: -719_162n, timestamp: -62_135_596_800_000_000n };
const LAST = { date: 2_932_896n, timestamp: 253_402_300_799_999_999n };
type Wanted = keyof typeof FIRST;

const policyOf = (source: PolicyInput['source'], table: string, type: Wanted): Promise<Policy> =>
  loadPolicy({ source, tables: { [table]: { columns: { v: { type } } } }, budget: { epsilon: 1 }, ledger: 'sqlite:x' });

const valuesOf = (table: string): Plan => ({
  version: 1,
  input: { kind: 'scan', table },
  grouping: { kind: 'private', keys: [{ name: 'v', expression: { kind: 'column', name: 'v' } }] },
  aggregates: [{ kind: 'count', name: 'rows' }],
  afterwards: {},
});

/** How many rows have each value, as the engine reads them. */
async function counted(engine: Engine, policy: Policy, table: string): Promise<Record<string, number>> {
  const results = await resultsOf(engine, check(valuesOf(table), policy), { key: KEY });
  await engine.close();
  return Object.fromEntries(
    [...results].flatMap(([place, rows]) => {
      const [, key, statistic] = /^\["?(.*?)n?"?\] (\d+)/.exec(place)!;
      return statistic === '0' ? [[key, Number(rows)]] : [];
    }),
  );
}

const tally = (values: readonly (bigint | null)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
};

const clamped = (value: bigint, type: Wanted): bigint =>
  value < FIRST[type] ? FIRST[type] : value > LAST[type] ? LAST[type] : value;

const FAR = 2n ** 63n - 1n;
const floor = (value: bigint, by: bigint): bigint => (value - (((value % by) + by) % by)) / by;
const DAY = 86_400_000_000n;

describe('DuckDB', () => {
  /** Counts of the type's own unit since 1970, among them its infinities. */
  const COUNTS = [
    FAR,
    FAR - 1n,
    -FAR,
    -FAR - 1n,
    1n - FAR,
    10n ** 16n + 1n,
    -(10n ** 16n) - 1n,
    10n ** 13n,
    86_399n,
    -1_000_000n,
  ];

  const TIMES: Record<string, [DuckDBType, (count: bigint) => DuckDBValue, (count: bigint) => bigint]> = {
    TIMESTAMP_S: [TIMESTAMP_S, count => new DuckDBTimestampSecondsValue(count), count => count * 1_000_000n],
    TIMESTAMP_MS: [TIMESTAMP_MS, count => new DuckDBTimestampMillisecondsValue(count), count => count * 1000n],
    TIMESTAMP: [TIMESTAMP, count => new DuckDBTimestampValue(count), count => count],
    // DuckDB rounds towards zero
    TIMESTAMP_NS: [TIMESTAMP_NS, count => new DuckDBTimestampNanosecondsValue(count), count => count / 1000n],
    TIMESTAMPTZ: [TIMESTAMPTZ, count => new DuckDBTimestampTZValue(count), count => count],
  };

  const openOn = async (
    make: (connection: Awaited<ReturnType<DuckDBInstance['connect']>>) => Promise<void>,
    type: Wanted,
  ) => {
    const path = join(folder, `${crypto.randomUUID()}.duckdb`);
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await make(connection);
    connection.closeSync();
    instance.closeSync();
    const policy = await policyOf({ engine: 'duckdb', path }, 'times', type);
    return counted(await openEngine(policy), policy, 'times');
  };

  test.each(Object.keys(TIMES).flatMap(name => (['timestamp', 'date'] as const).map(type => [name, type] as const)))(
    '%s as %s',
    async (name, type) => {
      const [nativeType, native, microseconds] = TIMES[name];
      const found = await openOn(async connection => {
        await connection.run(`CREATE TABLE times (v ${name})`);
        const appender = await connection.createAppender('times');
        const chunk = DuckDBDataChunk.create([nativeType], COUNTS.length);
        chunk.setColumns([COUNTS.map(native)]);
        appender.appendDataChunk(chunk);
        appender.closeSync();
      }, type);
      const infinite = (count: bigint) => (count === FAR || count === -FAR ? count : microseconds(count));
      const expected = COUNTS.map(infinite).map(value =>
        type === 'date' ? clamped(floor(clamped(value, 'timestamp'), DAY), 'date') : clamped(value, type),
      );
      expect(found).toEqual(tally(expected));
    },
  );

  const DAYS = ['5881580-07-10', '5877642-06-25 (BC)', '294247-01-11', '290309-01-01 (BC)', 'infinity', '-infinity'];

  test.each(['timestamp', 'date'] as const)('DATE as %s', async type => {
    const list = [...DAYS, '1970-01-02'].map(day => `(DATE '${day}')`).join(', ');
    const found = await openOn(async connection => {
      await connection.run('CREATE TABLE times (v DATE)');
      await connection.run(`INSERT INTO times VALUES ${list}, (NULL)`);
    }, type);
    const [first, last] = [FIRST[type], type === 'date' ? LAST.date : LAST.timestamp];
    expect(found).toEqual(tally([last, first, last, first, last, first, type === 'date' ? 1n : DAY, null]));
  });
});

describe.skipIf(postgres === undefined)('PostgreSQL', () => {
  const openOn = async (declaration: string, values: readonly string[], type: Wanted) => {
    await postgres!.run('DROP TABLE IF EXISTS times');
    await postgres!.run(`CREATE TABLE times (v ${declaration})`);
    await postgres!.run(`INSERT INTO times VALUES ${values.map(value => `('${value}')`).join(', ')}, (NULL)`);
    const policy = await policyOf({ engine: 'postgres', url: 'env:URL' }, 'times', type);
    return counted(await openEngine(policy, { environment: { URL: postgres!.url } }), policy, 'times');
  };

  const EXTREMES: Record<string, readonly string[]> = {
    date: ['5874897-12-31', '4714-11-24 BC', '294277-01-01', '0001-12-31 BC', 'infinity', '-infinity'],
    timestamp: [
      '294276-12-31 23:59:59.999999',
      '4714-11-24 00:00:00 BC',
      '10000-01-01',
      '0001-12-31 BC',
      'infinity',
      '-infinity',
    ],
    timestamptz: [
      '294276-12-31 23:59:59.999999+00',
      '4714-11-24 00:00:00+00 BC',
      '10000-01-01 00:00+00',
      '0001-12-31 23:59+00 BC',
      'infinity',
      '-infinity',
    ],
  };

  test.each(Object.keys(EXTREMES).flatMap(name => (['timestamp', 'date'] as const).map(type => [name, type] as const)))(
    '%s as %s',
    async (name, type) => {
      const usual = name === 'date' ? '1970-01-02' : '1970-01-02 00:00:00+00';
      const found = await openOn(name, [...EXTREMES[name], usual], type);
      const [first, last] = [FIRST[type], LAST[type]];
      expect(found).toEqual(tally([last, first, last, first, last, first, type === 'date' ? 1n : DAY, null]));
    },
  );
});
