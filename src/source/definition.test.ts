import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { source as parsed } from '../../test/tidy/sources.ts';
import { definePolicy } from './definition.ts';
import { loadPolicy } from './policy-file.ts';
import type { PolicyInput } from './policy-input.ts';
import type {
  BoundedColumnName,
  CategoryColumnName,
  ColumnKind,
  ColumnName,
  ColumnsOf,
  NumericColumnName,
  ProtectedTableName,
  PublicTableName,
  TableName,
  ValueOf,
} from './typed-policy.ts';

const policy = definePolicy({
  source: { engine: 'duckdb', path: 'visits.csv' },
  tables: {
    visits: {
      unit: 'patient_id',
      rowsPerUnit: 10,
      columns: {
        age: { type: 'integer', min: 0, max: 120 },
        weight: { type: 'number' },
        ward: { type: 'category', values: ['A', 'B'] },
        seen: { type: 'date' },
        urgent: { type: 'boolean' },
      },
    },
    wards: { public: true, key: 'ward', columns: { ward: { type: 'text' }, floor: { type: 'integer' } } },
  },
  budget: { epsilon: 0.1, delta: 1e-7 },
  ledger: 'sqlite:visits.ledger',
});

type P = typeof policy;

describe('what the compiler knows', () => {
  test('tables', () => {
    expectTypeOf<TableName<P>>().toEqualTypeOf<'visits' | 'wards'>();
    expectTypeOf<ProtectedTableName<P>>().toEqualTypeOf<'visits'>();
    expectTypeOf<PublicTableName<P>>().toEqualTypeOf<'wards'>();
  });

  test('columns', () => {
    expectTypeOf<ColumnName<P, 'visits'>>().toEqualTypeOf<'age' | 'weight' | 'ward' | 'seen' | 'urgent'>();
    expectTypeOf<ColumnName<P, 'wards'>>().toEqualTypeOf<'ward' | 'floor'>();
    expectTypeOf<ColumnKind<P, 'visits', 'age'>>().toEqualTypeOf<'integer'>();
    expectTypeOf<NumericColumnName<P, 'visits'>>().toEqualTypeOf<'age' | 'weight'>();
    expectTypeOf<BoundedColumnName<P, 'visits'>>().toEqualTypeOf<'age'>();
    expectTypeOf<CategoryColumnName<P, 'visits'>>().toEqualTypeOf<'ward'>();
  });

  test('values', () => {
    expectTypeOf<ValueOf<ColumnsOf<P, 'visits'>['ward']>>().toEqualTypeOf<'A' | 'B'>();
    expectTypeOf<ValueOf<ColumnsOf<P, 'visits'>['age']>>().toEqualTypeOf<number>();
    expectTypeOf<ValueOf<ColumnsOf<P, 'visits'>['urgent']>>().toEqualTypeOf<boolean>();
    expectTypeOf<ValueOf<ColumnsOf<P, 'visits'>['seen']>>().toEqualTypeOf<string>();
  });

  test('of a policy from a file every name may be there', () => {
    expectTypeOf<TableName<PolicyInput>>().toEqualTypeOf<string>();
    expectTypeOf<ProtectedTableName<PolicyInput>>().toEqualTypeOf<string>();
    expectTypeOf<PublicTableName<PolicyInput>>().toEqualTypeOf<string>();
    expectTypeOf<BoundedColumnName<PolicyInput, string>>().toEqualTypeOf<string>();
    expectTypeOf<CategoryColumnName<PolicyInput, string>>().toEqualTypeOf<string>();
  });

  test('what it refuses', () => {
    const { source, tables, budget, ledger } = policy;
    const withColumn = { source, budget, ledger };
    // @ts-expect-error there is no such type of column
    const misspelt = () => definePolicy({ ...withColumn, tables: { t: { columns: { a: { type: 'int' } } } } });
    // @ts-expect-error a category lists its values
    const bare = () => definePolicy({ ...withColumn, tables: { t: { columns: { a: { type: 'category' } } } } });
    expect(misspelt).toThrow('tables.t.columns.a.type must be one of');
    expect(bare).toThrow('tables.t.columns.a.values is missing');
    // @ts-expect-error a policy has a budget
    expect(() => definePolicy({ source, tables, ledger })).toThrow();
    // @ts-expect-error a DuckDB source has a path
    expect(() => definePolicy({ source: { engine: 'duckdb' }, tables, budget, ledger })).toThrow();
    // @ts-expect-error a table has no such column
    expectTypeOf<ColumnKind<P, 'visits', 'agee'>>();
  });
});

test('numbers in code are the decimals that were typed', async () => {
  const { budget, tables } = await loadPolicy(policy);
  expect([budget.epsilon.text, budget.delta.text]).toEqual(['0.1', '0.0000001']);
  expect(tables.visits.columns.age).toMatchObject({ bounds: { max: { text: '120' } } });
});

test.each([Number.POSITIVE_INFINITY, Number.NaN, 0, -1])('a budget of %d is refused', epsilon => {
  expect(() => definePolicy({ ...policy, budget: { epsilon } })).toThrow(
    expect.objectContaining({ code: 'policy_invalid', message: 'budget.epsilon must be a finite number above 0.' }),
  );
});

test('a frozen copy: what was given stays as it was', () => {
  const given = { ...policy, budget: { epsilon: 1 } };
  const defined = definePolicy(given);
  expect(defined).toEqual(given);
  expect([Object.isFrozen(defined.budget), Object.isFrozen(given.budget)]).toEqual([true, false]);
});

test('paths begin at the module that says so, otherwise at the working directory', async () => {
  const there = await loadPolicy({ ...policy, relativeTo: pathToFileURL('/srv/app/policy.ts').href });
  expect(there).toMatchObject({ source: { path: '/srv/app/visits.csv' }, ledger: { path: '/srv/app/visits.ledger' } });
  expect(await loadPolicy(policy)).toMatchObject({ source: { path: join(process.cwd(), 'visits.csv') } });
});

test('definePolicy needs nothing of Node', () => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(path, 'utf8');
    expect(text, path).not.toMatch(/from 'node:|\bprocess\.|\bBuffer\b/);
    for (const target of parsed(path, text).imports) visit(target);
  };
  visit('src/source/definition.ts');
  expect([...seen].map(path => dirname(path))).toContain('src/numerics');
});
