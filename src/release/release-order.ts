/** What somebody orders: a table, the columns to be published, and what is to be promised about them. */
import type { PolicyInput } from '../source/index.ts';

/** What to publish, and with which guarantee. */
export interface ReleaseOrder {
  /** A file: CSV, Parquet, JSON or DuckDB; or a policy, with `table`. */
  readonly data: string;
  readonly table?: string | undefined;
  readonly columns: readonly string[];
  /** `age=range:10,age=top:80`: public rules that make columns coarser. */
  readonly coarsen?: string | undefined;
  /** The folder whose files hierarchies name, and no others; null: none. Unless said, hierarchies name any file. */
  readonly hierarchies?: string | null | undefined;
  /** The column that names a person who may have several rows; that of the policy, where the data is a policy's. */
  readonly unit?: string | undefined;
  /** A decimal such as '0.1'; a number is taken for the decimal it prints as. */
  readonly epsilon: string | number;
  readonly delta: number;
  /** A decimal. Without it the largest safe rate of a public grid is judged. */
  readonly rate?: string | number | undefined;
  /** Of an audit: further rates whose chance of a broken promise is wanted, for a curve. */
  readonly rates?: readonly number[] | undefined;
  /** Rows that an adversary does not know: a household. */
  readonly unknownRows?: number | undefined;
}

/** What to draw, with which guarantee, and where to write and record it. */
export interface DrawOrder extends Omit<ReleaseOrder, 'rate' | 'rates'> {
  /** A decimal. `auto`: the largest safe one of a public grid. It reveals something about the data, and is flagged. */
  readonly rate: string | number;
  /** The sample, by its ending as CSV or Parquet; certificates are put beside it. */
  readonly out: string;
  /** Differential privacy: combinations with fewer sampled rows are dropped. `auto`: the least that keeps the promise. */
  readonly threshold?: number | 'auto' | undefined;
  /** The policy whose ledger and budget count. */
  readonly policy?: string | PolicyInput | undefined;
  /** `sqlite:FILE`, where there is no policy; unless said, beside the data. */
  readonly ledger?: string | undefined;
  /** Why there is to be another sample of a table that was drawn from before. */
  readonly reason?: string | undefined;
}
