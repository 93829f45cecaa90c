/**
 * A policy as it is read: complete, checked, frozen, its numbers exact, its paths absolute.
 * Records have no prototype: `policy.tables[name]` is a table of the policy or undefined, whatever the name.
 */
import type { LossOf, Relation } from '../vocabulary/index.ts';
import type { FileFormat, Source } from './engines/engines.ts';
import type { LedgerPlace } from './places/ledger-place.ts';
import type { Decimal } from './values/decimal.ts';

export interface Policy {
  readonly source: Source;
  readonly tables: Readonly<Record<string, DeclaredTable>>;
  readonly budget: Budget;
  /** Where the budget also counts rho: fixed when its ledger is made. */
  readonly concentrated?: Concentrated;
  /** Limits within the budget, for fairness: privacy counts all analysts as one. */
  readonly analysts: Readonly<Record<string, Budget>>;
  readonly ledger: LedgerPlace;
  /** Absolute path of the file that holds the ledger's last head. */
  readonly anchor?: string;
  /** Absolute path of the key that wraps the keys of samples. */
  readonly keyFile?: string;
}

/** A delta that is not said is 0 in the policy's budget; in a limit within it 1, which limits nothing. */
export type Budget = LossOf<Decimal>;

export interface Concentrated {
  /** The part of the budget's delta that mechanisms may fail with by themselves; below it. */
  readonly thresholdDelta: Decimal;
}

export type DeclaredTable = ProtectedTable | PublicTable;

interface TableFile {
  /** Absolute path and format of the table's own file; absent where the table lies in a database. */
  readonly file?: {
    readonly path: string;
    readonly format: Exclude<FileFormat, 'database'>;
    /** A sample, which is read as it was written and not as people write: no policy has one. */
    readonly published?: { readonly emptyTexts: boolean };
  };
  readonly columns: Readonly<Record<string, Column>>;
}

export interface ProtectedTable extends TableFile {
  readonly public: false;
  /** The column that names the unit; absent where each row is its own. It need not be among `columns`. */
  readonly unit?: string;
  /** 1 where each row is its own unit. */
  readonly rowsPerUnit: number;
  /** The most of them in one group of an answer; absent where a group may have all. */
  readonly rowsPerGroup?: number;
  readonly neighbours: Relation;
  /** A public guess, for forecasts of error only: no price depends on it. */
  readonly approximateUnits?: number;
  /** Whether the number of units may be read and recorded; under replace-one only. */
  readonly sizeIsPublic: boolean;
  /** Where no unit is named, the column that names each row: it is then the unit, with one row. */
  readonly key?: string;
  readonly budget?: Budget;
}

export interface PublicTable extends TableFile {
  readonly public: true;
  /** The column, unique here, that joins look up. Always one of `columns`. */
  readonly key: string;
}

export type ColumnType = Column['type'];

export type Column = NumericColumn | CategoryColumn | PlainColumn | DateColumn | TimestampColumn;

interface PerUnit {
  /** Constant within a unit. Always true where each row is its own unit. */
  readonly perUnit: boolean;
}

/** Without bounds a column can be compared but not added up. */
export interface NumericColumn extends PerUnit {
  readonly type: 'integer' | 'number';
  /** Ordered, and whole multiples of the step where there is one. */
  readonly bounds?: Range<Decimal>;
  /** Above 0. An integer's is 1 unless it is said. */
  readonly step?: Decimal;
}

export interface CategoryColumn extends PerUnit {
  readonly type: 'category';
  /** Distinct, at least one, in the policy's order. */
  readonly values: readonly string[];
}

export interface PlainColumn extends PerUnit {
  readonly type: 'text' | 'boolean';
}

export interface DateColumn extends PerUnit {
  readonly type: 'date';
  readonly bounds?: Range<Day>;
}

export interface TimestampColumn extends PerUnit {
  readonly type: 'timestamp';
  readonly bounds?: Range<Instant>;
}

export interface Range<Value> {
  readonly min: Value;
  readonly max: Value;
}

export interface Day {
  /** YYYY-MM-DD. */
  readonly text: string;
  /** Days since 1970-01-01. */
  readonly days: number;
}

export interface Instant {
  /** YYYY-MM-DDTHH:MM:SS.ffffffZ. */
  readonly text: string;
  /** Microseconds since 1970-01-01T00:00:00Z. */
  readonly microseconds: bigint;
}
