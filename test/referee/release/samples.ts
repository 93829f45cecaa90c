/** Samples as somebody reads them who has only the file: CSV by the letters, Parquet by its types. */
import { readFileSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { counted, type Groups, numberText } from './expected.ts';
import { PERSON } from './files.ts';
import type { Case, Cell } from './tables.ts';

interface ReadSample {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What a sample shows, by row, or by all rows of a person. */
export async function shownBy(path: string, { columns, unit }: Case, connection: DuckDBConnection): Promise<Groups> {
  const { names, rows } = path.endsWith('.csv') ? csvSample(path) : await parquetSample(path, connection);
  const expected = [...(unit ? [PERSON] : []), ...columns.map(({ name }) => name)];
  if (JSON.stringify(names) !== JSON.stringify(expected)) throw new TypeError(`it has the columns ${names.join(', ')}`);
  if (!unit) return counted(rows.map(row => [row]));
  const people = new Map<string, Cell[][]>();
  for (const [person, ...row] of rows) people.set(String(person), [...(people.get(String(person)) ?? []), row]);
  const numbers = [...people.keys()].map(Number);
  if (!numbers.every((number, place) => number === place + 1))
    throw new TypeError('people are not numbered as they lie');
  return counted([...people.values()]);
}

/** Fields without quotes are null where they are empty. */
function csvSample(path: string): ReadSample {
  const text = readFileSync(path, 'utf8');
  const rows: Cell[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const quoted = /"((?:[^"]|"")*)"/y;
    const plain = /[^,\n\r"]*/y;
    quoted.lastIndex = at;
    plain.lastIndex = at;
    const inQuotes = text[at] === '"' ? quoted.exec(text) : null;
    const found = inQuotes ?? plain.exec(text)!;
    rows[rows.length - 1].push(inQuotes === null ? found[0] || null : found[1].replaceAll('""', '"'));
    at += found[0].length;
    if (text[at] === '\n') rows.push([]);
    else if (text[at] !== ',') throw new TypeError(`a field of it ends in ${JSON.stringify(text.slice(at, at + 5))}`);
    at += 1;
    if (text[at - 1] === ',' && at === text.length) throw new TypeError('it ends in a comma');
  }
  if (rows.pop()?.length !== 0) throw new TypeError('its last line does not end');
  const [header, ...lines] = rows;
  // a line of a single field may be empty
  return { names: header.map(String), rows: lines };
}

async function parquetSample(path: string, connection: DuckDBConnection): Promise<ReadSample> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet('${path}')`);
  const columns = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
  const list = columns.map(({ name }) => `CAST("${name.replaceAll('"', '""')}" AS VARCHAR)`).join(', ');
  const found = await connection.runAndReadAll(`SELECT ${list} FROM read_parquet('${path}')`);
  return {
    names: columns.map(({ name }) => name),
    rows: found
      .getRows()
      .map(row => row.map((cell, at) => (cell === null ? null : textOf(String(cell), columns[at].type)))),
  };
}

function textOf(cell: string, type: string): string {
  if (!/^(DOUBLE|DECIMAL)/.test(type)) return cell;
  const endless = /^(-?)inf$/.exec(cell);
  return numberText(endless === null ? Number(cell) : endless[1] === '-' ? -Infinity : Infinity);
}
