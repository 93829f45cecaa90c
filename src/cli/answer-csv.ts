/** An answer as CSV (RFC 4180): a line for each row; each value with its standard error and the ends of its interval. */
import type { Answered, AnswerRow } from '../answer.ts';
import { type CsvCell, csvLines } from '../text/index.ts';
import type { AnswerColumns } from './answer-columns.ts';
import { single } from './estimate-text.ts';

export function answerAsCsv({ rows }: Answered, { keys, values }: AnswerColumns): string {
  const header = [
    ...keys,
    ...values.flatMap(({ name, ranked }) => PARTS[ranked ? 'ranked' : 'measured'].map(part => name + part)),
  ];
  const lines = rows.map(row => [
    ...keys.map(name => row.key[name]),
    ...values.flatMap(({ name, ranked }) => partsOf(row.values[name], ranked)),
  ]);
  return csvLines(header, lines);
}

const PARTS = {
  measured: ['', '_standard_error', '_low95', '_high95'],
  ranked: ['', '_rank_error95'],
} as const;

function partsOf(value: AnswerRow['values'][string], ranked: boolean): CsvCell[] {
  const released = single(value);
  if (ranked) return [released.estimate, 'rankError95' in released ? released.rankError95 : null];
  return [released.estimate, released.standardError, ...(released.interval95 ?? [null, null])];
}
