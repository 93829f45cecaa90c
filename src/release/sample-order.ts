/** Judging a sample that lies in a file, against the table that it was drawn from: opened, compared, closed. */
import { existsSync } from 'node:fs';
import type { CoarsenedColumn } from '../engine/index.ts';
import { certificateBeside, readCertificate } from './certificate-reading.ts';
import { type Check, checkSample } from './check.ts';
import { coarsenedColumns } from './coarsening-rules.ts';
import { personColumn, unitIn } from './person.ts';
import { type PromisedInput, promiseOf } from './rates/guarantee.ts';
import { openReleasePair, type ReleasePair } from './release-data.ts';
import { compareSample, type Utility } from './utility.ts';

/** A published sample, and the table that it came from. */
export interface SampleOrder {
  /** The file that was drawn: CSV, Parquet or JSON. */
  readonly sample: string;
  /** Its table: CSV, Parquet, JSON or DuckDB; or a policy, with `table`. */
  readonly data: string;
  readonly table?: string | undefined;
  /** All columns of the sample, unless said. */
  readonly columns?: readonly string[] | undefined;
  /** The column that names a person, in the sample too; unless said that of the policy, or of the certificate beside the sample. */
  readonly unit?: string | undefined;
  /** The rules by which the sample was made coarser. */
  readonly coarsen?: string | undefined;
}

/** Checks exactly whether a sample reveals more than allowed. */
export async function checkRelease({ epsilon, unknownRows, ...order }: SampleOrder & PromisedInput): Promise<Check> {
  const promised = promiseOf({ epsilon, unknownRows });
  return opened(order, found => checkSample({ ...found, promised }));
}

/** How well a sample represents its table, compared with what chance alone would do. */
export const compareRelease = (order: SampleOrder): Promise<Utility> =>
  opened(order, found => compareSample({ ...found, kinds: found.data.kinds }));

interface OpenedSample extends ReleasePair {
  readonly columns: readonly CoarsenedColumn[];
  readonly unit: string | undefined;
}

async function opened<Found>(
  { sample, data, table, columns, coarsen, unit }: SampleOrder,
  judge: (found: OpenedSample) => Promise<Found>,
): Promise<Found> {
  const pair = await openReleasePair(sample, data, table);
  try {
    const known = unitIn(pair.data.policy?.tables[pair.data.table]);
    const person = personColumn(unit ?? (await certifiedUnit(sample)), known);
    const names = columns ?? [...pair.sample.kinds.keys()].filter(name => name !== person);
    return await judge({ ...pair, columns: await coarsenedColumns(names, coarsen), unit: person });
  } finally {
    await pair.close();
  }
}

/** A sample that was drawn here knows by whom it was drawn; others have no certificate beside them, and rows are counted. */
async function certifiedUnit(sample: string): Promise<string | undefined> {
  const path = certificateBeside(sample);
  return existsSync(path) ? ((await readCertificate(path)).contents.unit ?? undefined) : undefined;
}
