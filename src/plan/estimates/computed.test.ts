/** Computed values at the ends of what doubles hold, and where they bend: every number that is told is finite, whatever the noise was. */
import { expect, test } from 'vitest';
import { arithmetic, choice, column, compare, number, text } from '../../../test/support/plan-builders.ts';
import type { Expression } from '../expressions/expression.ts';
import { type ComputedPart, computedFrom } from './computed.ts';
import { withheld } from './noisy.ts';
import { possibleValues } from './possible.ts';

const x = column('x');
const power = (operand: Expression, exponent: string): Expression => ({ kind: 'power', operand, exponent });
const part = (estimate: number, error = 1): ComputedPart => {
  const reach = 2 * error;
  const released = { estimate, standardError: error, interval95: [estimate - reach, estimate + reach] } as const;
  return { released, wider: released, noises: [0] };
};
const computed = (expression: Expression, released: ComputedPart) =>
  computedFrom(
    expression,
    () => released,
    () => null,
    false,
  );

/** An answer that could not be written down would be asked again, at the same charge and with other noise. */
const isTold = (value: object): boolean =>
  Object.values(value)
    .flat()
    .every(each => typeof each !== 'number' || Number.isFinite(each));

test.each([121, 122, 123, 124, 125, 1234, 1235, -124, 0])(
  'hundredths of large powers of %d are finite, or undefined',
  at => {
    const places = `0.${'0'.repeat(98)}1`;
    for (const exponent of ['100', '99', '-100', '89'])
      for (const step of [places, '0.01', '1', '7'])
        for (const operand of [power(x, exponent), { kind: 'negate', operand: power(x, exponent) } as const])
          expect(computed({ kind: 'round', operand, step }, part(at))).toSatisfy(isTold);
  },
);

test('what is rounded to more digits than it has stays as it is', () => {
  const value = computed({ kind: 'round', operand: power(x, '89'), step: `0.${'0'.repeat(98)}1` }, part(2380, 0.001));
  expect(value.estimate).toBe(2380 ** 89);
});

test('an interval over all doubles has no reach to tell', () => {
  const most = power(number('1000000'), '51');
  const large = arithmetic(most, 'multiply', number('150'));
  const jump = choice(compare(x, 'greater', number('-1')), large, { kind: 'negate', operand: large });
  expect(computed(arithmetic(jump, 'add', power(x, '0.5')), part(0))).toSatisfy(isTold);
});

test('lists within lists take no longer than their text', () => {
  let nested: Expression = x;
  const values = ['1', '2', '3', '4'].map(number);
  for (let depth = 0; depth < 30; depth += 1)
    nested = choice({ kind: 'in', operand: nested, values }, number('1'), number('0'));
  expect(possibleValues(nested, () => ({ numbers: [0, 9], truths: [], none: false })).numbers).toEqual([0, 1]);
});

test('a moment that was withheld may be on either side of another', () => {
  const isLate = compare(column('last'), 'greater', text('2020-01-01'));
  const released = withheld('too_few');
  const value = computed(choice(isLate, number('100'), number('1')), { released, wider: released, noises: [0] });
  expect(value.interval95).toEqual([1, 100]);
});

test('a part that is told alone is told in what is computed from it, and anything it may be is in the interval', () => {
  const told = part(40);
  const value = computed(arithmetic(x, 'add', number('1')), { ...told, wider: withheld('too_few', [0, 100]) });
  expect(value).toEqual({ estimate: 41, standardError: 1, interval95: [1, 101] });
});

test('where it is zero, an absolute value errs as what it is of', () => {
  expect(computed({ kind: 'absolute', operand: x }, part(0))).toMatchObject({ estimate: 0, standardError: 1 });
});
