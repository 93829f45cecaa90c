/** Conditions on answers that are noisy already: post-processing, in doubles, total like every expression. */
import { dayOf, instantOf, partOf } from './calendar.ts';
import type { Arithmetic, Comparison, Expression } from './expression.ts';
import { holds, junction } from './logic.ts';
import type { NodeOf } from './node-of.ts';
import { compareReleased, type ReleasedScalar } from './released-scalar.ts';
import { lowerCase } from './text.ts';

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
