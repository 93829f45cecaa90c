import { expect, test } from 'vitest';
import { join, name, parameter, quoteName, quoteText, secret, sql } from './fragment.ts';
import { render, shown } from './query.ts';

const TYPES = { integer: 'BIGINT', wide: 'HUGEINT', number: 'DOUBLE', text: 'VARCHAR', boolean: 'BOOLEAN' };

test.each([
  ['age', '"age"'],
  ['a"; DROP TABLE visits; --', '"a""; DROP TABLE visits; --"'],
  ["o'Brien", `"o'Brien"`],
  ['', '""'],
])('a name stays one name: %s', (identifier, quoted) => expect(quoteName(identifier)).toBe(quoted));

test('a path stays one text', () => expect(quoteText(`/data/o'Brien';--`)).toBe(`'/data/o''Brien'';--'`));

test('nothing ends a name or a text early', () => {
  expect(() => quoteName('a\0b')).toThrow('zero');
  expect(() => quoteText('a\0b')).toThrow('zero');
});

test('values are parameters, and equal values are one', () => {
  const fragment = sql`SELECT ${join([parameter('text', `'; --`), parameter('integer', 1n), parameter('text', `'; --`)], ', ')} FROM ${name('t')}`;
  expect(render(fragment, TYPES)).toEqual({
    text: 'SELECT CAST($1 AS VARCHAR), CAST($2 AS BIGINT), CAST($1 AS VARCHAR) FROM "t"',
    parameters: [
      { type: 'text', value: `'; --` },
      { type: 'integer', value: 1n },
    ],
  });
});

test('the same value of two types is two parameters, and so are the two zeros', () => {
  const values = [parameter('integer', 0n), parameter('wide', 0n), parameter('number', 0), parameter('number', -0)];
  expect(render(join(values, ' '), TYPES).parameters).toHaveLength(4);
});

test('a reader sees values in place, but never a secret', () => {
  const fragment = sql`${parameter('text', "it's")} ${parameter('integer', 7n)} ${secret('cafe')} ${parameter('boolean', true)}`;
  const query = {
    dialect: 'duckdb',
    columns: [],
    kind: 'totals',
    statistics: [],
    keys: 0,
    ...render(fragment, TYPES),
  } as const;
  expect(shown(query)).toBe(`'it''s' 7 :key TRUE`);
});
