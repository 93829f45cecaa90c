/** What ledgers record, as plain JSON: the plan of a question, the text of a policy. Read as written, by nobody else's reader. */
import type { WrittenLoss } from './fixed-loss.ts';

export type RecordedTable =
  | { readonly kind: 'scan'; readonly table: string }
  | { readonly kind: 'where'; readonly input: RecordedTable }
  | { readonly kind: 'derive'; readonly input: RecordedTable; readonly columns: readonly RecordedColumn[] }
  | { readonly kind: 'project'; readonly input: RecordedTable; readonly columns: readonly string[] }
  | {
      readonly kind: 'join';
      readonly input: RecordedTable;
      readonly table: string;
      readonly on: string;
      readonly keep: 'matched' | 'all';
    }
  | {
      readonly kind: 'unitJoin';
      readonly input: RecordedTable;
      readonly with: RecordedTable;
      readonly rowsPerUnit: number | null;
    }
  | {
      readonly kind: 'perUnit';
      readonly input: RecordedTable;
      readonly columns: readonly string[];
      readonly aggregates: readonly RecordedUnitAggregate[];
    }
  | RecordedSample
  | RecordedPart;

export interface RecordedUnitAggregate {
  readonly kind: string;
  readonly name: string;
  readonly of?: RecordedExpression;
  readonly clamp: { readonly low: string; readonly high: string } | null;
}

export interface RecordedSample {
  readonly kind: 'sample';
  readonly input: RecordedTable;
  readonly scheme: RecordedScheme;
  readonly name: string | null;
}

export interface RecordedPart {
  readonly kind: 'part';
  readonly input: RecordedTable;
  readonly split: RecordedScheme;
  readonly part: string | null;
  readonly name: string | null;
}

export interface RecordedScheme {
  readonly kind: string;
  readonly rate?: string;
  readonly size?: number;
  readonly by?: string;
  readonly rates?: readonly { readonly rate: string }[];
  readonly parts?: readonly { readonly name: string; readonly rate: string }[];
}

export interface RecordedColumn {
  readonly name: string;
  readonly expression: RecordedExpression;
}

/** Any expression: members by their names in the plan. */
export interface RecordedExpression {
  readonly kind: string;
  readonly [member: string]: unknown;
}

export interface RecordedAggregate {
  readonly kind: string;
  readonly of?: RecordedExpression;
  readonly with?: RecordedExpression;
  readonly rank?: string;
  readonly edges?: readonly string[];
}

export interface RecordedPlan {
  readonly version: 1;
  readonly input: RecordedTable;
  readonly grouping: { readonly kind: 'none' | 'public' | 'private' };
  readonly aggregates: readonly RecordedAggregate[];
  readonly interval?: { readonly share: string };
}

/** What a policy promises, by table and column, and how much may be spent. */
export interface RecordedPolicy {
  readonly tables: ReadonlyMap<string, PolicyTable>;
  readonly budget: WrittenLoss & { readonly accounting?: string; readonly thresholdDelta?: string };
}

export interface PolicyTable {
  readonly public: boolean;
  readonly unit?: string | null;
  readonly key: string | null;
  readonly rowsPerUnit: number;
  readonly rowsPerGroup?: number;
  readonly neighbours: string;
  readonly sizeIsPublic: boolean;
  readonly columns: ReadonlyMap<string, PolicyColumn>;
  /** All that the policy makes of its rows, as text. */
  readonly shape: string;
}

/** Without groups there is one, whose bound is the unit's too; by group no price depends on either. */
export const rowsInOneGroup = ({ rowsPerUnit, rowsPerGroup = rowsPerUnit }: PolicyTable): number =>
  Math.min(rowsPerUnit, rowsPerGroup);

export interface PolicyColumn {
  readonly type: string;
  readonly min: string | null;
  readonly max: string | null;
  readonly step: string | null;
  readonly values: readonly string[] | null;
  readonly perUnit: boolean;
}

/** The text whose hash a policy's fingerprint is: tables and columns as lists of pairs. */
export function policyOf(text: string): RecordedPolicy {
  const { tables, budget } = JSON.parse(text) as {
    tables: readonly [string, Omit<PolicyTable, 'columns' | 'shape'> & { columns: []; budget?: unknown }][];
    budget: RecordedPolicy['budget'];
  };
  const read = ({ budget: _, ...table }: (typeof tables)[number][1]): PolicyTable => ({
    ...table,
    columns: new Map(table.columns),
    shape: JSON.stringify(table),
  });
  return { budget, tables: new Map(tables.map(([name, table]) => [name, read(table)])) };
}
