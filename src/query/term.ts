/**
 * What stands for a column while a question is written: its methods build expressions, and no row ever passes through it.
 * Which methods there are depends on the column's type, so the compiler refuses what makes no sense.
 */
import type { Typed } from './typed.ts';

export interface Term extends Typed {
  isMissing(): Condition;
}

/** A value of the column's kind, or another term of it. */
type Operand<Value, Kind extends Term> = Value | Kind;

interface Comparable<Value, Kind extends Term> extends Term {
  is(value: Operand<Value, Kind>): Condition;
  isNot(value: Operand<Value, Kind>): Condition;
  isOneOf(values: readonly Value[]): Condition;
}

interface Ordered<Value, Kind extends Term> extends Comparable<Value, Kind> {
  atLeast(value: Operand<Value, Kind>): Condition;
  atMost(value: Operand<Value, Kind>): Condition;
  above(value: Operand<Value, Kind>): Condition;
  below(value: Operand<Value, Kind>): Condition;
  /** Both ends belong to it. */
  between(low: Operand<Value, Kind>, high: Operand<Value, Kind>): Condition;
}

export interface Condition extends Comparable<boolean, Condition> {
  readonly type: 'boolean';
  and(...others: readonly Condition[]): Condition;
  or(...others: readonly Condition[]): Condition;
  not(): Condition;
}

export interface NumberTerm extends Ordered<number | bigint, NumberTerm> {
  readonly type: 'integer' | 'number';
  plus(value: Operand<number | bigint, NumberTerm>): NumberTerm;
  minus(value: Operand<number | bigint, NumberTerm>): NumberTerm;
  times(value: Operand<number | bigint, NumberTerm>): NumberTerm;
  /** Division by zero is a missing value. */
  dividedBy(value: Operand<number | bigint, NumberTerm>): NumberTerm;
  negated(): NumberTerm;
  absolute(): NumberTerm;
  /** To a multiple of a step, which is 1 unless said; halves go up. */
  rounded(): IntegerTerm;
  rounded(step: number): NumberTerm;
  clamped(low: number | bigint, high: number | bigint): NumberTerm;
}

export interface IntegerTerm extends NumberTerm {
  readonly type: 'integer';
}

export interface TextTerm<Value extends string = string> extends Comparable<Value, TextTerm> {
  readonly type: 'text';
  startsWith(pattern: string): Condition;
  contains(pattern: string): Condition;
  /** ASCII letters only. */
  lower(): TextTerm;
  length(): IntegerTerm;
}

export interface DateTerm extends Ordered<string, DateTerm> {
  readonly type: 'date';
  /** Days between the two. */
  minus(value: Operand<string, DateTerm>): IntegerTerm;
  year(): IntegerTerm;
  month(): IntegerTerm;
  day(): IntegerTerm;
  dayOfWeek(): IntegerTerm;
}

export interface TimestampTerm extends Ordered<string, TimestampTerm> {
  readonly type: 'timestamp';
  year(): IntegerTerm;
  month(): IntegerTerm;
  day(): IntegerTerm;
  dayOfWeek(): IntegerTerm;
  hour(): IntegerTerm;
}

export interface TermOfType {
  integer: IntegerTerm;
  number: NumberTerm;
  text: TextTerm;
  boolean: Condition;
  date: DateTerm;
  timestamp: TimestampTerm;
}

/** Of a column that the compiler knows nothing of: every method, though those of other types are missing when it runs. */
export type UntypedTerm = Omit<NumberTerm, 'type'> &
  Pick<DateTerm, 'minus'> &
  Omit<TextTerm, 'type'> &
  Omit<Condition, 'type'> &
  Omit<TimestampTerm, 'type'> & { readonly type: never };
