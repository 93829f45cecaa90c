/** An answer as CSV, with the column names that the Python client uses. */
import type { AnswerRowJson } from '../../../src/service/contract/answers.ts';

export function answerCsv(rows: readonly AnswerRowJson[]): string {
  const records = rows.map(({ key, values }) => ({
    ...key,
    ...Object.assign({}, ...Object.entries(values).map(([name, released]) => columnsOf(name, released))),
  }));
  const names = Object.keys(records[0] ?? {});
  return [names, ...records.map(record => names.map(name => record[name]))]
    .map(cells => `${cells.map(cellText).join(',')}\r\n`)
    .join('');
}

type Cell = string | number | boolean | null | undefined;

function columnsOf(name: string, released: AnswerRowJson['values'][string]): Readonly<Record<string, Cell>> {
  if ('bins' in released)
    return Object.fromEntries(released.bins.map(({ from, to, estimate }) => [`${name} ${from} to ${to}`, estimate]));
  if ('threshold' in released) return { [`${name}_min`]: released.min, [`${name}_max`]: released.max };
  const { estimate, standardError, interval95 } = released;
  return {
    [name]: estimate,
    [`${name}_standard_error`]: standardError,
    [`${name}_low95`]: interval95?.[0],
    [`${name}_high95`]: interval95?.[1],
  };
}

/** Text that a spreadsheet would run as a formula is kept from that by an apostrophe. */
function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
