/**
 * Expressions after checking: integers, text and truth values only, every scale and rounding spelled out.
 * Each node knows its public domain, and integer results are proved to stay within 63 bits, so engines just compute.
 * Null in, null out, but for `and`, `or`, `isNull` and `case`, which follow SQL's three-valued logic.
 */

import type { Domain } from './domain.ts';
import type { Comparison, DatePart } from './expression.ts';
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
  /** `lower` changes A to Z only; `length` counts characters (code points). */
  | { readonly kind: 'lower' | 'length'; readonly operand: CheckedExpression }
  | { readonly kind: 'startsWith' | 'contains'; readonly operand: CheckedExpression; readonly pattern: string }
  /** Proleptic Gregorian, UTC; `dayOfWeek` is 0 on Sundays. */
  | { readonly kind: 'datePart'; readonly part: DatePart; readonly operand: CheckedExpression };

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
    case 'and':
    case 'or':
      return expression.operands;
    case 'case':
      return [...expression.branches.flatMap(({ when, result }) => [when, result]), expression.otherwise];
    default:
      return 'left' in expression ? [expression.left, expression.right] : [expression.operand];
  }
}

/** Every column that the expression reads, perhaps more than once. */
export const columnsOf = (expression: CheckedExpression): readonly string[] =>
  expression.kind === 'column' ? [expression.name] : operandsOf(expression).flatMap(columnsOf);
