/** The table that a release is about, of a data file, a database or a policy; and a sample of it beside it. */
import { totalmem } from 'node:os';
import { type ColumnKind, type DataFile, openDataFile, openEngine } from '../engine/index.ts';
import { type ColumnType, formatOf, loadPolicy, type Policy } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** Counting combinations of a large table needs memory; half of the machine's is the custodian's to give. */
export const memoryMegabytes = Math.max(1024, Math.floor(totalmem() / 2 ** 21));

export interface ReleaseData extends DataFile {
  /** Where the data is a policy's. */
  readonly policy?: Policy;
}

/** A JSON file with a table named beside it is a policy. */
export async function openReleaseData(path: string, table: string | undefined): Promise<ReleaseData> {
  if (table === undefined || formatOf(path) !== 'json') return openDataFile(path, { table, memoryMegabytes });
  const policy = await loadPolicy(path);
  const definition = Object.hasOwn(policy.tables, table) ? policy.tables[table] : undefined;
  if (definition === undefined)
    return refuse(
      'unknown_table',
      `The policy has no table ${table}; it has ${Object.keys(policy.tables).join(', ')}.`,
    );
  const kinds = new Map(Object.entries(definition.columns).map(([name, { type }]) => [name, KINDS[type]] as const));
  const named = definition.public ? undefined : definition.unit;
  if (named !== undefined && !kinds.has(named)) kinds.set(named, 'text');
  return { engine: await openEngine(policy, { memoryMegabytes }), origin: policy, policy, table, kinds };
}

export interface ReleasePair {
  readonly data: DataFile;
  readonly sample: DataFile;
  readonly close: () => Promise<void>;
}

/** A sample is a file; its table may lie anywhere. One engine opens both where it can. */
export async function openReleasePair(sample: string, data: string, table: string | undefined): Promise<ReleasePair> {
  const drawn = await openDataFile(sample, { memoryMegabytes });
  const opened = await openReleaseData(data, table).catch(async thrown => {
    await drawn.engine.close();
    throw thrown;
  });
  const close = async (): Promise<void> => {
    await drawn.engine.close();
    await opened.engine.close();
  };
  const [{ source, tables }, file] = [opened.origin, drawn.origin.tables[drawn.table]];
  // a sample in a database of its own cannot be seen from another
  if (source.engine !== 'duckdb' || file.file === undefined) return { data: opened, sample: drawn, close };
  await close();
  const beside = `sample of ${opened.table}`;
  const engine = await openEngine({ source, tables: { ...tables, [beside]: file } }, { memoryMegabytes });
  return { data: { ...opened, engine }, sample: { ...drawn, engine, table: beside }, close: engine.close };
}

const KINDS: Readonly<Record<ColumnType, ColumnKind>> = {
  integer: 'number',
  number: 'number',
  date: 'date',
  timestamp: 'date',
  category: 'text',
  text: 'text',
  boolean: 'text',
};
