/** Types of conditions on answers, which are released values: what does not fit would be null, and leave out every group. */
import { refuse } from '../vocabulary/index.ts';
import type { Expression, NodeOf, ValueType } from './expressions/expression.ts';

/** Dates are released as text. */
export type ReleasedType = 'number' | 'text' | 'boolean';

/** Undefined: null, which fits everywhere. */
type Found = ReleasedType | undefined;
type TypeOf = (name: string) => ReleasedType;
type Typing<Kind> = (expression: NodeOf<Expression, Kind>, typeOf: TypeOf) => Found;

export const releasedType = (type: ValueType): ReleasedType =>
  type === 'boolean' ? 'boolean' : type === 'integer' || type === 'number' ? 'number' : 'text';

/** Refuses what is no condition. `typeOf` knows the columns of the answer. */
export function checkHaving(having: Expression, typeOf: TypeOf): void {
  expectType('boolean', having, typeOf);
}

/** Refuses what is no number. */
export function checkComputed(computed: Expression, typeOf: TypeOf): void {
  expectType('number', computed, typeOf);
}

const typed = (expression: Expression, typeOf: TypeOf): Found =>
  (typings[expression.kind] as Typing<Expression['kind']>)(expression, typeOf);

function expectType(wanted: ReleasedType, expression: Expression, typeOf: TypeOf): void {
  const found = typed(expression, typeOf);
  if (found !== undefined && found !== wanted) refuseTypes(found, wanted);
}

/** The type that all of them have. */
function expectSame(expressions: readonly Expression[], typeOf: TypeOf): Found {
  const found = expressions.flatMap(each => typed(each, typeOf) ?? []);
  const other = found.find(type => type !== found[0]);
  if (other !== undefined) refuseTypes(found[0], other);
  return found[0];
}

const refuseTypes = (one: ReleasedType, other: ReleasedType): never =>
  refuse(
    'type_mismatch',
    `A value of type ${one} stands where one of type ${other} is needed, in HAVING or in a computed value. Compute with numbers, compare numbers with numbers, and dates with text such as '2026-01-31'.`,
  );

/** An operation whose operands are of one type. */
const of =
  (wanted: ReleasedType, result: ReleasedType) =>
  ({ operand }: { readonly operand: Expression }, typeOf: TypeOf): Found => {
    expectType(wanted, operand, typeOf);
    return result;
  };

const junction = ({ operands }: NodeOf<Expression, 'and' | 'or'>, typeOf: TypeOf): Found => {
  for (const operand of operands) expectType('boolean', operand, typeOf);
  return 'boolean';
};

function numbersOfBoth({ left, right }: NodeOf<Expression, 'arithmetic' | 'remainder'>, typeOf: TypeOf): Found {
  for (const operand of [left, right]) expectType('number', operand, typeOf);
  return 'number';
}

const typings: { readonly [Kind in Expression['kind']]: Typing<Kind> } = {
  column: ({ name }, typeOf) => typeOf(name),
  literal: ({ type, value }) => (value === null ? undefined : releasedType(type)),
  arithmetic: numbersOfBoth,
  negate: of('number', 'number'),
  absolute: of('number', 'number'),
  round: (expression, typeOf) => {
    if (!(Number(expression.step) > 0)) refuse('value_out_of_range', 'The step to round to must be above 0.');
    return of('number', 'number')(expression, typeOf);
  },
  floor: (expression, typeOf) => {
    if (!(Number(expression.step) > 0)) refuse('value_out_of_range', 'The step to round to must be above 0.');
    return of('number', 'number')(expression, typeOf);
  },
  remainder: numbersOfBoth,
  power: of('number', 'number'),
  clamp: of('number', 'number'),
  comparison: ({ left, right }, typeOf) => {
    expectSame([left, right], typeOf);
    return 'boolean';
  },
  and: junction,
  or: junction,
  not: of('boolean', 'boolean'),
  isNull: ({ operand }, typeOf) => {
    typed(operand, typeOf);
    return 'boolean';
  },
  in: ({ operand, values }, typeOf) => {
    expectSame([operand, ...values], typeOf);
    return 'boolean';
  },
  case: ({ branches, otherwise }, typeOf) => {
    for (const { when } of branches) expectType('boolean', when, typeOf);
    return expectSame([...branches.map(({ then }) => then), otherwise], typeOf);
  },
  greatest: ({ operands }, typeOf) => expectSame(operands, typeOf),
  least: ({ operands }, typeOf) => expectSame(operands, typeOf),
  lower: of('text', 'text'),
  upper: of('text', 'text'),
  substring: of('text', 'text'),
  ending: of('text', 'text'),
  concatenate: ({ operands }, typeOf) => {
    for (const operand of operands) expectType('text', operand, typeOf);
    return 'text';
  },
  length: of('text', 'number'),
  startsWith: of('text', 'boolean'),
  contains: of('text', 'boolean'),
  datePart: of('text', 'number'),
  startOf: of('text', 'text'),
  convert: of('text', 'text'),
  shift: of('text', 'text'),
};
