/**
 * Expressions over the columns of one row: a closed, total language of plain data.
 * Nothing in it can throw, loop or remember a row: division by zero is null, what leaves its range saturates.
 */
/** What a value can be. Numbers carry a public range and a step; `null` is a value of every type. */
export type ValueType = 'integer' | 'number' | 'text' | 'boolean' | 'date' | 'timestamp';

export type Arithmetic = 'add' | 'subtract' | 'multiply' | 'divide';
export type Comparison = 'equal' | 'notEqual' | 'less' | 'atMost' | 'greater' | 'atLeast';
/** Weeks, their days and their years as ISO 8601 counts them: from Monday, 1 to 7. `dayOfWeek` is 0 on Sundays. */
export type DatePart =
  | 'year'
  | 'quarter'
  | 'month'
  | 'day'
  | 'dayOfWeek'
  | 'isoDayOfWeek'
  | 'dayOfYear'
  | 'week'
  | 'isoYear'
  | 'hour'
  | 'minute';
/** What a moment is the beginning of. Weeks begin on Mondays. */
export type DateUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour';

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
  /** The largest multiple of a positive step that is not above. */
  | { readonly kind: 'floor'; readonly operand: Expression; readonly step: string }
  /** What is left of a division towards zero: it has the sign of `left`. */
  | { readonly kind: 'remainder'; readonly left: Expression; readonly right: Expression }
  /** To an exponent that is exact decimal text: of rows a whole number or one half, of released values any. */
  | { readonly kind: 'power'; readonly operand: Expression; readonly exponent: string }
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
  /** Of those that are not null. */
  | { readonly kind: 'greatest' | 'least'; readonly operands: readonly Expression[] }
  | { readonly kind: 'in'; readonly operand: Expression; readonly values: readonly Expression[] }
  | {
      readonly kind: 'case';
      readonly branches: readonly { readonly when: Expression; readonly then: Expression }[];
      readonly otherwise: Expression;
    }
  /** Of ASCII letters only: nothing is left to an engine's locale. */
  | { readonly kind: 'lower' | 'upper' | 'length'; readonly operand: Expression }
  /** So many characters from one of them on; the first is 1. */
  | { readonly kind: 'substring'; readonly operand: Expression; readonly start: number; readonly length: number }
  /** The last characters. */
  | { readonly kind: 'ending'; readonly operand: Expression; readonly length: number }
  | { readonly kind: 'concatenate'; readonly operands: readonly Expression[] }
  | { readonly kind: 'startsWith' | 'contains'; readonly operand: Expression; readonly pattern: string }
  | { readonly kind: 'datePart'; readonly part: DatePart; readonly operand: Expression }
  /** The first moment of the unit that the operand lies in, of the operand's type. */
  | { readonly kind: 'startOf'; readonly unit: DateUnit; readonly operand: Expression }
  /** A day as its midnight, or a moment as its day. */
  | { readonly kind: 'convert'; readonly to: 'date' | 'timestamp'; readonly operand: Expression }
  /** By a whole number of days, or of microseconds for timestamps; it stays within the years that can be written. */
  | { readonly kind: 'shift'; readonly by: string; readonly operand: Expression };

/** The member of a union that may be of a kind, where one member may stand for several kinds. */
export type NodeOf<Union extends { readonly kind: string }, Kind> = Union extends { readonly kind: infer Own }
  ? Kind extends Own
    ? Union
    : never
  : never;
