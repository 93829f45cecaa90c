/**
 * What stands for a column while a question is written: its methods build expressions, and no row ever passes through it.
 * Which methods there are depends on the column's type, so the compiler refuses what makes no sense.
 */
import type { DateUnit } from '../plan/expressions/index.ts';
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
  /** The next multiple of a step below or above; the step is 1 unless said. */
  floor(): IntegerTerm;
  floor(step: number): NumberTerm;
  ceiling(): IntegerTerm;
  ceiling(step: number): NumberTerm;
  /** What is left of a division towards zero; by zero it is a missing value. */
  remainder(value: Operand<number | bigint, NumberTerm>): NumberTerm;
  /** Of those that are there. */
  largest(...others: readonly Operand<number | bigint, NumberTerm>[]): NumberTerm;
  smallest(...others: readonly Operand<number | bigint, NumberTerm>[]): NumberTerm;
  clamped(low: number | bigint, high: number | bigint): NumberTerm;
  /**
   * Of rows: to a whole number from -8 to 8, or to 0.5, which is a root to a thousandth. Of answers: to any number.
   * The root of a negative number is a missing value.
   */
  toPower(exponent: number): NumberTerm;
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
  upper(): TextTerm;
  /** So many characters from one of them on; the first is 1. */
  part(start: number, length: number): TextTerm;
  /** The last characters. */
  ending(length: number): TextTerm;
  /** With other texts behind it. */
  followedBy(...others: readonly Operand<string, TextTerm>[]): TextTerm;
  length(): IntegerTerm;
}

/** Parts of a day. Weeks and their days as ISO 8601 counts them; `dayOfWeek` is 0 on Sundays. */
interface DayParts {
  year(): IntegerTerm;
  quarter(): IntegerTerm;
  month(): IntegerTerm;
  week(): IntegerTerm;
  day(): IntegerTerm;
  dayOfWeek(): IntegerTerm;
  isoDayOfWeek(): IntegerTerm;
  dayOfYear(): IntegerTerm;
}

/** A `Date` is a day if it is midnight in UTC. */
export interface DateTerm extends Ordered<string | Date, DateTerm>, DayParts {
  readonly type: 'date';
  /** Days between the two. */
  minus(value: Operand<string | Date, DateTerm>): IntegerTerm;
  /** The first day of the unit that it lies in; weeks begin on Mondays. */
  startOf(unit: Exclude<DateUnit, 'hour'>): DateTerm;
  plusDays(days: number): DateTerm;
}

export interface TimestampTerm extends Ordered<string | Date, TimestampTerm>, DayParts {
  readonly type: 'timestamp';
  hour(): IntegerTerm;
  minute(): IntegerTerm;
  /** The first moment of the unit that it lies in. */
  startOf(unit: DateUnit): TimestampTerm;
  /** The day that it lies in, in UTC. */
  date(): DateTerm;
  plusDays(days: number): TimestampTerm;
  plusHours(hours: number): TimestampTerm;
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
