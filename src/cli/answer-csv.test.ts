import { expect, test } from 'vitest';
import type { Answered } from '../answer.ts';
import { answerAsCsv } from './answer-csv.ts';
import { describeEstimate, describeKey } from './estimate-text.ts';

const measured = { estimate: -3, standardError: 1.5, interval95: [-6, 0] } as const;
const ranked = { estimate: 4.5, standardError: null, interval95: null, rankError95: 7 } as const;

const csvOf = (...towns: (string | number | boolean | null)[]): string[] => {
  const rows = towns.map(town => ({ key: { town }, values: { n: measured, m: ranked } }));
  const columns = {
    keys: ['town'],
    values: [
      { name: 'n', ranked: false },
      { name: 'm', ranked: true },
    ],
    filtered: false,
  };
  return answerAsCsv({ rows } as unknown as Answered, columns).split('\r\n');
};

test('a header, a line for each row, and numbers as they are, also below zero', () => {
  expect(csvOf('Delft')).toEqual([
    'town,n,n_standard_error,n_low95,n_high95,m,m_rank_error95',
    'Delft,-3,1.5,-6,0,4.5,7',
    '',
  ]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('text that a spreadsheet would run is text again: %j', town => {
  expect(csvOf(town)[1].split(',')[0]).toBe(`'${town}`);
});

test.each([
  [null, ''],
  ['', '""'],
  [-5, '-5'],
  [true, 'true'],
  ['a,b', '"a,b"'],
  ['say "a"', '"say ""a"""'],
  ['=cmd,"x"', `"'=cmd,""x"""`],
])('the cell of %j', (town, cell) => {
  expect(csvOf(town)[1]).toBe(`${cell},-3,1.5,-6,0,4.5,7`);
});

test('no key reaches a terminal as a command', () => {
  expect(describeKey('a\u001b[2Jb\u202ec')).toBe('a\\u{001b}[2Jb\\u{202e}c');
  expect(describeKey(null)).toBe('(null)');
});

test('estimates show the digits that noise leaves, whole numbers none behind the point', () => {
  expect(describeEstimate(measured)).toEqual(['-3', '-6 to 0']);
  expect(describeEstimate(ranked)).toEqual(['4.5', 'rank error at most 7']);
  const fine = { estimate: 1234.56789, standardError: 0.0312, interval95: [1234.5, 1234.62] } as const;
  expect(describeEstimate(fine)).toEqual(['1,234.568', '1,234.500 to 1,234.620']);
  const coarse = { estimate: 1234.5, standardError: 812, interval95: [-400.25, 2900] } as const;
  expect(describeEstimate(coarse)).toEqual(['1,235', '-400 to 2,900']);
});
