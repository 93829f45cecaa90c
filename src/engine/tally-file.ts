/** Chosen groups of a tally as a file: CSV has the texts that were grouped, Parquet the same read as the types of their columns. */
import { type DuckDBConnection, INTEGER, VARCHAR } from '@duckdb/node-api';
import { quoteName, quoteText } from '../sql/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { appendRows, appendValues } from './appended-rows.ts';
import type { CoarsenedColumn } from './coarsening.ts';
import { headerLine } from './csv-header.ts';
import { decodedRows } from './encoded-row.ts';

export interface TallyFile {
  /** A name in the making: whoever asked gives it its own when it is whole. */
  readonly path: string;
  readonly format: 'csv' | 'parquet';
}

/** Apart from the data, whose tables have whatever names they have. */
const SCHEMA = 'tally';

/** The table of the groups: their cells, c0, c1, ..., or all rows of a person as c0; and how often each occurs, n. */
export const COMBINATIONS = `${SCHEMA}.combinations`;
const CHOSEN = `${SCHEMA}.chosen`;
const DECODED = `${SCHEMA}.decoded`;

export const makeSchema = async (connection: DuckDBConnection): Promise<void> => {
  await connection.run(`CREATE SCHEMA ${SCHEMA}`);
};

/** The groups, where they are brought from elsewhere. */
export async function appendGroups(
  connection: DuckDBConnection,
  width: number,
  rows: AsyncIterable<readonly (string | null)[]>,
): Promise<void> {
  const names = [...Array.from({ length: width }, (_, place) => `c${place}`), 'n'];
  await connection.run(`CREATE TABLE ${COMBINATIONS} (${names.map(name => `${name} VARCHAR`).join(', ')})`);
  await appendRows(
    connection,
    { schema: SCHEMA, name: 'combinations' },
    names.map(() => VARCHAR),
    rows,
  );
}

export interface WrittenGroups {
  readonly columns: readonly CoarsenedColumn[];
  /** What DuckDB calls the type of each column after its rules; text unless said. */
  readonly types: readonly (string | undefined)[];
  readonly unit?: string | undefined;
  readonly into: TallyFile;
}

export async function writeChosen(
  connection: DuckDBConnection,
  groups: readonly number[],
  written: WrittenGroups,
): Promise<void> {
  try {
    await connection.run(`CREATE TABLE ${CHOSEN} (grouping INTEGER)`);
    await appendValues(connection, { schema: SCHEMA, name: 'chosen' }, INTEGER, groups);
    if (written.unit !== undefined) await decode(connection, written.columns.length);
    const { path, format } = written.into;
    const options = format === 'csv' ? `FORMAT csv, HEADER false, ${headed(written, groups)}` : 'FORMAT parquet';
    await connection.run(`COPY (${selection(written)}) TO ${quoteText(path)} (${options}, USE_TMP_FILE false)`);
  } catch {
    refuse('file_unwritable', 'The sample could not be written: not enough disk space or memory.');
  }
}

/** DuckDB ends no line before a suffix, and would quote no name that holds another delimiter than its own. */
const headed = (written: WrittenGroups, groups: readonly number[]): string =>
  `PREFIX ${quoteText(headerLine(namesOf(written)) + (groups.length === 0 ? '' : '\n'))}, SUFFIX '\n'`;

/** The columns of the file. */
export const namesOf = ({ columns, unit }: Pick<WrittenGroups, 'columns' | 'unit'>): readonly string[] => [
  ...(unit === undefined ? [] : [unit]),
  ...columns.map(({ name }) => name),
];

/** Only of people who were chosen, each kind of person once. */
async function decode(connection: DuckDBConnection, columns: number): Promise<void> {
  const cells = Array.from({ length: columns }, (_, place) => `c${place}`);
  await connection.run(
    `CREATE TABLE ${DECODED} (grouping INTEGER, number INTEGER, ${cells.map(name => `${name} VARCHAR`).join(', ')})`,
  );
  const encoded = await connection.runAndReadAll(
    `SELECT CAST(rowid AS INTEGER), c0 FROM ${COMBINATIONS} WHERE rowid IN (SELECT grouping FROM ${CHOSEN})`,
  );
  const rows = encoded
    .getRows()
    .flatMap(([grouping, text]) => decodedRows(String(text)).map((row, number) => [grouping, number, ...row]));
  await appendRows(
    connection,
    { schema: SCHEMA, name: 'decoded' },
    [INTEGER, INTEGER, ...cells.map(() => VARCHAR)],
    rows,
  );
}

/** People get new numbers, in the random order they are in: they only tell which rows belong together. */
function selection({ columns, types, unit, into }: WrittenGroups): string {
  const shown = columns.map(({ name }, place) => {
    const type = into.format === 'parquet' ? types[place] : undefined;
    return `${type === undefined ? `r.c${place}` : `CAST(r.c${place} AS ${type})`} AS ${quoteName(name)}`;
  });
  return unit === undefined
    ? `SELECT ${shown.join(', ')} FROM ${CHOSEN} d JOIN ${COMBINATIONS} r ON r.rowid = d.grouping ORDER BY d.rowid`
    : `SELECT d.rowid + 1 AS ${quoteName(unit)}, ${shown.join(', ')} FROM ${CHOSEN} d JOIN ${DECODED} r USING (grouping) ORDER BY d.rowid, r.number`;
}
