/**
 * CSV and JSON files as rows whose fields are text until the scan parses them. Lenient on purpose: what one person's line
 * looks like must not decide whether the others are answered. A line that cannot be read is left out, and no other with it.
 */
import { quoteName, quoteText } from '../sql/index.ts';
import type { CsvHeader } from './csv-header.ts';

/** What DuckDB would guess from rows is said here; lines longer than its limit of 2 MB are among those left out. */
const LENIENT = 'auto_detect = false, ignore_errors = true, strict_mode = false';

/** No text file has it: fields made of it alone are missing, and where there are no fields it separates none. */
const NEVER = quoteText('\u0001');

/**
 * Lines with as many fields as the header, as what stands after FROM. DuckDB alone would cut longer lines to fit: so it is
 * told of one field more, and to leave missing ones null, which empty ones are not. One thread reads: several would begin
 * in the midst of a field that holds lines, and take these for rows.
 */
export function csvRows(path: string, { delimiter, names }: CsvHeader, needed: readonly string[]): string {
  const fields = [...names, undefined].map((_, place) => `c${place}`);
  const list = needed.map(name => `nullif(c${names.indexOf(name)}, '') AS ${quoteName(name)}`).join(', ');
  const options = `header = true, delim = ${quoteText(delimiter)}, quote = '"', escape = '"', null_padding = true, nullstr = ${NEVER}, parallel = false`;
  const [last, beyond] = fields.slice(-2);
  return `(SELECT ${list} FROM read_csv(${quoteText(path)}, ${LENIENT}, ${options}, columns = ${textColumns(fields)}) WHERE ${last} IS NOT NULL AND ${beyond} IS NULL)`;
}

/** Lines as they are. */
const lines = (path: string, order = ''): string =>
  `read_csv(${quoteText(path)}, ${LENIENT}, header = false, delim = ${NEVER}, quote = '', escape = ''${order}, columns = ${textColumns(['line'])})`;

/** The query for the first line. */
export const firstLine = (path: string): string => `SELECT line FROM ${lines(path, ', parallel = false')} LIMIT 1`;

const textColumns = (names: readonly string[]): string => `{${names.map(name => `${name}: 'VARCHAR'`).join(', ')}}`;
