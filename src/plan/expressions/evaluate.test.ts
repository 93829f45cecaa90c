import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arithmetic, choice, column, compare, nothing, number, text } from '../../../test/support/plan-builders.ts';
import { type Rational, rational } from '../../numerics/index.ts';
import { Refusal } from '../../vocabulary/index.ts';
import { checkExpression } from './check-expression.ts';
import { columnOf, type Schema } from './columns.ts';
import { booleans, integers, isStepped, moments, numbers, texts } from './domain.ts';
import { evaluate, type RowValues } from './evaluate.ts';
import type { Arithmetic, Comparison, Expression } from './expression.ts';
import type { Value } from './value.ts';

const cents = rational.ratio(1n, 100n);
const schema: Schema = [
  { name: 'a', domain: integers(-5n, 7n), perUnit: false },
  { name: 'b', domain: integers(0n, 3n), perUnit: false },
  { name: 'c', domain: numbers(-250n, 999n, cents), perUnit: false },
  { name: 'huge', domain: integers(0n, 2n ** 53n + 1n), perUnit: false },
  { name: 't', domain: texts(), perUnit: false },
  { name: 'p', domain: booleans, perUnit: false },
  { name: 'd', domain: moments('date', -1000n, 20_000n, true), perUnit: false },
];

const value = (expression: Expression, values: RowValues): Value =>
  evaluate(checkExpression(expression, schema), values);

const [a, b, c, t, p] = ['a', 'b', 'c', 't', 'p'].map(column);
const remainder = (left: Expression, right: Expression): Expression => ({ kind: 'remainder', left, right });
const power = (operand: Expression, exponent: string): Expression => ({ kind: 'power', operand, exponent });
const yes: Expression = { kind: 'literal', type: 'boolean', value: true };
const no: Expression = { kind: 'literal', type: 'boolean', value: false };

describe('meaning', () => {
  test.each<[string, Expression, RowValues, Value]>([
    ['7/2 in thousandths', arithmetic(a, 'divide', b), { a: 7n, b: 2n }, 3500n],
    ['2/3 is rounded', arithmetic(a, 'divide', b), { a: 2n, b: 3n }, 667n],
    ['-5/3 is rounded', arithmetic(a, 'divide', b), { a: -5n, b: 3n }, -1667n],
    ['halves go up', { kind: 'round', operand: a, step: '2' }, { a: 3n }, 2n],
    ['negative halves go up too', { kind: 'round', operand: a, step: '2' }, { a: -3n }, -1n],
    ['division by zero is null', arithmetic(a, 'divide', b), { a: 7n, b: 0n }, null],
    ['division by a literal zero is null', arithmetic(a, 'divide', number('0')), { a: 7n }, null],
    ['steps are brought together', arithmetic(a, 'add', c), { a: 2n, c: 5n }, 205n],
    ['half a cent', compare(c, 'less', number('0.005')), { c: 0n }, true],
    ['null is unknown', compare(a, 'equal', nothing), { a: 1n }, null],
    ['null and false', { kind: 'and', operands: [p, no] }, { p: null }, false],
    ['null and true', { kind: 'and', operands: [p, yes] }, { p: null }, null],
    ['null or true', { kind: 'or', operands: [p, yes] }, { p: null }, true],
    ['not null', { kind: 'not', operand: p }, { p: null }, null],
    ['all of nothing', { kind: 'and', operands: [] }, {}, true],
    ['in a list with null', { kind: 'in', operand: a, values: [number('1'), nothing] }, { a: 2n }, null],
    ['found in a list with null', { kind: 'in', operand: a, values: [number('1'), nothing] }, { a: 1n }, true],
    ['an unknown condition is not taken', choice(p, number('1'), number('2')), { p: null }, 2n],
    ['is null', { kind: 'isNull', operand: arithmetic(a, 'divide', b) }, { a: 1n, b: 0n }, true],
    ['only ASCII is lowered', { kind: 'lower', operand: t }, { t: 'ÄBC İ' }, 'Äbc İ'],
    ['characters, not halves of them', { kind: 'length', operand: t }, { t: 'a🙂é' }, 3n],
    ['text by bytes, not by UTF-16', compare(t, 'less', text('\u{1F642}')), { t: '\u{FF5E}' }, true],
    ['contains', { kind: 'contains', operand: t, pattern: '%' }, { t: '100 %' }, true],
    ['starts with', { kind: 'startsWith', operand: t, pattern: '' }, { t: '' }, true],
    [
      '2^53 + 1 is kept',
      arithmetic(column('huge'), 'subtract', number('9007199254740992')),
      { huge: 2n ** 53n + 1n },
      1n,
    ],
    ['a Thursday', { kind: 'datePart', part: 'dayOfWeek', operand: column('d') }, { d: 0n }, 4n],
    ['before 1970', { kind: 'datePart', part: 'year', operand: column('d') }, { d: -1n }, 1969n],
    ['a leap day is the 60th', { kind: 'datePart', part: 'dayOfYear', operand: column('d') }, { d: 19_782n }, 60n],
    ['a week of the year before', { kind: 'datePart', part: 'week', operand: column('d') }, { d: 18_628n }, 53n],
    ['its year', { kind: 'datePart', part: 'isoYear', operand: column('d') }, { d: 18_628n }, 2020n],
    ['a Sunday is the seventh day', { kind: 'datePart', part: 'isoDayOfWeek', operand: column('d') }, { d: 3n }, 7n],
    ['a week begins on Monday', { kind: 'startOf', unit: 'week', operand: column('d') }, { d: 3n }, -3n],
    ['a quarter', { kind: 'startOf', unit: 'quarter', operand: column('d') }, { d: 19_782n }, 19_723n],
    ['the end of time', { kind: 'shift', by: '99999999', operand: column('d') }, { d: 0n }, 2_932_896n],
    ['midnight', { kind: 'convert', to: 'timestamp', operand: column('d') }, { d: -1n }, -86_400_000_000n],
    ['floor of what is negative', { kind: 'floor', operand: c, step: '1' }, { c: -101n }, -2n],
    ['a remainder has the sign of what is divided', remainder(a, b), { a: -5n, b: 3n }, -2n],
    ['a remainder by zero is null', remainder(a, b), { a: -5n, b: 0n }, null],
    ['a remainder in the common step', remainder(c, a), { c: 999n, a: 7n }, 299n],
    ['a root to a thousandth', power(b, '0.5'), { b: 3n }, 1732n],
    ['a root of a part of one', power(c, '0.5'), { c: 2n }, 141n],
    ['the root of what is negative is null', power(c, '0.5'), { c: -1n }, null],
    ['a cube', power(a, '3'), { a: -5n }, -125n],
    ['one by a square', power(a, '-2'), { a: -5n }, 40n],
    ['one by nothing', power(a, '-2'), { a: 0n }, null],
    ['the greatest that there is', { kind: 'greatest', operands: [a, b] }, { a: null, b: 2n }, 2n],
    ['the least of nothing', { kind: 'least', operands: [a, b] }, { a: null, b: null }, null],
    ['only ASCII is raised', { kind: 'upper', operand: t }, { t: 'äbc ß' }, 'äBC ß'],
    ['a part of a text', { kind: 'substring', operand: t, start: 2, length: 2 }, { t: 'a🙂é!' }, '🙂é'],
    ['the end of a text', { kind: 'ending', operand: t, length: 2 }, { t: '🙂é' }, '🙂é'],
    ['no end of a text', { kind: 'ending', operand: t, length: 0 }, { t: 'é' }, ''],
    ['together', { kind: 'concatenate', operands: [t, text('-'), t] }, { t: 'a' }, 'a-a'],
    ['together with null', { kind: 'concatenate', operands: [t, nothing] }, { t: 'a' }, null],
    ['a leap day', { kind: 'datePart', part: 'day', operand: column('d') }, { d: 19_782n }, 29n],
  ])('%s', (_name, expression, values, expected) => expect(value(expression, values)).toBe(expected));
});

const literals = fc.constantFrom('0', '1', '-3', '0.5', '0.01', '2.25', '-7.125').map(number);

/** Random numbers in the language; deep enough to meet every rule in every other. */
const numerals = fc.letrec<{ tree: Expression; test: Expression }>(tie => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(a, b, c),
    literals,
    fc.record({
      kind: fc.constant('arithmetic' as const),
      operator: fc.constantFrom<Arithmetic>('add', 'subtract', 'multiply', 'divide'),
      left: tie('tree'),
      right: tie('tree'),
    }),
    fc.record({ kind: fc.constantFrom('negate' as const, 'absolute' as const), operand: tie('tree') }),
    fc.record({ kind: fc.constant('round' as const), operand: tie('tree'), step: fc.constantFrom('1', '0.3', '25') }),
    fc.record({ kind: fc.constant('floor' as const), operand: tie('tree'), step: fc.constantFrom('1', '0.3', '25') }),
    fc.record({ kind: fc.constant('remainder' as const), left: tie('tree'), right: tie('tree') }),
    fc.record({
      kind: fc.constant('power' as const),
      operand: tie('tree'),
      exponent: fc.constantFrom('2', '3', '0.5', '-1'),
    }),
    fc.record({
      kind: fc.constantFrom('greatest' as const, 'least' as const),
      operands: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('clamp' as const),
      operand: tie('tree'),
      low: fc.constant('-2'),
      high: fc.constant('3.33'),
    }),
    fc.tuple(tie('test'), tie('tree'), tie('tree')).map(([when, one, other]) => choice(when, one, other)),
  ),
  test: fc.oneof(
    { depthSize: 'small' },
    fc.constant(p),
    fc
      .tuple(tie('tree'), fc.constantFrom<Comparison>('equal', 'less', 'atLeast'), tie('tree'))
      .map(([left, operator, right]) => compare(left, operator, right)),
    fc.record({ kind: fc.constant('isNull' as const), operand: tie('tree') }),
  ),
})).tree;

const orNull = <Kind>(values: fc.Arbitrary<Kind>): fc.Arbitrary<Kind | null> => fc.option(values, { freq: 6 });
const rows = fc.record({
  a: orNull(fc.bigInt(-5n, 7n)),
  b: orNull(fc.bigInt(0n, 3n)),
  c: orNull(fc.bigInt(-250n, 999n)),
  p: orNull(fc.boolean()),
});

const checked = (expression: Expression) => {
  try {
    return checkExpression(expression, schema);
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.code === 'overflow_possible') return undefined;
    throw refusal;
  }
};

test('no row leaves the public range, and what is allowed fits 63 bits', () => {
  fc.assert(
    fc.property(numerals, rows, (expression, values) => {
      const numeric = checked(expression);
      fc.pre(numeric !== undefined && isStepped(numeric.domain));
      const result = evaluate(numeric, values);
      const { low, high } = numeric.domain as { low: bigint; high: bigint };
      return result === null || (typeof result === 'bigint' && low <= result && result <= high && high < 2n ** 63n);
    }),
    { numRuns: 3000 },
  );
});

/** The same in exact fractions, by its own rules: quotients and rounding go to a step, all else is exact. */
function exactly(expression: Expression, values: RowValues): Rational | null {
  switch (expression.kind) {
    case 'column': {
      const steps = values[expression.name] as bigint | null;
      return steps === null
        ? null
        : rational.mul(rational.ratio(steps), expression.name === 'c' ? cents : rational.one);
    }
    case 'literal':
      return rational.fromDecimal(String(expression.value));
    case 'arithmetic': {
      const [left, right] = [exactly(expression.left, values), exactly(expression.right, values)];
      if (left === null || right === null || expression.operator === 'divide') return null;
      return { add: rational.add, subtract: rational.sub, multiply: rational.mul }[expression.operator](left, right);
    }
    default:
      return null;
  }
}

test('sums, differences and products are exact, whatever their steps', () => {
  const trees = fc.letrec<{ tree: Expression }>(tie => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(a, b, c),
      literals,
      fc
        .tuple(tie('tree'), fc.constantFrom<Arithmetic>('add', 'subtract', 'multiply'), tie('tree'))
        .map(([left, operator, right]) => arithmetic(left, operator, right)),
    ),
  })).tree;
  fc.assert(
    fc.property(trees, rows, (expression, values) => {
      const numeric = checked(expression);
      fc.pre(numeric !== undefined && isStepped(numeric.domain));
      const result = evaluate(numeric, values);
      const truth = exactly(expression, values);
      if (result === null || truth === null) return result === truth;
      const { step } = numeric.domain as { step: Rational };
      return rational.equals(rational.mul(rational.ratio(result as bigint), step), truth);
    }),
    { numRuns: 2000 },
  );
});

test('a root is the nearest thousandth, up to the largest that is allowed', () => {
  const root = checkExpression(power(column('x'), '0.5'), [
    { name: 'x', domain: integers(-5n, 10n ** 11n), perUnit: false },
  ]);
  const near = fc.bigInt(0n, 316_227n).chain(base => fc.bigInt(-2n, 2n).map(by => base * base + by));
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(0n, 10n ** 11n), near), x => {
      if (x < 0n || x > 10n ** 11n) return;
      const steps = evaluate(root, { x }) as bigint;
      // (2r - 1)² <= 4·10⁶·x < (2r + 1)²
      expect((2n * steps - 1n) ** 2n <= 4_000_000n * x || steps === 0n).toBe(true);
      expect(4_000_000n * x < (2n * steps + 1n) ** 2n).toBe(true);
    }),
  );
});

test('texts stay of a public length, and expressions of a public size, however often they are nested', () => {
  let schema: Schema = [{ name: 'x', domain: texts(), perUnit: false }];
  const twice: Expression = { kind: 'concatenate', operands: [column('x'), column('x')] };
  const nest = (of: Expression, times: number): void => {
    for (let i = 0; i < times; i += 1) schema = [columnOf('x', checkExpression(of, schema), schema)];
  };
  nest(twice, 3);
  expect(schema[0].domain).toEqual({ type: 'text', longest: 80_000 });
  expect(() => nest(twice, 1)).toThrow(expect.objectContaining({ code: 'plan_too_large' }));
  schema = [{ name: 'x', domain: integers(0n, 9n), perUnit: false }];
  const same = choice(compare(column('x'), 'less', number('3')), column('x'), column('x'));
  nest(same, 10);
  expect(() => nest(same, 10)).toThrow(expect.objectContaining({ code: 'plan_too_large' }));
});
