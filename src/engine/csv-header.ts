/**
 * The column names of a CSV file, from its first line alone. DuckDB would look at rows to guess what separates fields,
 * and could read another table when a row changes; here the header decides.
 * What is written here has a header that is read back as it was.
 */
import { refuse } from '../vocabulary/index.ts';

export interface CsvHeader {
  readonly delimiter: string;
  readonly names: readonly string[];
}

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter that cuts the line into most fields; a comma when none does. */
export function csvHeader(line: string): CsvHeader {
  const start = line.startsWith('\uFEFF') ? line.slice(1) : line;
  const [best] = DELIMITERS.map(delimiter => ({ delimiter, names: fields(start, delimiter) })).sort(
    (one, other) => other.names.length - one.names.length,
  );
  const named = best.names.every(name => name !== '') && new Set(best.names).size === best.names.length;
  return named
    ? best
    : refuse('file_unreadable', 'The first line of a CSV file must name its columns, without duplicates.');
}

/** A quote that is doubled inside quotes is one. */
function fields(line: string, delimiter: string): string[] {
  const names = [''];
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const isQuote = line[at] === '"';
    if (isQuote && !(quoted && line[at + 1] === '"')) quoted = !quoted;
    else if (line[at] === delimiter && !quoted) names.push('');
    else names[names.length - 1] += line[isQuote ? ++at : at];
  }
  return names;
}

/** The first line of a file with commas: whatever could be taken for another delimiter is in quotes. */
export function headerLine(names: readonly string[]): string {
  const line = names.map(name => (/[",;\t|\uFEFF]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',');
  const isReadBack = !/[\r\n]/.test(line) && names.every(name => name !== '');
  return isReadBack
    ? line
    : refuse(
        'file_unwritable',
        'Column names in a CSV file must not be empty or contain line breaks. Publish Parquet, or choose other columns.',
      );
}
