/** What every operator on tables of units brings: its schema rule, its price, its meaning on rows in memory. */
import type { Policy } from '../../source/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import type { CheckedTable } from '../checked-plan.ts';
import type { Values } from '../evaluate.ts';
import type { NodeOf } from '../node-of.ts';
import type { Table } from '../plan.ts';

export interface Operator<Kind extends Table['kind']> {
  readonly check: (node: TableOf<Kind>, scope: Scope) => CheckedTable;
  /** From the cost of what follows to the cost charged to the input. */
  readonly price: (node: CheckedTableOf<Kind>, following: Cost) => Cost;
  readonly meaning: (node: CheckedTableOf<Kind>, context: Meaning) => readonly Row[];
}

export type TableOf<Kind> = NodeOf<Table, Kind>;
export type CheckedTableOf<Kind> = NodeOf<CheckedTable, Kind>;

export interface Scope {
  readonly policy: Policy;
  /** Every column name that the plan mentions anywhere. */
  readonly mentioned: ReadonlySet<string>;
  readonly check: (table: Table) => CheckedTable;
}

export interface Meaning {
  readonly data: Data;
  readonly rowsOf: (table: CheckedTable) => readonly Row[];
}

/** A row of a unit after the scan. */
export interface Row {
  readonly unit: string;
  readonly values: Values;
}

/** Rows of each table as a source holds them, before any rule of the policy. */
export type Data = Readonly<Record<string, readonly RawRow[]>>;
export type RawRow = Readonly<Record<string, RawValue>>;
export type RawValue = bigint | number | string | boolean | null;
