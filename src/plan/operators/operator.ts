/** What every operator on tables of units brings: its schema rule, its place in the accountant's tree, its meaning on rows. */
import type { Derivation } from '../../accounting/tree/index.ts';
import type { Policy } from '../../source/index.ts';
import type { CheckedTable } from '../checked-plan.ts';
import type { RowValues } from '../expressions/evaluate.ts';
import type { NodeOf } from '../expressions/expression.ts';
import type { PlanTable } from '../plan.ts';

export interface Operator<Kind extends PlanTable['kind']> {
  readonly check: (node: TableOf<Kind>, scope: CheckContext) => CheckedTable;
  /** What the accountant is told of it. */
  readonly derivation: (node: CheckedTableOf<Kind>, tree: Tree) => Derivation;
  /** How many units it leaves of a publicly known number; undefined where that is nobody's to know. */
  readonly size: (node: CheckedTableOf<Kind>, units: number) => number | undefined;
  readonly meaning: (node: CheckedTableOf<Kind>, context: Meaning) => readonly UnitRow[];
}

export type TableOf<Kind> = NodeOf<PlanTable, Kind>;
export type CheckedTableOf<Kind> = NodeOf<CheckedTable, Kind>;

export interface CheckContext {
  readonly policy: Policy;
  /** Every column name that the plan mentions anywhere. */
  readonly mentioned: ReadonlySet<string>;
  /** The plan draws units: rows that are their own units are then known by the table's key. */
  readonly drawing: boolean;
  readonly check: (table: PlanTable) => CheckedTable;
  /** The input of a draw, read for the draw alone. */
  readonly population: (draw: TableOf<'sample' | 'part'>) => CheckedTable;
}

/** What a derivation depends on besides the plan: which node each draw is, and public numbers of units. */
export interface Tree {
  readonly nodeAt: (place: number) => TreeNode;
  /** Under replace-one only; undefined where the number is secret. */
  readonly sizeOf: (table: CheckedTable) => number | undefined;
}

export type TreeNode = Omit<Extract<Derivation, { readonly kind: 'sample' }>, 'kind' | 'sample' | 'acrossStates'>;

export interface Meaning {
  readonly data: RawData;
  readonly rowsOf: (table: CheckedTable) => readonly UnitRow[];
  /** The hash of a unit in a draw: 64 hex digits. */
  readonly hashOf: (place: number, unit: string) => string;
}

/** A row of a unit after the scan. */
export interface UnitRow {
  readonly unit: string;
  readonly values: RowValues;
}

/** Rows of each table as a source holds them, before any rule of the policy. */
export type RawData = Readonly<Record<string, readonly RawRow[]>>;
export type RawRow = Readonly<Record<string, RawValue>>;
export type RawValue = bigint | number | string | boolean | null;
