/**
 * Expressions over the columns of one row: a closed, total language of plain data.
 * Nothing in it can throw, loop or remember a row: division by zero is null, what leaves its range saturates.
 */
/** What a value can be. Numbers carry a public range and a step; `null` is a value of every type. */
export type ValueType = 'integer' | 'number' | 'text' | 'boolean' | 'date' | 'timestamp';

export type Arithmetic = 'add' | 'subtract' | 'multiply' | 'divide';
export type Comparison = 'equal' | 'notEqual' | 'less' | 'atMost' | 'greater' | 'atLeast';
export type DatePart = 'year' | 'month' | 'day' | 'dayOfWeek' | 'hour';

export type Expression =
  | { readonly kind: 'column'; readonly name: string }
  /** Numbers, dates (YYYY-MM-DD) and timestamps (ISO, UTC) as text, so that nothing passes through a double. */
  | { readonly kind: 'literal'; readonly type: ValueType; readonly value: string | boolean | null }
  | {
      readonly kind: 'arithmetic';
      readonly operator: Arithmetic;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | { readonly kind: 'absolute'; readonly operand: Expression }
  /** To a multiple of a positive step, given as exact decimal text; halves go up. */
  | { readonly kind: 'round'; readonly operand: Expression; readonly step: string }
  | { readonly kind: 'clamp'; readonly operand: Expression; readonly low: string; readonly high: string }
  | {
      readonly kind: 'comparison';
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Expression[] }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'isNull'; readonly operand: Expression }
  | { readonly kind: 'in'; readonly operand: Expression; readonly values: readonly Expression[] }
  | {
      readonly kind: 'case';
      readonly branches: readonly { readonly when: Expression; readonly then: Expression }[];
      readonly otherwise: Expression;
    }
  /** ASCII lower case only: nothing is left to an engine's locale. */
  | { readonly kind: 'lower' | 'length'; readonly operand: Expression }
  | { readonly kind: 'startsWith' | 'contains'; readonly operand: Expression; readonly pattern: string }
  | { readonly kind: 'datePart'; readonly part: DatePart; readonly operand: Expression };

/** The member of a union that may be of a kind, where one member may stand for several kinds. */
export type NodeOf<Union extends { readonly kind: string }, Kind> = Union extends { readonly kind: infer Own }
  ? Kind extends Own
    ? Union
    : never
  : never;
