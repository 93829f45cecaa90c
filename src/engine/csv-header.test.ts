import { expect, test } from 'vitest';
import { csvHeader } from './csv-header.ts';

test.each([
  ['a,b,c', ',', ['a', 'b', 'c']],
  ['a;b;c,d', ';', ['a', 'b', 'c,d']],
  ['a\tb', '\t', ['a', 'b']],
  ['a|b', '|', ['a', 'b']],
  ['alone', ',', ['alone']],
  ['\uFEFFa,b', ',', ['a', 'b']],
  ['"a,b";c', ';', ['a,b', 'c']],
  ['"say ""no""",b', ',', ['say "no"', 'b']],
])('%j', (line, delimiter, names) => expect(csvHeader(line)).toEqual({ delimiter, names }));

test.each(['', 'a,,b', 'a,a'])('no names for columns: %j', line =>
  expect(() => csvHeader(line)).toThrow(expect.objectContaining({ code: 'file_unreadable' })),
);
