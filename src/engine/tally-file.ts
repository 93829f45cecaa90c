/** Chosen groups of a tally as a file. Values leave as the source types or spells them, and CSV without a trailing `.0`. */
import { type DuckDBConnection, INTEGER, VARCHAR } from '@duckdb/node-api';
import { type Family, quoteName, quoteText } from '../sql/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { appendRows, appendValues } from './appended-rows.ts';
import { type CoarsenedColumn, isFloating, spelled } from './coarsening.ts';
import { decodedRows } from './encoded-row.ts';

export interface TallyFile {
  /** A name in the making: whoever asked gives it its own when it is whole. */
  readonly path: string;
  readonly format: 'csv' | 'parquet';
}

/** The table of the groups: their cells, c0, c1, ..., or all rows of a person as c0; and how often each occurs, n. */
export const COMBINATIONS = 'combinations';

interface Written {
  readonly columns: readonly CoarsenedColumn[];
  readonly unit?: string | undefined;
  readonly into: TallyFile;
}

export interface Stored {
  readonly families: ReadonlyMap<string, Family>;
  /** Whether cells lost their types on the way. */
  readonly isText: boolean;
}

export async function writeChosen(
  connection: DuckDBConnection,
  groups: readonly number[],
  written: Written,
  stored: Stored,
): Promise<void> {
  try {
    await connection.run('CREATE TABLE chosen (grouping INTEGER)');
    await appendValues(connection, 'chosen', INTEGER, groups);
    if (written.unit !== undefined) await decode(connection, written.columns.length);
    const { path, format } = written.into;
    const options = format === 'csv' ? 'FORMAT csv, HEADER true' : 'FORMAT parquet';
    await connection.run(`COPY (${selection(written, stored)}) TO ${quoteText(path)} (${options}, USE_TMP_FILE false)`);
  } catch {
    refuse('file_unwritable', 'The sample could not be written: the disk is full, or memory does not suffice.');
  }
}

/** Only of people who were chosen, each kind of person once. */
async function decode(connection: DuckDBConnection, columns: number): Promise<void> {
  const cells = Array.from({ length: columns }, (_, place) => `c${place}`);
  await connection.run(
    `CREATE TABLE decoded (grouping INTEGER, number INTEGER, ${cells.map(name => `${name} VARCHAR`).join(', ')})`,
  );
  const encoded = await connection.runAndReadAll(
    `SELECT CAST(rowid AS INTEGER), c0 FROM ${COMBINATIONS} WHERE rowid IN (SELECT grouping FROM chosen)`,
  );
  const rows = encoded
    .getRows()
    .flatMap(([grouping, text]) => decodedRows(String(text)).map((row, number) => [grouping, number, ...row]));
  await appendRows(connection, 'decoded', [INTEGER, INTEGER, ...cells.map(() => VARCHAR)], rows);
}

/** People get new numbers, in the random order they are in: they only tell which rows belong together. */
function selection({ columns, unit, into }: Written, { families, isText }: Stored): string {
  const shown = columns.map((column, place) => {
    const family = families.get(column.name) ?? 'other';
    const isDouble = isFloating(column, family);
    const type = isDouble ? 'DOUBLE' : column.rules.length === 0 ? TYPES[family] : undefined;
    const typed = isText && type !== undefined ? `CAST(r.c${place} AS ${type})` : `r.c${place}`;
    return `${into.format === 'csv' && isDouble ? spelled(typed) : typed} AS ${quoteName(column.name)}`;
  });
  return unit === undefined
    ? `SELECT ${shown.join(', ')} FROM chosen JOIN ${COMBINATIONS} r ON r.rowid = chosen.grouping ORDER BY chosen.rowid`
    : `SELECT chosen.rowid + 1 AS ${quoteName(unit)}, ${shown.join(', ')} FROM chosen JOIN decoded r USING (grouping) ORDER BY chosen.rowid, r.number`;
}

const TYPES: Readonly<Partial<Record<Family, string>>> = {
  whole: 'BIGINT',
  day: 'DATE',
  moment: 'TIMESTAMP',
  instant: 'TIMESTAMPTZ',
  logical: 'BOOLEAN',
};
