import { expect, test } from 'vitest';
import { csvLines, csvOf } from './csv.ts';

test('names first, a line for each row, numbers as they are', () => {
  expect(csvLines(['a', 'b'], [['x', -0.5]])).toBe('a,b\r\nx,-0.5\r\n');
  expect(csvOf([{ a: 'x', b: true }, { a: 'y' }])).toBe('a,b\r\nx,true\r\ny,\r\n');
  expect(csvLines(['a'], [])).toBe('a\r\n');
});

test.each([
  [null, ''],
  ['', '""'],
  ['a,b', '"a,b"'],
  ['say "a"', '"say ""a"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@cmd', "'@cmd"],
  ['-1', "'-1"],
  ['\t=1', "'\t=1"],
])('%j is %j', (cell, text) => expect(csvLines(['a'], [[cell]])).toBe(`a\r\n${text}\r\n`));
