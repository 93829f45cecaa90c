/** Where the data of a world lie: files for DuckDB in every format, and one PostgreSQL server for all worlds. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { PolicyInput } from '../../../src/index.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import { spelled } from './reading.ts';
import { type Cells, type Columns, type TableName, WARD_COLUMNS, type World } from './world.ts';

export type Place = 'csv' | 'ndjson' | 'parquet' | 'duckdb' | 'postgres';

/** Of memory where there is any, for ledgers wait for their disk. */
const newFolder = (): string => mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'referee-truth-'));

export interface Laid {
  readonly folder: string;
  readonly policy: PolicyInput;
  readonly remove: () => void;
}

const TABLES: readonly TableName[] = ['visits', 'cards', 'people'];

export async function lay(world: World, place: Place, postgres: PostgresServer | undefined): Promise<Laid> {
  const folder = newFolder();
  if (place === 'postgres') await fillPostgres(world, postgres!);
  else if (place === 'csv' || place === 'ndjson') writeText(world, place, folder);
  else await writeTyped(world, place, folder);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  return { folder, policy: policyOf(world, place, folder), remove };
}

export function policyOf(world: World, place: Place, folder: string): PolicyInput {
  const path = join(folder, place === 'duckdb' ? 'clinic.duckdb' : `visits.${place}`);
  const source =
    place === 'postgres'
      ? ({ engine: 'postgres', url: `file:${join(folder, 'url')}`, version: '1' } as const)
      : ({ engine: 'duckdb', path, version: '1' } as const);
  const { rowsPerUnit, rowsPerGroup, sizeIsPublic, columns, approximateUnits } = world;
  const loose = Object.fromEntries(Object.entries(columns).map(([name, { perUnit: _, ...rule }]) => [name, rule]));
  const people = {
    ...(approximateUnits !== undefined && { approximateUnits }),
    ...(sizeIsPublic && ({ neighbours: 'replace-one', size: 'public' } as const)),
  };
  return {
    source,
    tables: {
      visits: {
        unit: 'patient',
        rowsPerUnit,
        ...(rowsPerGroup && { rowsPerGroup }),
        ...people,
        columns: { ...columns },
      },
      cards: { key: 'patient', columns: loose },
      people: { columns: loose },
      wards: { public: true, key: 'ward', columns: { ...WARD_COLUMNS } },
    },
    budget: world.concentrated ? CONCENTRATED : { epsilon: 1e20, delta: 0.5 },
    ledger: `sqlite:${join(folder, 'clinic.ledger')}`,
  } as PolicyInput;
}

/** A promise of nothing: rho is left for as many questions as there may be. */
const CONCENTRATED = { epsilon: 1e6, delta: 0.999, accounting: 'concentrated', thresholdDelta: 0.99 } as const;

function writeText(world: World, place: 'csv' | 'ndjson', folder: string): void {
  for (const table of [...TABLES, 'wards'] as const)
    writeFileSync(join(folder, `${table}.${place}`), textOf(world, table, place));
}

export function textOf(world: World, table: TableName | 'wards', place: 'csv' | 'ndjson'): string {
  const [columns, rows] = table === 'wards' ? [WARD_COLUMNS, world.wards] : [world.columns, world.rows[table]];
  const names = namesOf(table, columns);
  return place === 'csv' ? csvOf(names, rows) : linesOf(names, rows);
}

const namesOf = (table: string, columns: Columns): readonly string[] =>
  table === 'wards' || table === 'people' ? Object.keys(columns) : ['patient', ...Object.keys(columns)];

const csvOf = (names: readonly string[], rows: readonly Cells[]): string =>
  [names.join(','), ...rows.map(row => names.map(name => field(row[name])).join(','))].join('\n');

const field = (text: string | null): string => (text === null ? '' : `"${text.replaceAll('"', '""')}"`);

const linesOf = (names: readonly string[], rows: readonly Cells[]): string =>
  rows.map(row => JSON.stringify(Object.fromEntries(names.map(name => [name, row[name]])))).join('\n');

/** One statement to make a table and one to fill it: both engines read them alike. */
function statements(table: string, columns: Columns, rows: readonly Cells[]): string[] {
  const names = namesOf(table, columns);
  const declared = names.map(name => `"${name}" ${name === 'patient' ? 'TEXT' : declarationOf(columns[name])}`);
  const tuples = rows.map(row => `(${names.map(name => literal(columns, name, row[name])).join(', ')})`);
  return [
    `DROP TABLE IF EXISTS "${table}"`,
    `CREATE TABLE "${table}" (${declared.join(', ')})`,
    ...(tuples.length === 0 ? [] : [`INSERT INTO "${table}" VALUES ${tuples.join(', ')}`]),
  ];
}

const TYPES = {
  integer: 'DOUBLE PRECISION',
  number: 'DOUBLE PRECISION',
  boolean: 'BOOLEAN',
  date: 'DATE',
  category: 'TEXT',
  text: 'TEXT',
};

const declarationOf = ({ type }: Columns[string]): string => TYPES[type];

/** Where columns have types, what cannot be read was never there. */
function literal(columns: Columns, name: string, text: string | null): string {
  const value = name === 'patient' ? text : spelled(columns[name], text);
  return value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`;
}

export const statementsOf = (world: World): string[] => [
  ...TABLES.flatMap(table => statements(table, world.columns, world.rows[table])),
  ...statements('wards', WARD_COLUMNS, world.wards),
];

async function fillPostgres(world: World, server: PostgresServer): Promise<void> {
  for (const statement of statementsOf(world)) await server.run(statement);
}

async function writeTyped(world: World, place: 'parquet' | 'duckdb', folder: string): Promise<void> {
  const instance = await DuckDBInstance.create(place === 'duckdb' ? join(folder, 'clinic.duckdb') : ':memory:');
  const connection = await instance.connect();
  for (const statement of statementsOf(world)) await connection.run(statement);
  if (place === 'parquet')
    for (const table of [...TABLES, 'wards'])
      await connection.run(`COPY "${table}" TO '${join(folder, `${table}.parquet`)}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
}
