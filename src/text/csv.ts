/** Rows as CSV (RFC 4180), the names of the columns first. What others wrote into a cell stays text in a spreadsheet. */
export type CsvCell = string | number | boolean | null;

export const csvLines = (columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [columns, ...rows].map(line => `${line.map(cellText).join(',')}\r\n`).join('');

/** Of rows that all have the members of the first. */
export function csvOf(rows: readonly Readonly<Record<string, CsvCell>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return csvLines(
    columns,
    rows.map(row => columns.map(column => row[column] ?? null)),
  );
}

/** No value is an empty cell, the empty text a quoted one. */
function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = harmless(cell);
  return /^$|[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets run what begins like a formula. A leading apostrophe makes it text again. */
const harmless = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
