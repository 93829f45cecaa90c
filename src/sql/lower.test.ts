/** The exact text of typical questions; that it means what the plan means is shown on real engines. */
import { expect, test } from 'vitest';
import { check, type Plan } from '../plan/index.ts';
import { loadPolicy, type PolicyInput } from '../source/index.ts';
import type { DialectName } from './dialects/dialects.ts';
import { keyChecks, lower } from './lower.ts';
import { presumedCatalogue } from './presumption.ts';
import { shown } from './query.ts';

const KEY = 'ab'.repeat(32);

const columns = {
  age: { type: 'integer', min: 0, max: 120 },
  ward: { type: 'category', values: ['A', 'B'] },
  cost: { type: 'number', min: 0, max: 1000, step: 0.01 },
} as const;

const policy = await loadPolicy({
  source: { engine: 'duckdb', path: 'people.parquet' },
  tables: {
    people: { columns },
    visits: { path: 'visits.parquet', unit: 'patient', rowsPerUnit: 3, columns },
    wards: {
      path: 'wards.csv',
      public: true,
      key: 'ward',
      columns: { ward: { type: 'text' }, floor: { type: 'integer' } },
    },
  },
  budget: { epsilon: 1 },
  ledger: 'sqlite:x',
} satisfies PolicyInput);

const plan = (table: string, parts: Partial<Plan> = {}): Plan => ({
  version: 1,
  input: { kind: 'scan', table },
  grouping: { kind: 'none' },
  aggregates: [{ kind: 'count', name: 'count' }],
  afterwards: {},
  ...parts,
});

const column = (name: string) => ({ kind: 'column', name }) as const;
const byWard = { kind: 'public', keys: [{ name: 'ward', expression: column('ward') }] } as const;
const sum = { kind: 'sum', name: 'sum', of: column('cost') } as const;
const median = { kind: 'quantile', name: 'median', of: column('cost'), rank: '0.5' } as const;

function texts(question: Plan, dialect: DialectName = 'duckdb'): string[] {
  const checked = check(question, policy);
  return lower(checked, { dialect, catalogue: presumedCatalogue(checked), key: KEY }).map(shown);
}

test('rows that are units are counted and nothing else', () => {
  expect(texts(plan('people'))).toMatchInlineSnapshot(`
    [
      "SELECT count(*) AS "result"
    FROM (SELECT 1 AS "read"
    FROM "people") AS "t"",
    ]
  `);
});

test('totals of groups of rows', () => {
  const question = plan('people', { grouping: byWard, aggregates: [sum] });
  expect(texts(question)).toMatchInlineSnapshot(`
    [
      "SELECT "key", COALESCE(sum("value"), 0) AS "result"
    FROM (SELECT "ward" AS "key", "cost" AS "value"
    FROM (SELECT CASE "read" WHEN 'A' THEN 'A' WHEN 'B' THEN 'B' END AS "ward", CAST(floor(CASE WHEN "read_2" < 0 THEN 0 WHEN "read_2" <= 1000 THEN "read_2" WHEN "read_2" <= INFINITY THEN 1000 END / 0.01 + 0.5) AS BIGINT) AS "cost"
    FROM (SELECT CAST("ward" AS VARCHAR) AS "read", CAST("cost" AS DOUBLE) AS "read_2"
    FROM "people") AS "t") AS "t_2") AS "t_3"
    GROUP BY "key"
    ORDER BY "key" NULLS LAST",
    ]
  `);
  expect(texts(question, 'postgres')).toMatchInlineSnapshot(`
    [
      "SELECT "key", COALESCE(sum("value"), 0) AS "result"
    FROM (SELECT ("ward" COLLATE "C") AS "key", "cost" AS "value"
    FROM (SELECT (CASE ("read" COLLATE "C") WHEN 'A' THEN 'A' WHEN 'B' THEN 'B' END COLLATE "C") AS "ward", CAST(floor(CASE WHEN "read_2" < 0 THEN 0 WHEN "read_2" <= 1000 THEN "read_2" WHEN "read_2" <= INFINITY THEN 1000 END / 0.01 + 0.5) AS bigint) AS "cost"
    FROM (SELECT CAST("ward" AS text) AS "read", CAST("cost" AS double precision) AS "read_2"
    FROM "people") AS "t") AS "t_2") AS "t_3"
    GROUP BY "key"
    ORDER BY "key" NULLS LAST",
    ]
  `);
});

test.each(['duckdb', 'postgres'] as const)("what %s gets: our words, the policy's names, and values apart", dialect => {
  const checked = check(plan('people', { grouping: byWard }), policy);
  const [query] = lower(checked, { dialect, catalogue: presumedCatalogue(checked), key: KEY });
  const [text, bytes] =
    dialect === 'duckdb' ? ['VARCHAR', (it: string) => it] : ['text', (it: string) => `(${it} COLLATE "C")`];
  const ward = `CASE ${bytes('"read"')} WHEN CAST($1 AS ${text}) THEN CAST($1 AS ${text}) WHEN CAST($2 AS ${text}) THEN CAST($2 AS ${text}) END`;
  expect(query).toEqual({
    dialect,
    kind: 'totals',
    statistics: [0],
    keys: 1,
    columns: ['text', 'whole'],
    text: `SELECT "key", count(*) AS "result" FROM (SELECT ${bytes('"ward"')} AS "key" FROM (SELECT ${bytes(ward)} AS "ward" FROM (SELECT CAST("ward" AS ${text}) AS "read" FROM "people") AS "t") AS "t_2") AS "t_3" GROUP BY "key" ORDER BY "key" NULLS LAST`,
    parameters: [
      { type: 'text', value: 'A' },
      { type: 'text', value: 'B' },
    ],
  });
});

test('units in one group each are cut to k rows', () => {
  expect(texts(plan('visits', { aggregates: [sum] }))).toMatchInlineSnapshot(`
    [
      "SELECT COALESCE(sum("added"), 0) AS "result"
    FROM (SELECT CASE WHEN "cell_rows" > 3 THEN CASE WHEN "cell_sum" < 0 THEN 0 WHEN "cell_sum" > 300000 THEN 300000 ELSE "cell_sum" END ELSE "cell_sum" END AS "added"
    FROM (SELECT count(*) AS "cell_rows", sum("value") AS "cell_sum"
    FROM (SELECT "unit", "cost" AS "value"
    FROM (SELECT "read_2" AS "unit", CAST(floor(CASE WHEN "read" < 0 THEN 0 WHEN "read" <= 1000 THEN "read" WHEN "read" <= INFINITY THEN 1000 END / 0.01 + 0.5) AS BIGINT) AS "cost"
    FROM (SELECT CAST("cost" AS DOUBLE) AS "read", CAST("patient" AS VARCHAR) AS "read_2"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t") AS "t_2") AS "t_3"
    GROUP BY "unit") AS "t_4") AS "t_5"",
    ]
  `);
});

test('units in several groups: all rows, less what crowded units have too much', () => {
  const question = plan('visits', { grouping: byWard, aggregates: [sum] });
  expect(texts(question)).toMatchInlineSnapshot(`
    [
      "WITH "counted" AS NOT MATERIALIZED (SELECT *
    FROM (SELECT "unit", "ward" AS "key", "cost" AS "value"
    FROM (SELECT "read_3" AS "unit", CASE "read" WHEN 'A' THEN 'A' WHEN 'B' THEN 'B' END AS "ward", CAST(floor(CASE WHEN "read_2" < 0 THEN 0 WHEN "read_2" <= 1000 THEN "read_2" WHEN "read_2" <= INFINITY THEN 1000 END / 0.01 + 0.5) AS BIGINT) AS "cost"
    FROM (SELECT CAST("ward" AS VARCHAR) AS "read", CAST("cost" AS DOUBLE) AS "read_2", CAST("patient" AS VARCHAR) AS "read_3"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t") AS "t_2") AS "t_3"),
    "crowded" AS MATERIALIZED (SELECT "unit" AS "owner", count(*) AS "unit_rows"
    FROM "counted"
    GROUP BY "unit"
    HAVING count(*) > 3),
    "contributions" AS (SELECT "key", (4194304 * sum("value")) AS "added"
    FROM "counted"
    GROUP BY "key"
    UNION ALL SELECT "key", CASE WHEN "unit_rows" > 3 THEN CASE WHEN (4194304 * "cell_sum") < 0 THEN 0 WHEN (4194304 * "cell_sum") > ((1258291200000 * "cell_rows") // "unit_rows") THEN ((1258291200000 * "cell_rows") // "unit_rows") ELSE (4194304 * "cell_sum") END ELSE (4194304 * "cell_sum") END - (4194304 * "cell_sum") AS "added"
    FROM (SELECT "unit", "key", count(*) AS "cell_rows", sum("value") AS "cell_sum"
    FROM "counted"
    WHERE "unit" IN (SELECT "owner"
    FROM "crowded")
    GROUP BY "unit", "key") AS "t_4"
    JOIN "crowded" ON "unit" = "owner") SELECT "key", COALESCE(sum("added"), 0) AS "result"
    FROM "contributions"
    GROUP BY "key"
    ORDER BY "key" NULLS LAST",
    ]
  `);
  expect(texts(question, 'postgres')).toMatchInlineSnapshot(`
    [
      "WITH "counted" AS NOT MATERIALIZED (SELECT *
    FROM (SELECT "unit", ("ward" COLLATE "C") AS "key", "cost" AS "value"
    FROM (SELECT "read_3" AS "unit", (CASE ("read" COLLATE "C") WHEN 'A' THEN 'A' WHEN 'B' THEN 'B' END COLLATE "C") AS "ward", CAST(floor(CASE WHEN "read_2" < 0 THEN 0 WHEN "read_2" <= 1000 THEN "read_2" WHEN "read_2" <= INFINITY THEN 1000 END / 0.01 + 0.5) AS bigint) AS "cost"
    FROM (SELECT CAST("ward" AS text) AS "read", CAST("cost" AS double precision) AS "read_2", (CAST("patient" AS text) COLLATE "C") AS "read_3"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t") AS "t_2") AS "t_3"),
    "crowded" AS MATERIALIZED (SELECT "unit" AS "owner", count(*) AS "unit_rows"
    FROM "counted"
    GROUP BY "unit"
    HAVING count(*) > 3),
    "contributions" AS (SELECT "key", (4194304 * sum("value")) AS "added"
    FROM "counted"
    GROUP BY "key"
    UNION ALL SELECT "key", CASE WHEN "unit_rows" > 3 THEN CASE WHEN (4194304 * "cell_sum") < 0 THEN 0 WHEN (4194304 * "cell_sum") > div((1258291200000 * "cell_rows"),
    "unit_rows") THEN div((1258291200000 * "cell_rows"),
    "unit_rows") ELSE (4194304 * "cell_sum") END ELSE (4194304 * "cell_sum") END - (4194304 * "cell_sum") AS "added"
    FROM (SELECT "unit", "key", count(*) AS "cell_rows", sum("value") AS "cell_sum"
    FROM "counted"
    WHERE "unit" IN (SELECT "owner"
    FROM "crowded")
    GROUP BY "unit", "key") AS "t_4"
    JOIN "crowded" ON "unit" = "owner") SELECT "key", COALESCE(sum("added"), 0) AS "result"
    FROM "contributions"
    GROUP BY "key"
    ORDER BY "key" NULLS LAST",
    ]
  `);
});

test('values of a quantile', () => {
  expect(texts(plan('people', { aggregates: [median] }))).toMatchInlineSnapshot(`
    [
      "SELECT "value", count(*) AS "rows"
    FROM (SELECT *
    FROM (SELECT "cost" AS "value"
    FROM (SELECT CAST(floor(CASE WHEN "read" < 0 THEN 0 WHEN "read" <= 1000 THEN "read" WHEN "read" <= INFINITY THEN 1000 END / 0.01 + 0.5) AS BIGINT) AS "cost"
    FROM (SELECT CAST("cost" AS DOUBLE) AS "read"
    FROM "people") AS "t") AS "t_2") AS "t_3"
    WHERE "value" IS NOT NULL) AS "t_4"
    GROUP BY "value"
    ORDER BY "value" NULLS LAST",
    ]
  `);
});

test('a public table is looked up by one row a key', () => {
  const joined = plan('people', {
    input: { kind: 'join', input: { kind: 'scan', table: 'people' }, table: 'wards', on: 'ward', keep: 'all' },
    aggregates: [{ kind: 'sum', name: 'sum', of: { kind: 'clamp', operand: column('floor'), low: '0', high: '9' } }],
  });
  expect(texts(joined)).toMatchInlineSnapshot(`
    [
      "SELECT COALESCE(sum("value"), 0) AS "result"
    FROM (SELECT CASE WHEN "floor_2" < 0 THEN 0 WHEN "floor_2" > 9 THEN 9 ELSE "floor_2" END AS "value"
    FROM (SELECT *
    FROM (SELECT CASE "read" WHEN 'A' THEN 'A' WHEN 'B' THEN 'B' END AS "ward"
    FROM (SELECT CAST("ward" AS VARCHAR) AS "read"
    FROM "people") AS "t") AS "t_2"
    LEFT
    JOIN (SELECT "ward_2", min("floor") AS "floor_2"
    FROM (SELECT "read_2" AS "ward_2", CAST(CASE WHEN "read_3" < -9223372036854775807 THEN -9223372036854775807 WHEN "read_3" > 9223372036854775807 THEN 9223372036854775807 ELSE "read_3" END AS BIGINT) AS "floor"
    FROM (SELECT CAST("ward" AS VARCHAR) AS "read_2", "floor" AS "read_3"
    FROM "wards") AS "t_3") AS "t_4"
    GROUP BY "ward_2") AS "t_5" ON "ward" = "ward_2") AS "t_6") AS "t_7"",
    ]
  `);
  const checked = check(joined, policy);
  const [found] = keyChecks(checked, { dialect: 'duckdb', catalogue: presumedCatalogue(checked), key: KEY });
  expect(found).toMatchObject({ table: 'wards', column: 'ward' });
  expect(shown(found.query)).toMatchInlineSnapshot(
    `
    "SELECT 1
    FROM (SELECT "read" AS "ward"
    FROM (SELECT CAST("ward" AS VARCHAR) AS "read"
    FROM "wards") AS "t") AS "t_2"
    WHERE "ward" IS NOT NULL
    GROUP BY "ward"
    HAVING count(*) > 1 LIMIT 1"
  `,
  );
});

test('what a question calls things reaches no engine, and what it says only as parameters', () => {
  const hostile = `x"'; SELECT * FROM read_csv('/etc/passwd'); --`;
  const literal = { kind: 'literal', type: 'text', value: hostile } as const;
  const question = plan('people', {
    input: {
      kind: 'where',
      input: {
        kind: 'derive',
        input: { kind: 'scan', table: 'people' },
        columns: [{ name: hostile, expression: literal }],
      },
      condition: {
        kind: 'or',
        operands: [
          { kind: 'comparison', operator: 'equal', left: column(hostile), right: column('ward') },
          { kind: 'startsWith', operand: column('ward'), pattern: hostile },
          { kind: 'contains', operand: column(hostile), pattern: hostile },
          { kind: 'in', operand: column('ward'), values: [literal] },
        ],
      },
    },
    grouping: { kind: 'private', keys: [{ name: `${hostile}k`, expression: column(hostile) }] },
    aggregates: [{ kind: 'count', name: `${hostile}c` }],
  });
  const checked = check(question, policy);
  for (const dialect of ['duckdb', 'postgres'] as const) {
    const [query] = lower(checked, { dialect, catalogue: presumedCatalogue(checked), key: KEY });
    expect(query.text).not.toMatch(/passwd|read_csv|--/);
    expect(query.parameters.filter(({ value }) => value === hostile)).toHaveLength(1);
  }
});

test('the key is a parameter and is never shown', () => {
  const privately = { kind: 'private', keys: byWard.keys } as const;
  const checked = check(plan('visits', { grouping: privately }), policy);
  const [query] = lower(checked, { dialect: 'duckdb', catalogue: presumedCatalogue(checked), key: KEY });
  expect(query.text).not.toContain(KEY);
  expect(shown(query)).not.toContain(KEY);
  expect(query.parameters).toContainEqual({ type: 'text', value: KEY, secret: true });
});

test.each([
  ['cost', 'other'],
  ['cost', 'textual'],
  ['ward', 'floating'],
  ['age', 'logical'],
] as const)('a column %s of family %s is refused before anything runs', (name, family) => {
  const checked = check(
    plan('people', { grouping: { kind: 'private', keys: [{ name, expression: column(name) }] } }),
    policy,
  );
  const catalogue = new Map([['people', { path: ['people'], columns: new Map([[name, family]]) }]]);
  for (const dialect of ['duckdb', 'postgres'] as const)
    expect(() => lower(checked, { dialect, catalogue, key: KEY })).toThrow(
      expect.objectContaining({ code: 'source_mismatch', message: expect.stringContaining(name) }),
    );
});

test('units are named by what has one spelling', () => {
  const checked = check(plan('visits'), policy);
  const catalogue = new Map([['visits', { path: ['visits'], columns: new Map([['patient', 'floating' as const]]) }]]);
  expect(() => lower(checked, { dialect: 'duckdb', catalogue, key: KEY })).toThrow('cannot name units');
});
