/**
 * A table reduced to all that is to be published of it: combinations of columns, and how often each occurs. The rows are
 * read once and grouped; what is judged, drawn and written afterwards are the groups.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuckdbSource } from '../source/engines/index.ts';
import type { Policy } from '../source/index.ts';
import { type Catalogue, quoteName, type SqlQuery, type TypeFamily } from '../sql/index.ts';
import { Refusal, refuse } from '../vocabulary/index.ts';
import { type CoarsenedColumn, familyAfter } from './coarsening.ts';
import { grouped, places } from './combination-query.ts';
import { countedRows } from './counted-rows.ts';
import { headerLine } from './csv-header.ts';
import { deadline } from './deadline.ts';
import { type Confines, lockedInstance } from './duckdb/instance.ts';
import { filesOf, makeViews } from './duckdb/tables.ts';
import { boundForDuckdb } from './duckdb/values.ts';
import type { EngineLimits } from './engine.ts';
import { type EngineOptions, openEngine } from './open.ts';
import {
  appendGroups,
  COMBINATIONS,
  makeSchema,
  namesOf,
  type TallyFile,
  type WrittenGroups,
  writeChosen,
} from './tally-file.ts';

export interface TallyRequest {
  readonly table: string;
  readonly columns: readonly CoarsenedColumn[];
  /** Names a person who may have several rows; then the groups are of people, by all of their rows. */
  readonly unit?: string | undefined;
  /** The only file that can be written. */
  readonly into: TallyFile;
}

/** Counting stops when its caller gives up; writing does not. */
type Asked = TallyRequest & { readonly signal: AbortSignal | undefined };

export interface GroupTally {
  /** How many rows, or people, are in each group. */
  readonly counts: readonly number[];
  /** Writes a row, or a person's rows, of each of these groups, in this order. */
  write(groups: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

const MEMORY_MEGABYTES = 1024;

export async function openTally(
  from: Pick<Policy, 'source' | 'tables'>,
  request: TallyRequest,
  options: EngineOptions = {},
  signal?: AbortSignal,
): Promise<GroupTally> {
  // refuses names that could not be written, before anything is read
  if (request.into.format === 'csv') headerLine(namesOf(request));
  const { spillInto, memoryMegabytes = MEMORY_MEGABYTES, threads } = options;
  const confines = {
    limits: { memoryMegabytes, ...(threads !== undefined && { threads }) },
    files: [request.into.path],
    spillInto,
  };
  const { source, tables } = from;
  return source.engine === 'duckdb'
    ? tallyOfFiles(source, tables, { ...request, signal }, confines)
    : tallyOfDatabase(from, { ...request, signal }, confines, options);
}

/** Groups stay where the rows are. */
async function tallyOfFiles(
  source: DuckdbSource,
  tables: Policy['tables'],
  request: Asked,
  confines: Confines,
): Promise<GroupTally> {
  const files = [...filesOf(source, tables), ...confines.files];
  const locked = await lockedInstance({ ...confines, files }, connection => makeViews(connection, source, tables));
  return filled(locked, request, async connection => {
    const { parameters, placed } = places();
    const { base } = grouped({ dialect: 'duckdb', catalogue: locked.prepared }, request, placed);
    const text = `CREATE TABLE ${COMBINATIONS} AS ${base}`;
    await connection.run(text, ...boundForDuckdb({ dialect: 'duckdb', text, parameters }));
    return typesAfter(request, locked.prepared, await ownTypes(connection, request.table));
  });
}

/** What DuckDB calls the types of a table's columns. */
async function ownTypes(connection: DuckDBConnection, table: string): Promise<ReadonlyMap<string, string>> {
  const described = await connection.runAndReadAll(`DESCRIBE ${quoteName(table)}`);
  return new Map(described.getRows().map(([name, type]) => [String(name), String(type)] as const));
}

/** Groups are brought here as text. */
async function tallyOfDatabase(
  from: Pick<Policy, 'source' | 'tables'>,
  request: Asked,
  confines: Confines,
  options: EngineOptions,
): Promise<GroupTally> {
  const engine = await openEngine(from, options);
  try {
    const locked = await lockedInstance(confines, async () => {});
    return await filled(locked, request, async connection => {
      const query = groupQuery(engine, request);
      const rows = countedRows(engine, query, limitsOf(request));
      const asRows = async function* () {
        for await (const { numbers, cells } of rows) yield [...cells, String(numbers[0])];
      };
      await appendGroups(connection, query.columns.length - 1, asRows());
      return typesAfter(request, engine.catalogue);
    });
  } finally {
    await engine.close();
  }
}

/** A column that no rule has changed keeps its own type, where that is known. */
function typesAfter(
  { table, columns }: TallyRequest,
  catalogue: Catalogue,
  own: ReadonlyMap<string, string> = new Map(),
): WrittenGroups['types'] {
  return columns.map(column => {
    const family = familyAfter(column, catalogue.get(table)?.columns.get(column.name)) ?? 'other';
    const type = (column.rules.length === 0 ? own.get(column.name) : undefined) ?? TYPES[family];
    return TEXTS.includes(family) || type === WIDER_THAN_PARQUET ? undefined : type;
  });
}

const TEXTS: readonly TypeFamily[] = ['textual', 'digits', 'other'];

/** Parquet would get the nearest doubles, and two values could be published as one. */
const WIDER_THAN_PARQUET = 'HUGEINT';

const TYPES: Readonly<Partial<Record<TypeFamily, string>>> = {
  whole: 'BIGINT',
  floating: 'DOUBLE',
  day: 'DATE',
  moment: 'TIMESTAMP',
  instant: 'TIMESTAMPTZ',
  logical: 'BOOLEAN',
};

function groupQuery(engine: Parameters<typeof grouped>[0], request: TallyRequest): SqlQuery {
  const { parameters, placed } = places();
  const { base, names } = grouped(engine, request, placed);
  return {
    dialect: engine.dialect,
    text: `SELECT n, ${names.join(', ')} FROM (${base}) groups`,
    parameters,
    columns: ['whole', ...names.map(() => 'text' as const)],
    kind: 'values',
    statistics: [],
    keys: 0,
  };
}

/** Makes the table of the groups, and says which types their cells had. */
type Fill = (connection: DuckDBConnection) => Promise<WrittenGroups['types']>;

/** Groups are numbered as they lie; what was drawn of them is in random order anyway. */
async function filled(
  { instance, close }: Pick<Awaited<ReturnType<typeof lockedInstance>>, 'instance' | 'close'>,
  request: Asked,
  fill: Fill,
): Promise<GroupTally> {
  try {
    const connection = await instance.connect();
    await makeSchema(connection);
    const { counts, types } = await countedUnder(request, connection, fill);
    return { counts, write: groups => writeChosen(connection, groups, { ...request, types }), close };
  } catch (thrown) {
    await close();
    if (thrown instanceof Refusal || request.signal?.aborted) throw thrown;
    return refuse('source_unreadable', 'The table could not be counted. The data may be damaged or need more memory.');
  }
}

async function countedUnder(
  request: Asked,
  connection: DuckDBConnection,
  fill: Fill,
): Promise<{ readonly counts: readonly number[]; readonly types: WrittenGroups['types'] }> {
  const work = deadline(limitsOf(request), () => connection.interrupt());
  try {
    work.check();
    const types = await fill(connection);
    work.check();
    return { counts: await countsIn(connection), types };
  } catch (thrown) {
    // what is thrown by a statement that was interrupted is the interruption's doing
    work.check();
    throw thrown;
  } finally {
    work.end();
  }
}

const limitsOf = ({ signal }: Asked): EngineLimits => (signal === undefined ? {} : { signal });

async function countsIn(connection: DuckDBConnection): Promise<readonly number[]> {
  const counts: number[] = [];
  const result = await connection.stream(`SELECT CAST(n AS DOUBLE) FROM ${COMBINATIONS} ORDER BY rowid`);
  for await (const chunk of result) for (const count of chunk.getColumnValues(0)) counts.push(Number(count));
  return counts;
}
