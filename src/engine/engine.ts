/** What every engine does: runs a question on one snapshot of the data, within limits, and tells nothing else. */
import type { Catalogue, DialectName, SqlQuery, Statement } from '../sql/index.ts';

/** Whole numbers are bigints. */
export type EngineCell = bigint | string | boolean | null;

export interface EngineRow {
  /** Which of the queries that were run this row answers. */
  readonly query: number;
  readonly cells: readonly EngineCell[];
}

export interface EngineLimits {
  readonly signal?: AbortSignal;
  /** For all queries of the question together; set by the custodian, never by the data. */
  readonly timeoutMilliseconds?: number;
}

/** A table with the rows of some units alone. */
export interface Copy {
  readonly table: string;
  /** Protected tables that are joined to it: they are read as they are, beside the copy. */
  readonly beside: readonly string[];
  /** Of the draw: equal names in one state of the data, equal units. */
  readonly name: string;
  /** Of the data that decide what it holds. */
  readonly state: string;
  /** Of all that is read with it: schemas are those of when an engine was opened. */
  readonly readState: string;
  /** Whether the data that decide what it holds are still in their state. */
  readonly holds: () => boolean;
  /** Lists the ids of the units. */
  readonly units: Statement;
}

/** The data at one moment: all that is run within it is of one snapshot, where the engine has them. */
export interface Snapshot {
  /** The rows of each query in turn: read them all before the next. Whatever goes wrong is one opaque `engine_failed`. */
  run(queries: readonly SqlQuery[], limits?: EngineLimits): AsyncIterable<EngineRow>;
  end(): Promise<void>;
}

export interface Engine {
  readonly dialect: DialectName;
  /** The schema as it was when the engine was opened. */
  readonly catalogue: Catalogue;
  /** Before a charge: refuses, by its own code, where the data cannot be reached any more. Nobody's rows are read. */
  reach(): Promise<void>;
  /** Refuses by its own code where there is no way in: nobody's rows are read yet. */
  snapshot(): Promise<Snapshot>;
  /** The rows of queries in a snapshot of their own. */
  run: Snapshot['run'];
  /**
   * An engine whose table holds these units' rows and which has public tables, and those beside it; undefined where there is no place
   * for copies. Made once for a state of the data, for its owner alone, and found again by later processes.
   * It is closed with this engine. Whatever goes wrong is `engine_failed`: rows are read.
   */
  copy(copy: Copy): Promise<Engine | undefined>;
  /** Erases a copy; there need not be one. */
  forget(name: string): Promise<void>;
  /** Others may read statements while they run: what is kept is copied, however large, so that its secret is sent once. */
  readonly statementsSeen?: true;
  /** Whether another user, whom the owner named for it, sees our statements; undefined where nobody is named. */
  readonly isObserved?: () => Promise<boolean | undefined>;
  close(): Promise<void>;
}

/** Where there is no place for copies. */
export const NO_COPIES: Pick<Engine, 'copy' | 'forget'> = { copy: async () => undefined, forget: async () => {} };
