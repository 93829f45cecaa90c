import { expect, test } from 'vitest';
import { column, number } from '../../../test/support/plan-builders.ts';
import type { Expression } from '../expressions/expression.ts';
import { judge } from '../post-processing.ts';
import { type Possible, possibleValues } from './possible.ts';
import { linearIn, slope } from './slopes.ts';

const noisy = (low: number, high: number, none = false): Possible => ({ numbers: [low, high], truths: [], none });
const arithmetic = (
  left: Expression,
  operator: 'add' | 'subtract' | 'multiply' | 'divide',
  right: Expression,
): Expression => ({
  kind: 'arithmetic',
  operator,
  left,
  right,
});
const [x, y] = [column('x'), column('y')];

let seed = 11;
const draw = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * below);
};

function someExpression(depth: number): Expression {
  if (depth === 0) return [x, y, number('2'), number('-0.5'), number('0')][draw(5)];
  const inner = (): Expression => someExpression(depth - 1);
  const compare = (): Expression => ({
    kind: 'comparison',
    operator: (['equal', 'notEqual', 'less', 'atMost', 'greater', 'atLeast'] as const)[draw(6)],
    left: inner(),
    right: inner(),
  });
  switch (draw(9)) {
    case 0:
      return { kind: 'negate', operand: inner() };
    case 1:
      return { kind: 'absolute', operand: inner() };
    case 2:
      return { kind: 'round', operand: inner(), step: ['1', '0.1', '5'][draw(3)] };
    case 3:
      return { kind: 'clamp', operand: inner(), low: '-1', high: '3' };
    case 4:
      return { kind: 'power', operand: inner(), exponent: ['2', '3', '0.5', '-1', '-2', '0', '1.5'][draw(7)] };
    case 5: {
      const operands = [
        compare(),
        { kind: 'not', operand: compare() } as const,
        { kind: 'isNull', operand: inner() } as const,
      ];
      const when: Expression = draw(2) === 0 ? compare() : { kind: draw(2) === 0 ? 'and' : 'or', operands };
      // biome-ignore lint/suspicious/noThenProperty: the plan's own word
      return { kind: 'case', branches: [{ when, then: inner() }], otherwise: inner() };
    }
    default:
      return arithmetic(inner(), (['add', 'subtract', 'multiply', 'divide'] as const)[draw(4)], inner());
  }
}

test('whatever the parts are in their intervals, the value is among those that are said to be possible', () => {
  const ends = [-3, -1, 0, 0.25, 2, 7];
  let bounded = 0;
  for (let trial = 0; trial < 5000; trial += 1) {
    const expression = someExpression(1 + draw(3));
    const boxes = new Map(
      ['x', 'y'].map(name => {
        const [low, high] = [ends[draw(6)], ends[draw(6)]].sort((a, b) => a - b);
        return [name, noisy(low, high, draw(4) === 0)] as const;
      }),
    );
    const { numbers, none } = possibleValues(expression, name => boxes.get(name)!);
    if (numbers?.every(Number.isFinite)) bounded += 1;
    for (let point = 0; point < 4; point += 1) {
      const at = new Map(
        [...boxes].map(([name, box]) => {
          const [low, high] = box.numbers!;
          return [
            name,
            box.none && draw(3) === 0 ? null : [low, high, low + ((high - low) * draw(1000)) / 1000][draw(3)],
          ];
        }),
      );
      const value = judge(expression, name => at.get(name) ?? null);
      const shown = JSON.stringify({ expression, boxes: [...boxes], at: [...at], value, numbers, none });
      if (value === null) expect(none, shown).toBe(true);
      else {
        const slack = 1e-9 * (1 + Math.abs(value as number));
        expect(
          numbers !== null && numbers[0] - slack <= (value as number) && (value as number) <= numbers[1] + slack,
          shown,
        ).toBe(true);
      }
    }
  }
  expect(bounded).toBeGreaterThan(2000);
});

test('divisors that may be zero leave no bound, and those that are zero no value', () => {
  const read = (name: string) => ({ x: noisy(1, 2), y: noisy(-1, 4) })[name]!;
  expect(possibleValues(arithmetic(x, 'divide', y), read)).toEqual({
    numbers: [-Infinity, Infinity],
    truths: [],
    none: true,
  });
  const positive = (name: string) => ({ x: noisy(1, 2), y: noisy(0, 4) })[name]!;
  expect(possibleValues(arithmetic(x, 'divide', y), positive).numbers).toEqual([0.25, Infinity]);
  expect(possibleValues(arithmetic(x, 'divide', number('0')), read)).toEqual({ numbers: null, truths: [], none: true });
});

test('slopes are those of small differences', () => {
  const read = (of: number) => (name: string) => (name === 'x' ? of : 3.7);
  const smooth: readonly Expression[] = [
    arithmetic(x, 'divide', arithmetic(y, 'add', x)),
    { kind: 'power', operand: arithmetic(x, 'multiply', x), exponent: '1.5' },
    { kind: 'absolute', operand: arithmetic(x, 'subtract', number('9')) },
    { kind: 'clamp', operand: arithmetic(x, 'multiply', y), low: '0', high: '5' },
    { kind: 'negate', operand: arithmetic(number('1'), 'divide', x) },
  ];
  for (const expression of smooth) {
    const [below, above] = [2.3 - 1e-6, 2.3 + 1e-6].map(at => judge(expression, read(at)) as number);
    expect(slope(expression, 'x', read(2.3))).toBeCloseTo((above - below) / 2e-6, 4);
  }
  expect(slope({ kind: 'round', operand: x, step: '10' }, 'x', read(2.3))).toBe(1);
});

test('sums of values are known as such, and nothing else is', () => {
  const sum = arithmetic(
    arithmetic(number('2'), 'multiply', x),
    'subtract',
    arithmetic(arithmetic(y, 'add', x), 'divide', number('4')),
  );
  expect([...(linearIn(sum) ?? [])]).toEqual([
    ['x', 1.75],
    ['y', -0.25],
  ]);
  for (const other of [
    arithmetic(x, 'multiply', y),
    arithmetic(x, 'divide', y),
    arithmetic(number('1'), 'divide', x),
    arithmetic(x, 'divide', number('0')),
  ])
    expect(linearIn(other)).toBeUndefined();
});
