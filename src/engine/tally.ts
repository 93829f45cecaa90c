/**
 * A table reduced to all that is to be published of it: combinations of columns, and how often each occurs. The rows are
 * read once and grouped; what is judged, drawn and written afterwards are the groups.
 */
import { type DuckDBConnection, VARCHAR } from '@duckdb/node-api';
import type { DuckdbSource, Policy } from '../source/index.ts';
import type { Catalogue, Query } from '../sql/index.ts';
import { Refusal, refuse } from '../vocabulary/index.ts';
import { appendRows } from './appended-rows.ts';
import { asText, type CoarsenedColumn } from './coarsening.ts';
import { grouped, places } from './combination-query.ts';
import { countedRows } from './counted-rows.ts';
import { deadline } from './deadline.ts';
import { type Confines, lockedInstance } from './duckdb-instance.ts';
import { filesOf, makeViews } from './duckdb-tables.ts';
import { boundForDuckdb } from './duckdb-values.ts';
import type { Limits } from './engine.ts';
import { type EngineOptions, openEngine } from './open.ts';
import { COMBINATIONS, type Stored, type TallyFile, writeChosen } from './tally-file.ts';

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

export interface Tally {
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
): Promise<Tally> {
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

/** Groups stay where the rows are, with the types that their columns have. */
async function tallyOfFiles(
  source: DuckdbSource,
  tables: Policy['tables'],
  request: Asked,
  confines: Confines,
): Promise<Tally> {
  const files = [...filesOf(source, tables), ...confines.files];
  const locked = await lockedInstance({ ...confines, files }, connection => makeViews(connection, source, tables));
  const stored = { families: familiesOf(locked.prepared, request), isText: request.unit !== undefined };
  return filled(locked, request, stored, async connection => {
    const { parameters, placed } = places();
    const { base } = grouped({ dialect: 'duckdb', catalogue: locked.prepared }, request, placed);
    const text = `CREATE TABLE ${COMBINATIONS} AS ${base}`;
    await connection.run(text, ...boundForDuckdb({ dialect: 'duckdb', text, parameters }));
  });
}

/** Groups are brought here as text. */
async function tallyOfDatabase(
  from: Pick<Policy, 'source' | 'tables'>,
  request: Asked,
  confines: Confines,
  options: EngineOptions,
): Promise<Tally> {
  const engine = await openEngine(from, options);
  try {
    const locked = await lockedInstance(confines, async () => {});
    const stored = { families: familiesOf(engine.catalogue, request), isText: true };
    return await filled(locked, request, stored, async connection => {
      const query = groupQuery(engine, request);
      const names = query.columns.slice(1).map((_, place) => `c${place}`);
      const definitions = [...names.map(name => `${name} VARCHAR`), 'n VARCHAR'].join(', ');
      await connection.run(`CREATE TABLE ${COMBINATIONS} (${definitions})`);
      const rows = countedRows(engine, query, limitsOf(request));
      const asRows = async function* () {
        for await (const { numbers, cells } of rows) yield [...cells, String(numbers[0])];
      };
      await appendRows(
        connection,
        COMBINATIONS,
        [...names, 'n'].map(() => VARCHAR),
        asRows(),
      );
    });
  } finally {
    await engine.close();
  }
}

const familiesOf = (catalogue: Catalogue, { table }: TallyRequest): Stored['families'] =>
  catalogue.get(table)?.columns ?? new Map();

function groupQuery(engine: Parameters<typeof grouped>[0], request: TallyRequest): Query {
  const { parameters, placed } = places();
  const { base, names } = grouped(engine, request, placed);
  return {
    dialect: engine.dialect,
    text: `SELECT n, ${names.map(asText).join(', ')} FROM (${base}) groups`,
    parameters,
    columns: ['whole', ...names.map(() => 'text' as const)],
    kind: 'values',
    statistics: [],
    keys: 0,
  };
}

/** Groups are numbered as they lie; what was drawn of them is in random order anyway. */
async function filled(
  { instance, close }: Pick<Awaited<ReturnType<typeof lockedInstance>>, 'instance' | 'close'>,
  request: Asked,
  stored: Stored,
  fill: (connection: DuckDBConnection) => Promise<void>,
): Promise<Tally> {
  try {
    const connection = await instance.connect();
    return {
      counts: await countedUnder(request, connection, fill),
      write: groups => writeChosen(connection, groups, request, stored),
      close,
    };
  } catch (thrown) {
    await close();
    if (thrown instanceof Refusal || request.signal?.aborted) throw thrown;
    return refuse('source_unreadable', 'The table could not be counted: the data is broken or needs more memory.');
  }
}

async function countedUnder(
  request: Asked,
  connection: DuckDBConnection,
  fill: (connection: DuckDBConnection) => Promise<void>,
): Promise<readonly number[]> {
  const work = deadline(limitsOf(request), () => connection.interrupt());
  try {
    work.check();
    await fill(connection);
    work.check();
    return await countsIn(connection);
  } catch (thrown) {
    // what is thrown by a statement that was interrupted is the interruption's doing
    work.check();
    throw thrown;
  } finally {
    work.end();
  }
}

const limitsOf = ({ signal }: Asked): Limits => (signal === undefined ? {} : { signal });

async function countsIn(connection: DuckDBConnection): Promise<readonly number[]> {
  const counts: number[] = [];
  const result = await connection.stream(`SELECT CAST(n AS DOUBLE) FROM ${COMBINATIONS} ORDER BY rowid`);
  for await (const chunk of result) for (const count of chunk.getColumnValues(0)) counts.push(Number(count));
  return counts;
}
