/**
 * Expressions after checking: integers, text and truth values only, every scale and rounding spelled out.
 * Each node knows its public domain, and integer results are proved to stay within 63 bits, so engines just compute.
 * Null in, null out, but for `and`, `or`, `isNull` and `case`, which follow SQL's three-valued logic.
 */

import type { Domain } from './domain.ts';
import type { Comparison, DatePart, DateUnit } from './expression.ts';
import type { Value } from './value.ts';

export type CheckedExpression = { readonly domain: Domain } & CheckedNode;

export type CheckedNode =
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'constant'; readonly value: Value }
  | {
      readonly kind: 'add' | 'subtract' | 'multiply';
      readonly left: CheckedExpression;
      readonly right: CheckedExpression;
    }
  /** floor(left/right + 1/2), exactly; null where right is 0. */
  | { readonly kind: 'quotient'; readonly left: CheckedExpression; readonly right: CheckedExpression }
  /** floor(left/right); right is above 0. */
  | { readonly kind: 'floorQuotient'; readonly left: CheckedExpression; readonly right: CheckedExpression }
  /** Of the division towards zero; null where right is 0. */
  | { readonly kind: 'remainder'; readonly left: CheckedExpression; readonly right: CheckedExpression }
  /** floor of the square root; null below 0. The operand is below 2^62. */
  | { readonly kind: 'root'; readonly operand: CheckedExpression }
  | { readonly kind: 'negate' | 'absolute'; readonly operand: CheckedExpression }
  | { readonly kind: 'clamp'; readonly operand: CheckedExpression; readonly low: bigint; readonly high: bigint }
  /** Both sides have one type, and numbers one step. Text by bytes; false before true. */
  | {
      readonly kind: 'comparison';
      readonly operator: Comparison;
      readonly left: CheckedExpression;
      readonly right: CheckedExpression;
    }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly CheckedExpression[] }
  | { readonly kind: 'not' | 'isNull'; readonly operand: CheckedExpression }
  /** The first branch whose condition is true; all results have one type and step. */
  | {
      readonly kind: 'case';
      readonly branches: readonly { readonly when: CheckedExpression; readonly result: CheckedExpression }[];
      readonly otherwise: CheckedExpression;
    }
  /** Of those that are not null; all have one type and step. */
  | { readonly kind: 'greatest' | 'least'; readonly operands: readonly CheckedExpression[] }
  /** `lower` and `upper` change ASCII letters only; characters are code points. */
  | { readonly kind: 'lower' | 'upper' | 'length'; readonly operand: CheckedExpression }
  | { readonly kind: 'substring'; readonly operand: CheckedExpression; readonly start: number; readonly length: number }
  | { readonly kind: 'ending'; readonly operand: CheckedExpression; readonly length: number }
  | { readonly kind: 'concatenate'; readonly operands: readonly CheckedExpression[] }
  | { readonly kind: 'startsWith' | 'contains'; readonly operand: CheckedExpression; readonly pattern: string }
  /** Proleptic Gregorian, UTC; `dayOfWeek` is 0 on Sundays. */
  | { readonly kind: 'datePart'; readonly part: DatePart; readonly operand: CheckedExpression }
  | { readonly kind: 'startOf'; readonly unit: DateUnit; readonly operand: CheckedExpression };

export interface NamedChecked {
  readonly name: string;
  readonly expression: CheckedExpression;
}

export const expressionOf = (domain: Domain, node: CheckedNode): CheckedExpression =>
  Object.freeze({ domain, ...node });

export const constant = (domain: Domain, value: Value): CheckedExpression =>
  expressionOf(domain, { kind: 'constant', value });

/** The operands, one level down. */
function operandsOf(expression: CheckedExpression): readonly CheckedExpression[] {
  switch (expression.kind) {
    case 'column':
    case 'constant':
      return [];
    case 'case':
      return [...expression.branches.flatMap(({ when, result }) => [when, result]), expression.otherwise];
    default:
      if ('operands' in expression) return expression.operands;
      return 'left' in expression ? [expression.left, expression.right] : [expression.operand];
  }
}

/** Every column that the expression reads, perhaps more than once. */
export const columnsOf = (expression: CheckedExpression): readonly string[] =>
  expression.kind === 'column' ? [expression.name] : operandsOf(expression).flatMap(columnsOf);

/**
 * How large an expression is once every part is written where it is used, also the columns that it reads: engines may put
 * what a subquery computes in the place of its name. What stands in several places is one object, counted once.
 */
export function writtenOut(
  expression: CheckedExpression,
  ofColumn: (name: string) => number,
  counted = new Map<CheckedExpression, number>(),
): number {
  if (expression.kind === 'column') return ofColumn(expression.name);
  const known = counted.get(expression);
  if (known !== undefined) return known;
  const parts = operandsOf(expression).reduce((sum, inner) => sum + writtenOut(inner, ofColumn, counted), 1);
  counted.set(expression, parts);
  return parts;
}
