import { expect, test } from 'vitest';
import { Refusal } from '../../vocabulary/index.ts';
import { parseSelect } from './statement.ts';

const codeOf = async (sql: string): Promise<string> => {
  try {
    await parseSelect(sql);
    return 'read';
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
};

const nested = (open: string, close: string, levels: number): string =>
  `SELECT ${open.repeat(levels)}1${close.repeat(levels)} FROM visits`;

test.each([
  ['brackets', '(', ')'],
  ['minus signs', '- - ', ''],
  ['negations', 'NOT ', ''],
  ['cases', 'CASE WHEN true THEN ', ' END'],
  ['calls', 'f(', ')'],
  ['sums', '', ' + 1'],
  ['casts', '', '::int'],
  ['subqueries', '(SELECT ', ')'],
  ['arrays', 'ARRAY[', ']'],
  ['collations', '', ' COLLATE "C"'],
])('deep %s are refused, and the parser is well afterwards', async (_, open, close) => {
  for (const levels of [1_000, 40_000 / (open.length + close.length)])
    expect(await codeOf(nested(open, close, levels))).toMatch(/^sql_too_large$|^read$/);
  expect(await codeOf(nested(open, close, 4_000))).toBe('sql_too_large');
  expect(await codeOf('SELECT 1')).toBe('read');
});

test('depth is limited to 200 nodes, length to 100,000 bytes', async () => {
  expect(await codeOf(nested('', ' + 1', 190))).toBe('read');
  expect(await codeOf(nested('', ' + 1', 210))).toBe('sql_too_large');
  expect(await codeOf(`SELECT '${'x'.repeat(99_900)}'`)).toBe('read');
  expect(await codeOf(`SELECT '${'x'.repeat(100_000)}'`)).toBe('sql_too_large');
  expect(await codeOf(`SELECT '${'é'.repeat(50_000)}'`)).toBe('sql_too_large');
});

test('long lists are not deep', async () => {
  expect(await codeOf(`SELECT x IN (${Array.from({ length: 9_000 }, (_, i) => `'${i}'`).join(', ')})`)).toBe('read');
});

/** The parser's stack overflows after some thousand levels and stays broken: one such text must never reach it. */
test('no text breaks the parser for those who come later', async () => {
  const deep = '+1'.repeat(12_000);
  const hiding = [
    '',
    "'\u0001'",
    '"\u0001"',
    "E'\\x01'",
    '/* \u0001 */',
    '$a$ " $a$',
    "'",
    '/*',
    '"',
    "U&'\\0001'",
    '\\',
  ];
  for (const hidden of hiding)
    for (let i = 0; i < 3; i++) expect(await codeOf(`SELECT ${hidden} 1${deep}`)).toMatch(/^sql_(too_large|syntax)$/);
  expect(await codeOf('SELECT 1')).toBe('read');
});

test('comments and spaces say nothing', async () => {
  expect(await codeOf('/* a /* nested */ comment */ SELECT -- to the end\n 1;')).toBe('read');
});
