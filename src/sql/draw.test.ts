import { expect, test } from 'vitest';
import { type CheckedPlan, type CheckedTable, check, type Plan } from '../plan/index.ts';
import { loadPolicy, type PolicyInput } from '../source/index.ts';
import type { DialectName } from './dialects/dialects.ts';
import { lower, unitsQuery } from './lower.ts';
import type { DrawMembership } from './membership.ts';
import { presumedCatalogue } from './presumption.ts';
import { shown } from './query.ts';

const KEY = 'ab'.repeat(32);
const DRAW_KEYS = ['cd'.repeat(32), 'ef'.repeat(32)];

const policy = await loadPolicy({
  source: { engine: 'duckdb', path: 'visits.parquet' },
  tables: {
    visits: {
      unit: 'patient',
      rowsPerUnit: 3,
      columns: {
        age: { type: 'integer', min: 0, max: 120, perUnit: true },
        blood: { type: 'category', values: ['A', 'B'], perUnit: true },
        ward: { type: 'category', values: ['A', 'B'] },
      },
    },
  },
  budget: { epsilon: 1 },
  ledger: 'sqlite:x',
} satisfies PolicyInput);

const column = (name: string) => ({ kind: 'column', name }) as const;
const isKnown = (name: string) => ({ kind: 'not', operand: { kind: 'isNull', operand: column(name) } }) as const;

/** Counts units; the table reads what is mentioned. */
const counting = (...mentioned: readonly string[]): Plan => ({
  version: 1,
  input: mentioned.reduce<Plan['input']>((input, name) => ({ kind: 'where', input, condition: isKnown(name) }), {
    kind: 'scan',
    table: 'visits',
  }),
  grouping: { kind: 'none' },
  aggregates: [{ kind: 'units', name: 'units' }],
  afterwards: {},
});

/** As if the plan had these draws, one of the other. */
function drawnFrom(plan: Plan, ...memberships: readonly DrawMembership[]): CheckedPlan {
  const checked = check(plan, policy);
  const input = memberships.reduce<CheckedTable>(
    (table, membership, place) => ({
      kind: 'sample',
      schema: table.schema,
      scheme: { kind: 'bernoulli', rate: '0.5' },
      name: null,
      input: table,
      population: table,
      place,
      membership,
    }),
    checked.input,
  );
  return { ...checked, input };
}

const text = (checked: CheckedPlan, dialect: DialectName = 'duckdb', held = -1): string =>
  lower(checked, { dialect, catalogue: presumedCatalogue(checked), key: KEY, drawKeys: DRAW_KEYS, held })
    .map(shown)
    .join(';\n');

/** The lists that stand before the question itself. */
const lists = (checked: CheckedPlan, dialect?: DialectName): string =>
  text(checked, dialect).split(') SELECT COALESCE')[0];

const half: DrawMembership = { kind: 'interval', from: 0n, to: 2n ** 63n };

test('a Bernoulli sample: distinct units are hashed, and compared with 16 digits', () => {
  expect(text(drawnFrom(counting(), half))).toMatchInlineSnapshot(`
    "WITH "units" AS MATERIALIZED (SELECT DISTINCT "unit_2" AS "owner"
    FROM (SELECT "read_2" AS "unit_2"
    FROM (SELECT CAST("patient" AS VARCHAR) AS "read_2"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t_3") AS "t_4" LIMIT 9223372036854775807),
    "members" AS MATERIALIZED (SELECT "owner"
    FROM (SELECT *, sha256(:key || ':' || CAST("owner" AS VARCHAR)) AS "hash"
    FROM "units") AS "t_5"
    WHERE "hash" < '8000000000000000') SELECT COALESCE(sum("added"), 0) AS "result"
    FROM (SELECT 1 AS "added"
    FROM (SELECT count(*) AS "cell_rows"
    FROM (SELECT *
    FROM (SELECT "read" AS "unit"
    FROM (SELECT CAST("patient" AS VARCHAR) AS "read"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t") AS "t_2"
    WHERE "unit" IN (SELECT "owner"
    FROM "members")) AS "t_6"
    GROUP BY "unit") AS "t_7") AS "t_8""
  `);
  expect(lists(drawnFrom(counting(), half), 'postgres')).toMatchInlineSnapshot(`
    "WITH "units" AS MATERIALIZED (SELECT DISTINCT "unit_2" AS "owner"
    FROM (SELECT "read_2" AS "unit_2"
    FROM (SELECT (CAST("patient" AS text) COLLATE "C") AS "read_2"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t_3") AS "t_4" LIMIT 9223372036854775807),
    "members" AS MATERIALIZED (SELECT "owner"
    FROM (SELECT *, sha256(convert_to(:key || ':' || CAST("owner" AS text), 'UTF8')) AS "hash"
    FROM "units") AS "t_5"
    WHERE "hash" < decode('8000000000000000', 'hex')"
  `);
});

test.each([
  [0n, 2n ** 64n, undefined],
  [0n, 1n, `"hash" < '0000000000000001'`],
  [2n ** 60n, 2n ** 64n, `"hash" >= '1000000000000000'`],
  [1n, 2n ** 64n - 1n, `"hash" >= '0000000000000001' AND "hash" < 'ffffffffffffffff'`],
  [2n ** 64n, 2n ** 64n, 'FALSE'],
  [0n, 0n, `"hash" < '0000000000000000'`],
])('the interval from %d to %d', (from, to, condition) => {
  const shownText = text(drawnFrom(counting(), { kind: 'interval', from, to }));
  expect(/FROM "units"\) AS "t_\d"\nWHERE (.*)\) SELECT COALESCE/.exec(shownText)?.[1]).toBe(condition);
});

test('strata have thresholds of their own; what is not listed is in none', () => {
  const thresholds = [
    { value: 'A', threshold: 2n ** 62n },
    { value: 'B', threshold: 2n ** 64n },
  ];
  const checked = drawnFrom(counting('blood'), { kind: 'strata', by: 'blood', thresholds });
  const listed = lists(checked);
  expect(listed).toContain(', min("constant_2") AS "trait"');
  expect(listed).toContain(`WHERE CASE "trait" WHEN 'A' THEN "hash" < '4000000000000000' WHEN 'B' THEN TRUE END`);
});

test('so many of the smallest hashes, ties by the bytes of ids', () => {
  const checked = drawnFrom(counting(), { kind: 'smallest', number: { size: 7n }, others: false });
  expect(lists(checked)).toMatchInlineSnapshot(`
    "WITH "units" AS MATERIALIZED (SELECT DISTINCT "unit_2" AS "owner"
    FROM (SELECT "read_2" AS "unit_2"
    FROM (SELECT CAST("patient" AS VARCHAR) AS "read_2"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t_3") AS "t_4" LIMIT 9223372036854775807),
    "members" AS MATERIALIZED (SELECT "owner"
    FROM (SELECT *, sha256(:key || ':' || CAST("owner" AS VARCHAR)) AS "hash"
    FROM "units") AS "t_5"
    ORDER BY "hash", CAST("owner" AS VARCHAR) LIMIT 7"
  `);
  const others = drawnFrom(counting(), { kind: 'smallest', number: { size: 7n }, others: true });
  expect(lists(others, 'postgres')).toMatchInlineSnapshot(`
    "WITH "units" AS MATERIALIZED (SELECT DISTINCT "unit_2" AS "owner"
    FROM (SELECT "read_2" AS "unit_2"
    FROM (SELECT (CAST("patient" AS text) COLLATE "C") AS "read_2"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t_3") AS "t_4" LIMIT 9223372036854775807),
    "members" AS MATERIALIZED (SELECT "owner"
    FROM (SELECT *, sha256(convert_to(:key || ':' || CAST("owner" AS text), 'UTF8')) AS "hash"
    FROM "units") AS "t_5"
    ORDER BY "hash", (CAST("owner" AS text) COLLATE "C") OFFSET 7"
  `);
});

test('a part of the units, rounded down in whole numbers', () => {
  const rate = { numerator: 1n, denominator: 3n };
  const checked = drawnFrom(counting(), { kind: 'smallest', number: { rate }, others: false });
  expect(lists(checked)).toMatchInlineSnapshot(`
    "WITH "units" AS MATERIALIZED (SELECT DISTINCT "unit_2" AS "owner"
    FROM (SELECT "read_2" AS "unit_2"
    FROM (SELECT CAST("patient" AS VARCHAR) AS "read_2"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t_3") AS "t_4" LIMIT 9223372036854775807),
    "members" AS MATERIALIZED (SELECT "owner"
    FROM (SELECT *, sha256(:key || ':' || CAST("owner" AS VARCHAR)) AS "hash"
    FROM "units") AS "t_5"
    ORDER BY "hash", CAST("owner" AS VARCHAR) LIMIT (SELECT CAST(((CAST(count(*) AS HUGEINT) * 1) // 3) AS BIGINT)
    FROM "units")"
  `);
  expect(text(checked, 'postgres')).toContain(
    'LIMIT (SELECT CAST(div((CAST(count(*) AS numeric) * 1), 3) AS bigint)\nFROM "units")',
  );
});

test('the first in an order, which needs no key', () => {
  const first = { kind: 'first', by: 'age', descending: true, size: 5n, others: false } as const;
  const checked = drawnFrom(counting('age'), first);
  expect(lists(checked)).toContain(`SELECT "owner_3"
FROM "units"
ORDER BY "trait" DESC NULLS LAST, CAST("owner_3" AS VARCHAR) LIMIT 5`);
  expect(text(drawnFrom(counting('age'), { ...first, descending: false, others: true }))).toContain(
    'ORDER BY "trait" ASC NULLS LAST, CAST("owner_3" AS VARCHAR) OFFSET 5',
  );
});

test.each([
  ['A', `WHERE ("ward" COLLATE "C") = 'A'`],
  [null, 'WHERE "ward" IS NULL'],
])('rows whose key is %s', (value, condition) => {
  const checked = drawnFrom(counting('ward'), { kind: 'key', by: 'ward', value });
  expect(text(checked, 'postgres')).toContain(condition);
  expect(text(checked, 'postgres', 0)).toContain(condition);
});

test('a draw from a draw lists the members of each once', () => {
  const checked = drawnFrom(counting(), half, { kind: 'smallest', number: { size: 2n }, others: false });
  expect(text(checked)).toMatchInlineSnapshot(`
    "WITH "units" AS MATERIALIZED (SELECT DISTINCT "unit_2" AS "owner"
    FROM (SELECT "read_2" AS "unit_2"
    FROM (SELECT CAST("patient" AS VARCHAR) AS "read_2"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t_3") AS "t_4" LIMIT 9223372036854775807),
    "members" AS MATERIALIZED (SELECT "owner"
    FROM (SELECT *, sha256(:key || ':' || CAST("owner" AS VARCHAR)) AS "hash"
    FROM "units") AS "t_5"
    WHERE "hash" < '8000000000000000'),
    "units_2" AS MATERIALIZED (SELECT DISTINCT "unit_3" AS "owner_2"
    FROM (SELECT *
    FROM (SELECT "read_3" AS "unit_3"
    FROM (SELECT CAST("patient" AS VARCHAR) AS "read_3"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t_7") AS "t_8"
    WHERE "unit_3" IN (SELECT "owner"
    FROM "members")) AS "t_9" LIMIT 9223372036854775807),
    "members_2" AS MATERIALIZED (SELECT "owner_2"
    FROM (SELECT *, sha256(:key || ':' || CAST("owner_2" AS VARCHAR)) AS "hash_2"
    FROM "units_2") AS "t_10"
    ORDER BY "hash_2", CAST("owner_2" AS VARCHAR) LIMIT 2) SELECT COALESCE(sum("added"), 0) AS "result"
    FROM (SELECT 1 AS "added"
    FROM (SELECT count(*) AS "cell_rows"
    FROM (SELECT *
    FROM (SELECT *
    FROM (SELECT "read" AS "unit"
    FROM (SELECT CAST("patient" AS VARCHAR) AS "read"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t") AS "t_2"
    WHERE "unit" IN (SELECT "owner"
    FROM "members")) AS "t_6"
    WHERE "unit" IN (SELECT "owner_2"
    FROM "members_2")) AS "t_11"
    GROUP BY "unit") AS "t_12") AS "t_13""
  `);
});

test('on a copy, draws up to its own are not drawn again', () => {
  const checked = drawnFrom(counting(), half, { kind: 'smallest', number: { size: 2n }, others: false });
  expect(text(checked, 'duckdb', 1)).toBe(text(drawnFrom(counting())));
  expect(text(checked, 'duckdb', 0)).toContain('LIMIT 2');
  expect(text(checked, 'duckdb', 0)).not.toContain('8000000000000000');
});

test('the members of a draw, for a copy', () => {
  const checked = drawnFrom(counting('ward'), { kind: 'key', by: 'ward', value: 'A' }, half, half);
  const target = {
    dialect: 'duckdb',
    catalogue: presumedCatalogue(checked),
    key: KEY,
    drawKeys: ['', ...DRAW_KEYS],
  } as const;
  expect(shown(unitsQuery(checked, target, 1))).toMatchInlineSnapshot(`
    "WITH "units" AS MATERIALIZED (SELECT DISTINCT "unit_2" AS "owner"
    FROM (SELECT *
    FROM (SELECT *
    FROM (SELECT "read_4" AS "unit_2", CASE "read_3" WHEN 'A' THEN 'A' WHEN 'B' THEN 'B' END AS "ward_2"
    FROM (SELECT CAST("ward" AS VARCHAR) AS "read_3", CAST("patient" AS VARCHAR) AS "read_4"
    FROM "visits"
    WHERE "patient" IS NOT NULL) AS "t_5") AS "t_6"
    WHERE (NOT ("ward_2" IS NULL))) AS "t_7"
    WHERE "ward_2" = 'A') AS "t_8" LIMIT 9223372036854775807),
    "members" AS MATERIALIZED (SELECT "owner"
    FROM (SELECT *, sha256(:key || ':' || CAST("owner" AS VARCHAR)) AS "hash"
    FROM "units") AS "t_9"
    WHERE "hash" < '8000000000000000') SELECT "owner"
    FROM "members""
  `);
});

test.each(['duckdb', 'postgres'] as const)('the keys of draws reach %s as parameters and are never shown', dialect => {
  const checked = drawnFrom(counting(), half, half);
  const [query] = lower(checked, { dialect, catalogue: presumedCatalogue(checked), key: KEY, drawKeys: DRAW_KEYS });
  for (const key of DRAW_KEYS) {
    expect(query.text).not.toContain(key);
    expect(shown(query)).not.toContain(key);
    expect(query.parameters).toContainEqual({ type: 'text', value: key, secret: true });
  }
  expect(shown(query)).toContain(':key');
});

test('a random draw without its key is a fault of ours', () => {
  const checked = drawnFrom(counting(), half);
  const target = { dialect: 'duckdb', catalogue: presumedCatalogue(checked), key: KEY } as const;
  expect(() => lower(checked, target)).toThrow(expect.objectContaining({ name: 'Fault' }));
});
