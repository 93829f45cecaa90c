/** The parts of a plan that questions of this page have, as the service records them. What is not here is not understood. */

export type PlanExpression =
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'literal'; readonly type: string; readonly value: string | boolean | null }
  | {
      readonly kind: 'comparison';
      readonly operator: string;
      readonly left: PlanExpression;
      readonly right: PlanExpression;
    }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly PlanExpression[] }
  | { readonly kind: 'not'; readonly operand: PlanExpression }
  | { readonly kind: 'in'; readonly operand: PlanExpression; readonly values: readonly PlanExpression[] }
  | { readonly kind: 'datePart'; readonly part: string; readonly operand: PlanExpression }
  | { readonly kind: 'startOf'; readonly unit: string; readonly operand: PlanExpression };

export interface AskedAggregate {
  readonly kind: string;
  readonly name: string;
  readonly of?: PlanExpression;
  readonly rank?: string;
}

export type PastTable =
  | { readonly kind: 'scan'; readonly table: string }
  | { readonly kind: 'where'; readonly input: PastTable; readonly condition: PlanExpression }
  | {
      readonly kind: 'sample';
      readonly input: PastTable;
      readonly scheme: { readonly kind: string; readonly rate?: string };
      readonly name: string | null;
    };

export interface PastPlan {
  readonly input: PastTable;
  readonly grouping: {
    readonly kind: string;
    readonly keys?: readonly { readonly name: string; readonly expression: PlanExpression }[];
  };
  readonly aggregates: readonly AskedAggregate[];
  readonly afterwards: object;
  readonly interval?: unknown;
}

/** Something that this page has no words for. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

export function notUnderstood(what: string): never {
  throw new NotUnderstood(what);
}

/** What can be said of a plan; undefined where there is something in it that this page does not know. */
export function understood<Said>(plan: unknown, say: (plan: PastPlan) => Said): Said | undefined {
  try {
    return say(plan as PastPlan);
  } catch {
    // plans of any version are in the ledger: whatever is not as expected has no words
    return undefined;
  }
}

/** Rows that are asked, taken apart: the table, all conditions, and the sample if one is drawn. */
export interface AskedRows {
  readonly table: string;
  readonly conditions: readonly PlanExpression[];
  readonly sample: { readonly percent: string; readonly name: string | null } | null;
}

export function rowsOf(table: PastTable): AskedRows {
  switch (table.kind) {
    case 'scan':
      return { table: table.table, conditions: [], sample: null };
    case 'where': {
      const { condition } = table;
      const more = condition.kind === 'and' ? condition.operands : [condition];
      const below = rowsOf(table.input);
      return { ...below, conditions: [...below.conditions, ...more] };
    }
    case 'sample': {
      const below = rowsOf(table.input);
      const { kind, rate } = table.scheme;
      if (kind !== 'bernoulli' || rate === undefined || below.sample !== null || below.conditions.length > 0)
        return notUnderstood('a sample of this kind');
      return { ...below, sample: { percent: percentOf(rate), name: table.name } };
    }
    default:
      return notUnderstood('a table of this kind');
  }
}

/** Of exact decimal text: 0.05 is 5. */
const percentOf = (rate: string): string => String(Number((100 * Number(rate)).toPrecision(12)));
