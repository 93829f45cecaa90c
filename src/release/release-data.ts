/** The table that a release is about, of a data file, a database or a policy; and a sample of it beside it. */
import { totalmem } from 'node:os';
import {
  type DataFile,
  type DescribedFile,
  describeDataFile,
  type Engine,
  type FileColumnKind,
  openEngine,
} from '../engine/index.ts';
import { formatOf } from '../source/engines/index.ts';
import { type ColumnType, loadPolicy, type Policy } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { unitIn } from './person.ts';

/** Counting combinations of a large table needs memory; half of the machine's is the custodian's to give. */
export const memoryMegabytes = Math.max(1024, Math.floor(totalmem() / 2 ** 21));

export interface ReleaseData extends DataFile {
  /** Where the data is a policy's. */
  readonly policy?: Policy;
}

export const openReleaseData = async (path: string, table: string | undefined): Promise<ReleaseData> =>
  opened(await describeReleaseData(path, table));

type DescribedData = Omit<ReleaseData, 'engine'>;

const opened = async <Described extends DescribedFile>(
  described: Described,
): Promise<Described & { readonly engine: Engine }> => ({
  ...described,
  engine: await openEngine(described.origin, { memoryMegabytes }),
});

/** A JSON file with a table named beside it is a policy. */
async function describeReleaseData(path: string, table: string | undefined): Promise<DescribedData> {
  if (table === undefined || formatOf(path) !== 'json') return describeDataFile(path, table);
  const policy = await loadPolicy(path);
  const definition = Object.hasOwn(policy.tables, table) ? policy.tables[table] : undefined;
  if (definition === undefined)
    return refuse(
      'unknown_table',
      `The policy has no table ${table}; it has ${Object.keys(policy.tables).join(', ')}.`,
    );
  const kinds = new Map(Object.entries(definition.columns).map(([name, { type }]) => [name, KINDS[type]] as const));
  const named = unitIn(definition);
  if (named !== undefined && !kinds.has(named)) kinds.set(named, 'text');
  return { origin: policy, policy, table, kinds };
}

export interface ReleasePair {
  readonly data: ReleaseData;
  readonly sample: DataFile;
  readonly close: () => Promise<void>;
}

/** A sample is a file; its table may lie anywhere. One engine opens both where it can. */
export async function openReleasePair(path: string, data: string, table: string | undefined): Promise<ReleasePair> {
  const [file, whole] = await Promise.all([describeDataFile(path), describeReleaseData(data, table)]);
  const sample = asPublished(file, whole);
  const [{ source, tables }, { [sample.table]: drawn }] = [whole.origin, sample.origin.tables];
  // a sample in a database of its own cannot be seen from another
  if (source.engine !== 'duckdb' || drawn.file === undefined) return openedApart(sample, whole);
  const beside = `sample of ${whole.table}`;
  const engine = await openEngine({ source, tables: { ...tables, [beside]: drawn } }, { memoryMegabytes });
  return { data: { ...whole, engine }, sample: { ...sample, engine, table: beside }, close: engine.close };
}

/**
 * Lines of a sample are read as a draw writes them: one that is empty is a row whose only cell is null. A table in CSV has no
 * empty texts: there quotes around nothing are nothing, in its samples too.
 */
function asPublished(sample: DescribedFile, whole: DescribedData): DescribedFile {
  const { file, ...definition } = sample.origin.tables[sample.table];
  if (file?.format !== 'csv') return sample;
  const emptyTexts = whole.origin.tables[whole.table].file?.format !== 'csv';
  const published = { ...definition, file: { ...file, published: { emptyTexts } } };
  return { ...sample, origin: { ...sample.origin, tables: { [sample.table]: published } } };
}

async function openedApart(sample: DescribedFile, whole: DescribedData): Promise<ReleasePair> {
  const drawn = await opened(sample);
  const data = await opened(whole).catch(async thrown => {
    await drawn.engine.close();
    throw thrown;
  });
  return {
    data,
    sample: drawn,
    close: async () => {
      await drawn.engine.close();
      await data.engine.close();
    },
  };
}

const KINDS: Readonly<Record<ColumnType, FileColumnKind>> = {
  integer: 'number',
  number: 'number',
  date: 'date',
  timestamp: 'date',
  category: 'text',
  text: 'text',
  boolean: 'text',
};
