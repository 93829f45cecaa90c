/** An answer as CSV (RFC 4180): a line for each row; each value with its standard error and the ends of its interval. */
import type { Answered, AnswerRow } from '../answer.ts';
import type { AnswerColumns } from './answer-columns.ts';
import { single } from './estimate-text.ts';

type Cell = AnswerRow['key'][string];

export function answerAsCsv({ rows }: Answered, { keys, values }: AnswerColumns): string {
  const header = [
    ...keys,
    ...values.flatMap(({ name, ranked }) => PARTS[ranked ? 'ranked' : 'measured'].map(part => name + part)),
  ];
  const lines = rows.map(row => [
    ...keys.map(name => row.key[name]),
    ...values.flatMap(({ name, ranked }) => partsOf(row.values[name], ranked)),
  ]);
  return [header, ...lines].map(line => `${line.map(cellText).join(',')}\r\n`).join('');
}

const PARTS = {
  measured: ['', '_standard_error', '_low95', '_high95'],
  ranked: ['', '_rank_error95'],
} as const;

function partsOf(value: AnswerRow['values'][string], ranked: boolean): Cell[] {
  const released = single(value);
  if (ranked) return [released.estimate, 'rankError95' in released ? released.rankError95 : null];
  return [released.estimate, released.standardError, ...(released.interval95 ?? [null, null])];
}

/** No value is an empty cell, the empty text a quoted one. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = harmless(cell);
  return /^$|[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets run what begins like a formula. A leading apostrophe makes it text again. */
const harmless = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
