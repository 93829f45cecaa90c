/**
 * What an expression over released values can be when these lie anywhere in their intervals: interval arithmetic, and
 * SQL's three-valued logic over it. Whatever the parts have to do with one another, the result holds where all of them do.
 */
import type { Arithmetic, Comparison, Expression, NodeOf } from '../expressions/expression.ts';
import { flooredTo, roundedTo } from '../expressions/value.ts';
import { columnsIn } from '../mentioned.ts';
import { judge, type ReleasedScalar } from '../post-processing.ts';
import { clip, type Interval } from './interval.ts';

/** All that a value may be. Numbers may reach to infinity. */
export interface Possible {
  /** Null where it is no number. */
  readonly numbers: Interval | null;
  readonly truths: readonly boolean[];
  /** Whether it may be null. */
  readonly none: boolean;
}

/** An exact value, or where a noisy one lies. */
export type ReadPossible = (name: string) => { readonly exact: ReleasedScalar } | Possible;

export function possibleValues(expression: Expression, read: ReadPossible): Possible {
  const columns = columnsIn(expression).map(read);
  const isExact = columns.every(column => 'exact' in column);
  if (isExact) return exactly(judge(expression, name => (read(name) as { readonly exact: ReleasedScalar }).exact));
  return (rules[expression.kind] as Rule<Expression['kind']> | undefined)?.(expression, read) ?? ANYTHING;
}

type Rule<Kind> = (expression: NodeOf<Expression, Kind>, read: ReadPossible) => Possible;

/** Of what is said of texts alone nothing is noisy. */
const ANYTHING: Possible = { numbers: [-Infinity, Infinity], truths: [true, false], none: true };

const exactly = (value: ReleasedScalar): Possible => ({
  numbers: typeof value === 'number' ? [value, value] : null,
  truths: typeof value === 'boolean' ? [value] : [],
  none: value === null,
});

const rules: { readonly [Kind in Expression['kind']]?: Rule<Kind> } = {
  column: ({ name }, read) => {
    const found = read(name);
    return 'exact' in found ? exactly(found.exact) : found;
  },
  arithmetic: ({ operator, left, right }, read) => {
    const [one, other] = [possibleValues(left, read), possibleValues(right, read)];
    if (one.numbers === null || other.numbers === null) return NOTHING;
    const numbers = calculations[operator](one.numbers, other.numbers);
    const undefinedAt = operator === 'divide' && holdsZero(other.numbers);
    return { numbers, truths: [], none: one.none || other.none || undefinedAt };
  },
  negate: ({ operand }, read) => mapped(possibleValues(operand, read), ([low, high]) => [-high, -low]),
  absolute: ({ operand }, read) =>
    mapped(possibleValues(operand, read), ([low, high]) => [
      low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(low), Math.abs(high)),
      Math.max(Math.abs(low), Math.abs(high)),
    ]),
  round: ({ operand, step }, read) =>
    mapped(possibleValues(operand, read), ends => stepped(ends, Number(step), roundedTo)),
  floor: ({ operand, step }, read) =>
    mapped(possibleValues(operand, read), ends => stepped(ends, Number(step), flooredTo)),
  greatest: ({ operands }, read) => extreme(operands, read, true),
  least: ({ operands }, read) => extreme(operands, read, false),
  clamp: ({ operand, low, high }, read) =>
    mapped(possibleValues(operand, read), ends => clip(ends, Number(low), Number(high))),
  power: ({ operand, exponent }, read) => {
    const base = possibleValues(operand, read);
    if (base.numbers === null) return NOTHING;
    return powers(base.numbers, base.none, Number(exponent));
  },
  comparison: ({ operator, left, right }, read) => {
    return comparison(operator, possibleValues(left, read), possibleValues(right, read));
  },
  and: ({ operands }, read) =>
    junction(
      operands.map(operand => possibleValues(operand, read)),
      false,
    ),
  or: ({ operands }, read) =>
    junction(
      operands.map(operand => possibleValues(operand, read)),
      true,
    ),
  not: ({ operand }, read) => {
    const { truths, none } = possibleValues(operand, read);
    return { numbers: null, truths: truths.map(truth => !truth), none };
  },
  isNull: ({ operand }, read) => {
    const { numbers, truths, none } = possibleValues(operand, read);
    return {
      numbers: null,
      truths: [...(none ? [true] : []), ...(numbers !== null || truths.length > 0 ? [false] : [])],
      none: false,
    };
  },
  in: ({ operand, values }, read) => {
    // once for all values: lists within lists would take a power of their number
    const found = possibleValues(operand, read);
    return junction(
      values.map(value => comparison('equal', found, possibleValues(value, read))),
      true,
    );
  },
  case: ({ branches, otherwise }, read) => {
    const reached: Possible[] = [];
    for (const { when, then } of branches) {
      const { truths, none } = possibleValues(when, read);
      if (truths.includes(true)) reached.push(possibleValues(then, read));
      if (!truths.includes(false) && !none) return either(reached);
    }
    return either([...reached, possibleValues(otherwise, read)]);
  },
};

const NOTHING: Possible = { numbers: null, truths: [], none: true };

const mapped = ({ numbers, ...rest }: Possible, map: (ends: Interval) => Interval): Possible => ({
  ...rest,
  numbers: numbers && map(numbers),
});

function either(possible: readonly Possible[]): Possible {
  const numbers = possible.flatMap(each => (each.numbers === null ? [] : [each.numbers]));
  return {
    numbers:
      numbers.length === 0
        ? null
        : [Math.min(...numbers.map(([low]) => low)), Math.max(...numbers.map(([, high]) => high))],
    truths: [...new Set(possible.flatMap(({ truths }) => truths))],
    none: possible.some(({ none }) => none),
  };
}

const holdsZero = ([low, high]: Interval): boolean => low <= 0 && high >= 0;

/** Nothing of anything is nothing, however large. */
const product = (x: number, y: number): number => (x === 0 || y === 0 ? 0 : x * y);

const times = (one: Interval, other: Interval): Interval => {
  const corners = one.flatMap(x => other.map(y => product(x, y)));
  return [Math.min(...corners), Math.max(...corners)];
};

/** Of all numbers but zero. */
function reciprocal([low, high]: Interval): Interval | null {
  if (low === 0 && high === 0) return null;
  if (low < 0 && high > 0) return [-Infinity, Infinity];
  return [high === 0 ? -Infinity : 1 / high, low === 0 ? Infinity : 1 / low];
}

const calculations: Readonly<Record<Arithmetic, (one: Interval, other: Interval) => Interval | null>> = {
  add: (one, other) => [one[0] + other[0], one[1] + other[1]],
  subtract: (one, other) => [one[0] - other[1], one[1] - other[0]],
  multiply: times,
  divide: (one, other) => {
    const inverse = reciprocal(other);
    return inverse && times(one, inverse);
  },
};

/** As the value itself is rounded, which never changes an order. */
const stepped = (ends: Interval, step: number, to: typeof roundedTo): Interval => {
  const [low, high] = ends.map(end => (Number.isFinite(end) ? to(end, step) : end));
  return [low, high];
};

/** Of those that are there: what may be null says nothing about the one end, and may still be the other. */
function extreme(operands: readonly Expression[], read: ReadPossible, isGreatest: boolean): Possible {
  const each = operands.map(operand => possibleValues(operand, read));
  const ends = (some: readonly Possible[], end: 0 | 1): readonly number[] =>
    some.flatMap(({ numbers }) => (numbers === null ? [] : [numbers[end]]));
  const sure = each.filter(({ none }) => !none);
  if (ends(sure, 0).length === 0) return either(each);
  const numbers: Interval = isGreatest
    ? [Math.max(...ends(sure, 0)), Math.max(...ends(each, 1))]
    : [Math.min(...ends(each, 0)), Math.min(...ends(sure, 1))];
  return { numbers, truths: [], none: false };
}

/** Whole powers of all numbers, others of those that are not negative; negative ones of zero are null. */
function powers([low, high]: Interval, mayBeNone: boolean, exponent: number): Possible {
  const whole = Number.isInteger(exponent);
  if (!whole && high < 0) return NOTHING;
  const [from, to]: Interval = whole ? [low, high] : [Math.max(0, low), high];
  const size = Math.abs(exponent);
  const isEven = whole && size % 2 === 0;
  const ends = [from ** size, to ** size];
  const raised: Interval = isEven
    ? [holdsZero([from, to]) && size > 0 ? 0 : Math.min(...ends), Math.max(...ends)]
    : [ends[0], ends[1]];
  const none = mayBeNone || (!whole && low < 0);
  if (exponent >= 0) return { numbers: raised, truths: [], none };
  return { numbers: reciprocal(raised), truths: [], none: none || holdsZero(raised) };
}

/** Of texts nothing is known, but that they are texts. */
function comparison(operator: Comparison, one: Possible, other: Possible): Possible {
  const none = one.none || other.none;
  if (one.numbers !== null && other.numbers !== null)
    return { numbers: null, truths: compared(operator, one.numbers, other.numbers), none };
  const isNull = [one, other].some(each => each.none && each.numbers === null && each.truths.length === 0);
  return { numbers: null, truths: isNull ? [] : [true, false], none };
}

function compared(operator: Comparison, [low, high]: Interval, [least, most]: Interval): readonly boolean[] {
  const [canBe, canNotBe] = {
    equal: [low <= most && least <= high, !(low === high && least === most && low === least)],
    notEqual: [!(low === high && least === most && low === least), low <= most && least <= high],
    less: [low < most, high >= least],
    atMost: [low <= most, high > least],
    greater: [high > least, low <= most],
    atLeast: [high >= least, low < most],
  }[operator];
  return [...(canBe ? [true] : []), ...(canNotBe ? [false] : [])];
}

/** One operand may decide alone. */
function junction(each: readonly Possible[], decisive: boolean): Possible {
  const mayDecide = each.some(({ truths }) => truths.includes(decisive));
  const mustDecide = each.some(
    ({ truths, none }) => !none && truths.every(truth => truth === decisive) && truths.length > 0,
  );
  const mayAllBeOther = each.every(({ truths }) => truths.includes(!decisive));
  const mayBeNone = !mustDecide && each.some(({ none }) => none);
  return {
    numbers: null,
    truths: [...(mayDecide ? [decisive] : []), ...(mayAllBeOther ? [!decisive] : [])],
    none: mayBeNone,
  };
}
