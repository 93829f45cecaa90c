/** Plans written short, for tests. */

import type { Arithmetic, Comparison, Expression } from '../../src/plan/expressions/index.ts';
import type { Aggregate, Grouping, Plan, PlanTable } from '../../src/plan/index.ts';

export const column = (name: string): Expression => ({ kind: 'column', name });
export const number = (value: string): Expression => ({ kind: 'literal', type: 'number', value });
export const text = (value: string): Expression => ({ kind: 'literal', type: 'text', value });
export const date = (value: string): Expression => ({ kind: 'literal', type: 'date', value });
export const nothing: Expression = { kind: 'literal', type: 'text', value: null };

export const arithmetic = (left: Expression, operator: Arithmetic, right: Expression): Expression => ({
  kind: 'arithmetic',
  operator,
  left,
  right,
});

export const compare = (left: Expression, operator: Comparison, right: Expression): Expression => ({
  kind: 'comparison',
  operator,
  left,
  right,
});

export const choice = (when: Expression, result: Expression, otherwise: Expression): Expression => ({
  kind: 'case',
  // biome-ignore lint/suspicious/noThenProperty: the plan's own word, and nobody awaits a plan
  branches: [{ when, then: result }],
  otherwise,
});

export const scan = (table: string): PlanTable => ({ kind: 'scan', table });

export const count: Aggregate = { kind: 'count', name: 'count' };

export const by = (...names: readonly string[]): Grouping => ({
  kind: 'public',
  keys: names.map(name => ({ name, expression: column(name) })),
});

export const plan = (
  input: PlanTable,
  aggregates: readonly Aggregate[] = [count],
  grouping: Grouping = { kind: 'none' },
): Plan => ({ version: 1, input, grouping, aggregates, afterwards: {} });
