/** What every engine does: runs a question on one snapshot of the data, within limits, and tells nothing else. */
import type { Catalogue, DialectName, Query } from '../sql/index.ts';

/** Whole numbers are bigints. */
export type Cell = bigint | string | boolean | null;

export interface Row {
  /** Which of the queries that were run this row answers. */
  readonly query: number;
  readonly cells: readonly Cell[];
}

export interface Limits {
  readonly signal?: AbortSignal;
  /** For all queries of the question together; set by the custodian, never by the data. */
  readonly timeoutMilliseconds?: number;
}

export interface Engine {
  readonly dialect: DialectName;
  /** The schema as it was when the engine was opened. */
  readonly catalogue: Catalogue;
  /** Before a charge: refuses, by its own code, where the data cannot be reached any more. Nobody's rows are read. */
  reach(): Promise<void>;
  /** The rows of each query in turn, all of one snapshot. Whatever goes wrong is one opaque `engine_failed`. */
  run(queries: readonly Query[], limits?: Limits): AsyncIterable<Row>;
  /** Changes when the data is known to have changed, and tells nothing about it. */
  fingerprint(): Promise<string>;
  close(): Promise<void>;
}
