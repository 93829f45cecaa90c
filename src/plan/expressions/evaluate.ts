/** What a checked expression means for one row: total, and the same on every engine. */
import { partOf, startOf } from './calendar.ts';
import type { CheckedExpression } from './checked-expression.ts';
import type { NodeOf } from './expression.ts';
import { characters, compareValues, holds, junction, lowerCase, upperCase, type Value } from './value.ts';
import { floorOf, halvesUp, rootOf, within } from './whole-numbers.ts';

export type RowValues = Readonly<Record<string, Value>>;

type Of<Kind> = NodeOf<CheckedExpression, Kind>;
type Meaning<Kind> = (expression: Of<Kind>, values: RowValues) => Value;

export const evaluate = (expression: CheckedExpression, values: RowValues): Value =>
  (meanings[expression.kind] as Meaning<CheckedExpression['kind']>)(expression, values);

const meanings: { readonly [Kind in CheckedExpression['kind']]: Meaning<Kind> } = {
  column: ({ name }, values) => values[name],
  constant: ({ value }) => value,
  add: pairwise((left, right) => left + right),
  subtract: pairwise((left, right) => left - right),
  multiply: pairwise((left, right) => left * right),
  quotient: pairwise((left, right) => (right === 0n ? null : halvesUp(left, right))),
  floorQuotient: pairwise(floorOf),
  remainder: pairwise((left, right) => (right === 0n ? null : left % right)),
  root: single((value: bigint) => (value < 0n ? null : rootOf(value))),
  negate: single((value: bigint) => -value),
  absolute: single((value: bigint) => (value < 0n ? -value : value)),
  clamp: (expression, values) =>
    single((value: bigint) => within(value, expression.low, expression.high))(expression, values),
  comparison: ({ operator, left, right }, values) => {
    const [one, other] = [evaluate(left, values), evaluate(right, values)];
    return one === null || other === null ? null : holds[operator](compareValues(one, other));
  },
  and: ({ operands }, values) =>
    junction(
      operands.map(operand => evaluate(operand, values)),
      false,
    ),
  or: ({ operands }, values) =>
    junction(
      operands.map(operand => evaluate(operand, values)),
      true,
    ),
  not: single((value: boolean) => !value),
  isNull: ({ operand }, values) => evaluate(operand, values) === null,
  case: ({ branches, otherwise }, values) => {
    const chosen = branches.find(({ when }) => evaluate(when, values) === true);
    return evaluate(chosen?.result ?? otherwise, values);
  },
  greatest: extreme(order => order > 0),
  least: extreme(order => order < 0),
  lower: single(lowerCase),
  upper: single(upperCase),
  length: single((text: string) => BigInt([...text].length)),
  substring: (expression, values) =>
    single((text: string) => characters(text, expression.start, expression.length))(expression, values),
  ending: (expression, values) =>
    single((text: string) => characters(text, -expression.length, expression.length))(expression, values),
  concatenate: ({ operands }, values) => {
    const parts = operands.map(operand => evaluate(operand, values));
    return parts.includes(null) ? null : parts.join('');
  },
  startsWith: (expression, values) => single((text: string) => text.startsWith(expression.pattern))(expression, values),
  contains: (expression, values) => single((text: string) => text.includes(expression.pattern))(expression, values),
  datePart: (expression, values) => {
    const type = expression.operand.domain.type === 'date' ? 'date' : 'timestamp';
    return single((moment: bigint) => partOf(expression.part, type, moment))(expression, values);
  },
  startOf: (expression, values) => {
    const type = expression.operand.domain.type === 'date' ? 'date' : 'timestamp';
    return single((moment: bigint) => startOf(expression.unit, type, moment))(expression, values);
  },
};

/** Of those that are not null. */
function extreme(better: (order: number) => boolean) {
  return ({ operands }: { readonly operands: readonly CheckedExpression[] }, values: RowValues): Value => {
    let best: Value = null;
    for (const operand of operands) {
      const value = evaluate(operand, values);
      if (value !== null && (best === null || better(compareValues(value, best)))) best = value;
    }
    return best;
  };
}

/** The checker has proved the type; null stays null. */
function single<Input extends Value>(compute: (value: Input) => Value) {
  return ({ operand }: { readonly operand: CheckedExpression }, values: RowValues): Value => {
    const value = evaluate(operand, values);
    return value === null ? null : compute(value as Input);
  };
}

function pairwise(compute: (left: bigint, right: bigint) => Value) {
  return (
    { left, right }: { readonly left: CheckedExpression; readonly right: CheckedExpression },
    values: RowValues,
  ): Value => {
    const [one, other] = [evaluate(left, values), evaluate(right, values)];
    return one === null || other === null ? null : compute(one as bigint, other as bigint);
  };
}
