/** The exact text where columns must be constant in a unit; that it means what the plan means is shown on real engines. */
import { expect, test } from 'vitest';
import { check, type Plan } from '../plan/index.ts';
import { loadPolicy, type PolicyInput } from '../source/index.ts';
import { lower } from './lower.ts';
import { presumedCatalogue } from './presumption.ts';
import { shown } from './query.ts';

const policy = await loadPolicy({
  source: { engine: 'duckdb', path: 'stays.parquet' },
  tables: {
    stays: {
      unit: 'patient',
      rowsPerUnit: 3,
      columns: {
        ward: { type: 'category', values: ['A', 'B'], perUnit: true },
        urgent: { type: 'boolean', perUnit: true },
      },
    },
  },
  budget: { epsilon: 1 },
  ledger: 'sqlite:x',
} satisfies PolicyInput);

const column = (name: string) => ({ kind: 'column', name }) as const;

function byWard(input: Plan['input']): string[] {
  const grouping = { kind: 'public', keys: [{ name: 'ward', expression: column('ward') }] } as const;
  const plan: Plan = { version: 1, input, grouping, aggregates: [{ kind: 'count', name: 'count' }], afterwards: {} };
  const checked = check(plan, policy);
  return lower(checked, { dialect: 'duckdb', catalogue: presumedCatalogue(checked), key: 'ab'.repeat(32) }).map(shown);
}

test('units that contradict themselves are listed, and all their rows carry the smallest value', () => {
  const urgent = { kind: 'where', input: { kind: 'scan', table: 'stays' }, condition: column('urgent') } as const;
  expect(byWard(urgent)).toMatchInlineSnapshot(`
    [
      "SELECT "key", COALESCE(sum("added"), 0) AS "result"
    FROM (SELECT "key", CASE WHEN "cell_rows" > 3 THEN 3 ELSE "cell_rows" END AS "added"
    FROM (SELECT "key" AS "key", count(*) AS "cell_rows"
    FROM (SELECT "unit", "constant" AS "key"
    FROM (SELECT *
    FROM (SELECT *, CASE WHEN "owner" IS NULL THEN "ward" ELSE "smallest" END AS "constant", CASE WHEN "owner" IS NULL THEN "urgent" ELSE "smallest_2" END AS "constant_2"
    FROM (SELECT "read_3" AS "unit", CASE "read" WHEN 'A' THEN 'A' WHEN 'B' THEN 'B' END AS "ward", "read_2" AS "urgent"
    FROM (SELECT CAST("ward" AS VARCHAR) AS "read", "urgent" AS "read_2", CAST("patient" AS VARCHAR) AS "read_3"
    FROM "stays"
    WHERE "patient" IS NOT NULL) AS "t") AS "t_2"
    LEFT
    JOIN (SELECT "unit" AS "owner", min("ward") AS "smallest", bool_and("urgent") AS "smallest_2"
    FROM (SELECT "read_3" AS "unit", CASE "read" WHEN 'A' THEN 'A' WHEN 'B' THEN 'B' END AS "ward", "read_2" AS "urgent"
    FROM (SELECT CAST("ward" AS VARCHAR) AS "read", "urgent" AS "read_2", CAST("patient" AS VARCHAR) AS "read_3"
    FROM "stays"
    WHERE "patient" IS NOT NULL) AS "t") AS "t_2"
    GROUP BY "unit"
    HAVING min("ward") <> max("ward") OR count("ward") BETWEEN 1 AND count(*) - 1 OR bool_and("urgent") <> bool_or("urgent") OR count("urgent") BETWEEN 1 AND count(*) - 1) AS "t_3" ON "unit" = "owner") AS "t_4"
    WHERE "constant_2") AS "t_5") AS "t_6"
    GROUP BY "unit", "key") AS "t_7") AS "t_8"
    GROUP BY "key"
    ORDER BY "key" NULLS LAST",
    ]
  `);
});

test('where keys are all that must be constant, the smallest is found while rows are counted', () => {
  expect(byWard({ kind: 'scan', table: 'stays' })).toMatchInlineSnapshot(`
    [
      "SELECT "key", COALESCE(sum("added"), 0) AS "result"
    FROM (SELECT "key", CASE WHEN "cell_rows" > 3 THEN 3 ELSE "cell_rows" END AS "added"
    FROM (SELECT min("key") AS "key", count(*) AS "cell_rows"
    FROM (SELECT "unit", "ward" AS "key"
    FROM (SELECT "read_2" AS "unit", CASE "read" WHEN 'A' THEN 'A' WHEN 'B' THEN 'B' END AS "ward"
    FROM (SELECT CAST("ward" AS VARCHAR) AS "read", CAST("patient" AS VARCHAR) AS "read_2"
    FROM "stays"
    WHERE "patient" IS NOT NULL) AS "t") AS "t_2") AS "t_3"
    GROUP BY "unit") AS "t_4") AS "t_5"
    GROUP BY "key"
    ORDER BY "key" NULLS LAST",
    ]
  `);
});
