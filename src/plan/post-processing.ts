/** What is done to the answers once they are noisy: having, order, limit. Free of charge. */

import { rational, toNumber } from '../numerics/index.ts';
import { refuse } from '../vocabulary/index.ts';
import {
  dayOf,
  days,
  dayText,
  instantOf,
  instantText,
  MICROSECONDS_PER_DAY,
  microseconds,
  partOf,
  startOf,
} from './expressions/calendar.ts';
import type { Domain } from './expressions/domain.ts';
import type { Arithmetic, Comparison, Expression, NodeOf } from './expressions/expression.ts';
import {
  characters,
  compareText,
  flooredTo,
  holds,
  junction,
  lowerCase,
  roundedTo,
  upperCase,
  type Value,
} from './expressions/value.ts';
import { floorOf, within } from './expressions/whole-numbers.ts';
import { checkComputed, checkHaving, type ReleasedType } from './having-type.ts';
import { columnsIn } from './mentioned.ts';
import { checkNamedOnce } from './named-once.ts';
import type { NamedExpression, Plan, PostProcessing } from './plan.ts';

/** Columns are those of the answer: keys and aggregates. */
export function checkPostProcessing(postProcessing: PostProcessing, released: readonly Shown[]): PostProcessing {
  const { having, order = [], limit = 0, computed = [], show } = postProcessing;
  const columns = [...released, ...computed.map(one => computedColumn(one, released))];
  checkNamedOnce(columns);
  checkNames([...(having === undefined ? [] : columnsIn(having)), ...order.map(by => by.name)], columns);
  checkShown(show, columns);
  if (having !== undefined) checkHaving(having, name => columns.find(column => column.name === name)?.type ?? 'number');
  if (!(Number.isSafeInteger(limit) && limit >= 0))
    refuse('value_out_of_range', 'A limit must be a whole number, 0 or more.');
  return postProcessing;
}

/** Its intervals are computed in every group, in time that grows with the square of it. */
const CHARACTERS_MAX = 20_000;

function computedColumn({ name, expression }: NamedExpression, released: readonly Shown[]): Shown {
  if (!(JSON.stringify(expression).length <= CHARACTERS_MAX))
    refuse('plan_too_large', `The computed value ${name} is too large. Compute less in one value.`);
  checkNames(columnsIn(expression), released);
  checkComputed(expression, of => released.find(column => column.name === of)?.type ?? 'number');
  return { name, type: 'number' };
}

function checkNames(names: readonly string[], columns: readonly Shown[]): void {
  if (names.length === 0) return;
  const named = new Map(columns.map(column => [column.name, column]));
  for (const name of names) {
    const column = named.get(name);
    if (column === undefined)
      refuse(
        'unknown_column',
        `The answer has no column ${JSON.stringify(name)}; it has ${columns.map(each => each.name).join(', ')}.`,
      );
    else if (column.isOne === false)
      refuse('type_mismatch', `${name} is not a single number. HAVING, ORDER BY and computed values need one.`);
  }
}

function checkShown(show: PostProcessing['show'], columns: readonly Shown[]): void {
  if (show === undefined) return;
  const names = columns.filter(({ isKey }) => !isKey).map(({ name }) => name);
  const left = new Set(names);
  const other = show.find(name => !left.delete(name));
  if (other !== undefined || show.length === 0)
    refuse('unknown_column', `An answer shows at least one of its values, each once; it has ${names.join(', ')}.`);
}

/** The names of the values that an answer shows, in their order. */
export const shownIn = ({ plan: { aggregates, afterwards } }: { readonly plan: Plan }): readonly string[] =>
  afterwards.show ?? [...aggregates, ...(afterwards.computed ?? [])].map(({ name }) => name);

interface Shown {
  readonly name: string;
  readonly isKey?: boolean;
  /** False where it is many numbers. */
  readonly isOne?: boolean;
  readonly type: ReleasedType;
}

/** `read` finds the estimate of an aggregate, or the value of a key, in a row of the answer. */
export function applyPostProcessing<Row>(
  rows: readonly Row[],
  { having, order = [], limit }: PostProcessing,
  read: (row: Row, name: string) => ReleasedScalar,
): Row[] {
  const kept = having === undefined ? [...rows] : rows.filter(row => judge(having, name => read(row, name)) === true);
  kept.sort((one, other) => {
    for (const { name, descending } of order) {
      const difference = nullsLast(read(one, name), read(other, name), descending);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return limit === undefined ? kept : kept.slice(0, limit);
}

function nullsLast(one: ReleasedScalar, other: ReleasedScalar, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return descending ? -compareReleased(one, other) : compareReleased(one, other);
}

type Read = (name: string) => ReleasedScalar;
type Judge<Kind> = (expression: NodeOf<Expression, Kind>, read: Read) => ReleasedScalar;

/** The value of an expression over a row of the answer; null wherever types do not fit. */
export const judge = (expression: Expression, read: Read): ReleasedScalar =>
  (judges[expression.kind] as Judge<Expression['kind']>)(expression, read);

const judges: { readonly [Kind in Expression['kind']]: Judge<Kind> } = {
  column: ({ name }, read) => read(name),
  literal: ({ type, value }) => (type === 'integer' || type === 'number' ? number(value) : value),
  arithmetic: ({ operator, left, right }, read) => {
    const [one, other] = [judge(left, read), judge(right, read)];
    return typeof one === 'number' && typeof other === 'number' ? number(compute[operator](one, other)) : null;
  },
  negate: ({ operand }, read) => numeric(judge(operand, read), x => -x),
  absolute: ({ operand }, read) => numeric(judge(operand, read), Math.abs),
  round: ({ operand, step }, read) => numeric(judge(operand, read), x => roundedTo(x, Number(step))),
  floor: ({ operand, step }, read) => numeric(judge(operand, read), x => flooredTo(x, Number(step))),
  remainder: ({ left, right }, read) => {
    const [one, other] = [judge(left, read), judge(right, read)];
    return typeof one === 'number' && typeof other === 'number' ? number(one % other) : null;
  },
  power: ({ operand, exponent }, read) => {
    const base = judge(operand, read);
    return typeof base === 'number' ? number(base ** Number(exponent)) : null;
  },
  clamp: ({ operand, low, high }, read) =>
    numeric(judge(operand, read), x => Math.min(Math.max(x, Number(low)), Number(high))),
  comparison: ({ operator, left, right }, read) => compared(operator, judge(left, read), judge(right, read)),
  and: ({ operands }, read) =>
    junction(
      operands.map(operand => judge(operand, read)),
      false,
    ),
  or: ({ operands }, read) =>
    junction(
      operands.map(operand => judge(operand, read)),
      true,
    ),
  not: ({ operand }, read) => {
    const value = judge(operand, read);
    return typeof value === 'boolean' ? !value : null;
  },
  isNull: ({ operand }, read) => judge(operand, read) === null,
  in: ({ operand, values }, read) => {
    const found = judge(operand, read);
    return junction(
      values.map(value => compared('equal', found, judge(value, read))),
      true,
    );
  },
  case: ({ branches, otherwise }, read) =>
    judge(branches.find(({ when }) => judge(when, read) === true)?.then ?? otherwise, read),
  greatest: ({ operands }, read) => extreme(operands, read, order => order > 0),
  least: ({ operands }, read) => extreme(operands, read, order => order < 0),
  lower: ({ operand }, read) => textual(judge(operand, read), lowerCase),
  upper: ({ operand }, read) => textual(judge(operand, read), upperCase),
  substring: ({ operand, start, length }, read) =>
    textual(judge(operand, read), text => characters(text, start, length)),
  ending: ({ operand, length }, read) => textual(judge(operand, read), text => characters(text, -length, length)),
  concatenate: ({ operands }, read) => {
    const parts = operands.map(operand => judge(operand, read));
    return parts.every(part => typeof part === 'string') ? parts.join('') : null;
  },
  length: ({ operand }, read) => textual(judge(operand, read), text => [...text].length),
  startsWith: ({ operand, pattern }, read) => textual(judge(operand, read), text => text.startsWith(pattern)),
  contains: ({ operand, pattern }, read) => textual(judge(operand, read), text => text.includes(pattern)),
  datePart: ({ part, operand }, read) =>
    momentary(judge(operand, read), (type, moment) => Number(partOf(part, type, moment))),
  startOf: ({ unit, operand }, read) =>
    momentary(judge(operand, read), (type, moment) => momentText(type, startOf(unit, type, moment))),
  convert: ({ to, operand }, read) =>
    momentary(judge(operand, read), (type, moment) => {
      if (type === to) return momentText(type, moment);
      return to === 'date'
        ? dayText(floorOf(moment, MICROSECONDS_PER_DAY))
        : instantText(moment * MICROSECONDS_PER_DAY);
    }),
  shift: ({ by, operand }, read) =>
    momentary(judge(operand, read), (type, moment) => momentText(type, moment + BigInt(by))),
};

const momentText = (type: 'date' | 'timestamp', moment: bigint): string => {
  const { first, last } = type === 'date' ? days : microseconds;
  return (type === 'date' ? dayText : instantText)(within(moment, first, last));
};

/** Dates and timestamps are released as text. */
const momentary = (
  value: ReleasedScalar,
  compute: (type: 'date' | 'timestamp', moment: bigint) => ReleasedScalar,
): ReleasedScalar =>
  textual(value, text => {
    const [day, instant] = [dayOf(text), instantOf(text)];
    if (day !== undefined) return compute('date', day);
    return instant === undefined ? null : compute('timestamp', instant);
  });

function extreme(operands: readonly Expression[], read: Read, better: (order: number) => boolean): ReleasedScalar {
  const values = operands.flatMap(operand => judge(operand, read) ?? []);
  const [first = null, ...others] = values;
  return others.reduce<ReleasedScalar>(
    (best, value) => (best !== null && better(compareReleased(value, best)) ? value : best),
    first,
  );
}

const compute: Readonly<Record<Arithmetic, (one: number, other: number) => number>> = {
  add: (one, other) => one + other,
  subtract: (one, other) => one - other,
  multiply: (one, other) => one * other,
  divide: (one, other) => one / other,
};

/** What is no finite number is null: division by zero too. */
function number(value: string | boolean | number | null): number | null {
  const found = value === null ? Number.NaN : Number(value);
  return Number.isFinite(found) ? found : null;
}

const numeric = (value: ReleasedScalar, compute: (value: number) => number): ReleasedScalar =>
  typeof value === 'number' ? number(compute(value)) : null;

const textual = (value: ReleasedScalar, compute: (value: string) => ReleasedScalar): ReleasedScalar =>
  typeof value === 'string' ? compute(value) : null;

function compared(operator: Comparison, one: ReleasedScalar, other: ReleasedScalar): ReleasedScalar {
  if (one === null || other === null || typeof one !== typeof other) return null;
  return holds[operator](compareReleased(one, other));
}

export type ReleasedScalar = number | string | boolean | null;

/** A value as answers show it: numbers as numbers, dates and timestamps as text. */
export function releasedScalar(value: Value, domain: Domain): ReleasedScalar {
  if (typeof value !== 'bigint') return value;
  if (domain.type === 'date') return dayText(value);
  if (domain.type === 'timestamp') return instantText(value);
  const step = 'step' in domain ? domain.step : rational.one;
  return toNumber(rational.mul(rational.ratio(value), step), 'nearest');
}

/** Negative, zero or positive; text by bytes. */
function compareReleased(one: Exclude<ReleasedScalar, null>, other: Exclude<ReleasedScalar, null>): number {
  if (typeof one === 'string' && typeof other === 'string') return compareText(one, other);
  return one < other ? -1 : one > other ? 1 : 0;
}
