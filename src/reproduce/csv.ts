/** Rows as CSV, RFC 4180: the names of the columns first. */
import type { ReproductionRow } from './reproduction.ts';

export function csvOf(rows: readonly ReproductionRow[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map(row => columns.map(column => String(row[column] ?? '')))];
  return lines.map(line => `${line.map(quoted).join(',')}\r\n`).join('');
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
