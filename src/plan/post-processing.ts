/** What is done to the answers once they are noisy: having, order, limit. Free of charge. */

import { rational, toNumber } from '../numerics/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { dayOf, dayText, instantOf, instantText, partOf } from './calendar.ts';
import type { Domain } from './domain.ts';
import type { Arithmetic, Comparison, Expression, NodeOf } from './expression.ts';
import { checkHaving, type ReleasedType } from './having-type.ts';
import { columnsIn } from './mentioned.ts';
import type { PostProcessing } from './plan.ts';
import { compareText, holds, junction, lowerCase, type Value } from './value.ts';

/** Columns are those of the answer: keys and aggregates. */
export function checkPostProcessing(postProcessing: PostProcessing, columns: readonly Shown[]): PostProcessing {
  const { having, order = [], limit = 0 } = postProcessing;
  for (const name of [...(having === undefined ? [] : columnsIn(having)), ...order.map(by => by.name)]) {
    const column = columns.find(each => each.name === name);
    if (column === undefined)
      refuse(
        'unknown_column',
        `The answer has no column ${JSON.stringify(name)}; it has ${columns.map(each => each.name).join(', ')}.`,
      );
    else if (column.isOne === false)
      refuse('type_mismatch', `${name} is not a single number: having and order need one.`);
  }
  if (having !== undefined) checkHaving(having, name => columns.find(column => column.name === name)?.type ?? 'number');
  if (!(Number.isSafeInteger(limit) && limit >= 0))
    refuse('value_out_of_range', 'A limit is a whole number that is not negative.');
  return postProcessing;
}

interface Shown {
  readonly name: string;
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
const judge = (expression: Expression, read: Read): ReleasedScalar =>
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
  round: ({ operand, step }, read) =>
    numeric(judge(operand, read), x => Math.floor(x / Number(step) + 0.5) * Number(step)),
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
  lower: ({ operand }, read) => textual(judge(operand, read), lowerCase),
  length: ({ operand }, read) => textual(judge(operand, read), text => [...text].length),
  startsWith: ({ operand, pattern }, read) => textual(judge(operand, read), text => text.startsWith(pattern)),
  contains: ({ operand, pattern }, read) => textual(judge(operand, read), text => text.includes(pattern)),
  datePart: ({ part, operand }, read) =>
    textual(judge(operand, read), text => {
      const [day, instant] = [dayOf(text), instantOf(text)];
      if (day !== undefined) return Number(partOf(part, 'date', day));
      return instant === undefined ? null : Number(partOf(part, 'timestamp', instant));
    }),
};

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
  typeof value === 'number' ? compute(value) : null;

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
