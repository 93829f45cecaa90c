/** The table of a case where it can be drawn from: a file, or a table of PostgreSQL under a policy; and how that was made. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { PostgresServer } from '../../support/postgres.ts';
import { type Case, type Cell, isTyped, type Kind } from './tables.ts';

export interface Ground {
  readonly folder: string;
  readonly connection: DuckDBConnection;
  readonly postgres: PostgresServer | undefined;
}

export interface Placed {
  readonly data: string;
  readonly table?: string;
  readonly coarsen: string;
  readonly unit?: string;
  /** Statements of a program that makes the same. */
  readonly program: readonly string[];
}

export const PERSON = 'person';

let tables = 0;

/** In a folder of its own: a ledger lies beside the data. */
export async function placed(given: Case, { folder, connection, postgres }: Ground): Promise<Placed> {
  const number = tables++;
  const own = join(folder, String(number));
  mkdirSync(own);
  const program: string[] = [];
  const write = (name: string, text: string): string => {
    writeFileSync(join(own, name), text);
    program.push(`writeFileSync(${JSON.stringify(name)}, ${JSON.stringify(text)});`);
    return join(own, name);
  };
  const run = async (statement: string): Promise<void> => {
    await connection.run(statement);
    program.push(`await connection.run(${JSON.stringify(statement.replaceAll(`${own}/`, ''))});`);
  };
  const coarsen = coarsening(given, text => write('names.txt', text));
  const order = { coarsen, program, ...(given.unit && { unit: PERSON }) };
  const { format } = given;
  if (format === 'csv') return { ...order, data: write('table.csv', csvText(given)) };
  if (format === 'ndjson' || format === 'json') return { ...order, data: write(`table.${format}`, jsonText(given)) };
  if (format === 'postgres') {
    const name = `t${number}`;
    const statement = `CREATE TABLE ${name} AS ${selected(given)}`;
    await postgres!.run(statement);
    program.push(`await server.run(${JSON.stringify(statement)});`);
    return { ...order, table: name, data: write('policy.json', policyText(given, name, own)) };
  }
  const data = join(own, `table.${format}`);
  if (format === 'parquet') await run(`COPY (${selected(given)}) TO '${data}'`);
  else {
    const alias = `made${number}`;
    await run(`ATTACH '${data}' AS ${alias}`);
    await run(`CREATE TABLE ${alias}.people AS ${selected(given)}`);
    await run(`DETACH ${alias}`);
  }
  return { ...order, data };
}

const coarsening = ({ columns }: Case, list: (text: string) => string): string =>
  columns
    .flatMap(({ name, rules }) =>
      rules.map(({ kind, argument, names }) => {
        if (names !== undefined) return `${name}=hierarchy:${list(names.map(line => `${line.join(';')}\n`).join(''))}`;
        return `${name}=${argument === undefined ? kind : `${kind}:${argument}`}`;
      }),
    )
    .join(',');

function csvText({ columns, rows, odd, lineEnd }: Case): string {
  const lines = rows.map(({ person, cells }, row) =>
    [person, ...cells].map((cell, at) => field(cell, row + at)).join(','),
  );
  for (const { before, line } of [...odd].sort((one, other) => other.before - one.before))
    lines.splice(before, 0, line);
  const header = [PERSON, ...columns.map(({ name }) => name)].map(name => `"${name.replaceAll('"', '""')}"`).join(',');
  return [header, ...lines, ''].join(lineEnd);
}

/** Quotes where they are needed, and now and then where they are not. */
function field(cell: Cell, turn: number): string {
  const text = cell ?? '';
  return /[",;|\t\r\n]/.test(text) || turn % 5 === 0 ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Some have keys that nobody else has, or keys in an order of their own: by what is in them, wherever they stand. */
function jsonText({ columns, rows, format }: Case): string {
  const objects = rows.map(({ person, cells }) => {
    const fields: [string, Cell][] = [
      [PERSON, person],
      ...columns.map(({ name }, at) => [name, cells[at]] as [string, Cell]),
    ];
    const text = JSON.stringify(fields);
    const turn = text.length % 3;
    if (turn === 1) fields.reverse();
    if (turn === 2) fields.push([`alone ${text}`, person]);
    return JSON.stringify(Object.fromEntries(fields));
  });
  return format === 'json' ? `[${objects.join(',\n')}]` : `${objects.join('\n')}\n`;
}

const TYPES: Readonly<Record<Kind, readonly [duckdb: string, postgres: string]>> = {
  text: ['VARCHAR', 'TEXT'],
  number: ['DOUBLE', 'DOUBLE PRECISION'],
  decimal: ['DECIMAL(12, 3)', 'NUMERIC'],
  instant: ['TIMESTAMPTZ', 'TIMESTAMPTZ'],
  day: ['DATE', 'DATE'],
};

function selected({ columns, rows, format }: Case): string {
  const literal = (cell: Cell): string => (cell === null ? 'NULL' : `'${cell.replaceAll("'", "''")}'`);
  const values = rows.map(({ person, cells }) => `(${[person, ...cells].map(literal).join(', ')})`).join(', ');
  const list = columns.map(({ name, kind }, at) => {
    const type = TYPES[isTyped(format) ? kind : 'text'][format === 'postgres' ? 1 : 0];
    return `CAST(c${at} AS ${type}) AS "${name.replaceAll('"', '""')}"`;
  });
  const names = ['p', ...columns.map((_, at) => `c${at}`)].join(', ');
  return `SELECT CAST(p AS VARCHAR) AS ${PERSON}, ${list.join(', ')} FROM (VALUES ${values}) v(${names})`;
}

const policyText = ({ columns, unit }: Case, table: string, own: string): string =>
  JSON.stringify({
    source: { engine: 'postgres', url: 'env:SORTITION_REFEREE_URL' },
    tables: {
      [table]: {
        ...(unit && { unit: PERSON, rowsPerUnit: 100 }),
        columns: Object.fromEntries(columns.map(({ name }) => [name, { type: 'text' }])),
      },
    },
    budget: { epsilon: 10_000, delta: 0.9 },
    ledger: `sqlite:${join(own, 'ledger')}`,
  });
