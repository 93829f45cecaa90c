/** Judging a sample that lies in a file, against the table that it was drawn from: opened, compared, closed. */
import type { CoarsenedColumn } from '../engine/index.ts';
import { type Check, checkSample } from './check.ts';
import { coarsenedColumns } from './coarsening-rules.ts';
import { type PromisedInput, promiseOf } from './guarantee.ts';
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
  /** The rules by which the sample was made coarser. */
  readonly coarsen?: string | undefined;
}

/** Whether a sample tells more than it may, exactly. */
export async function checkRelease({ epsilon, unknownRows, ...order }: SampleOrder & PromisedInput): Promise<Check> {
  const promised = promiseOf({ epsilon, unknownRows });
  return opened(order, (pair, columns) => checkSample({ ...pair, columns, promised }));
}

/** How well a sample stands for its table, beside what chance alone does. */
export const compareRelease = (order: SampleOrder): Promise<Utility> =>
  opened(order, (pair, columns) => compareSample({ ...pair, columns, kinds: pair.data.kinds }));

async function opened<Found>(
  { sample, data, table, columns, coarsen }: SampleOrder,
  judge: (pair: ReleasePair, columns: readonly CoarsenedColumn[]) => Promise<Found>,
): Promise<Found> {
  const pair = await openReleasePair(sample, data, table);
  try {
    return await judge(pair, await coarsenedColumns(columns ?? [...pair.sample.kinds.keys()], coarsen));
  } finally {
    await pair.close();
  }
}
