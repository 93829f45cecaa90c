import { describe, expect, test } from 'vitest';
import { hospital } from '../../../../test/support/hospital.ts';
import { by, column, count, plan, scan } from '../../../../test/support/plan-builders.ts';
import { loadPolicy } from '../../../source/index.ts';
import { check } from '../../check.ts';
import type { Aggregate, Grouping } from '../../plan.ts';

const policy = await loadPolicy(hospital);
const age = column('age');
const variance: Aggregate = { kind: 'variance', name: 'variance', of: age };
const mean: Aggregate = { kind: 'mean', name: 'mean', of: age };
const values: Aggregate = { kind: 'countValues', name: 'values', of: age };
const deviation: Aggregate = { kind: 'standardDeviation', name: 'deviation', of: age };

const isJoint = (aggregates: readonly Aggregate[], grouping: Grouping = { kind: 'none' }): boolean => {
  const { aggregates: checked } = check(plan(scan('visits'), aggregates, grouping), policy);
  const made = checked.filter(({ kind }) => ['variance', 'standardDeviation', 'mean'].includes(kind));
  const joint = made.filter(each => 'from' in each && each.from === 'squares');
  expect([0, made.length]).toContain(joint.length);
  return joint.length > 0;
};

describe('jointSumsAreBetter: variances are made in the way that leaves them the smaller variance at worst', () => {
  test.each<[string, readonly Aggregate[], boolean]>([
    ['one variance', [variance], true],
    ['and its root', [variance, deviation], true],
    ['a variance and a count', [variance, count], true],
    ['a variance and a median', [variance, { kind: 'quantile', name: 'median', of: age, rank: '0.5' }], true],
    ['a variance and the mean that shares its sums', [variance, mean], true],
    ['these and a count', [variance, mean, count], true],
    ['these and the number of values, which is made of centred sums', [variance, mean, values], false],
  ])('%s', (_name, aggregates, joint) => {
    expect(isJoint(aggregates)).toBe(joint);
    expect(isJoint(aggregates, by('ward'))).toBe(joint);
  });

  test('a range whose square is no 64-bit number is left as it was', () => {
    const wide: Aggregate = {
      kind: 'variance',
      name: 'wide',
      of: {
        kind: 'arithmetic',
        operator: 'multiply',
        left: age,
        right: { kind: 'literal', type: 'integer', value: '25000000' },
      },
    };
    expect(isJoint([wide])).toBe(false);
  });
});

/** Of all columns of values from 0 to 1, by their mean and mean square: between the square of a mean and itself. */
const columns = Array.from({ length: 201 }, (_, i) => i / 200).flatMap(b =>
  Array.from({ length: 201 }, (_, j) => ({ b, c: b ** 2 + (b - b ** 2) * (j / 200) })),
);

test('the slopes of three joint sums are never longer than 1, and reach it at the ends of the range', () => {
  const squared = columns.map(({ b, c }) => {
    const ofTotal = 2 * b ** 2 - c;
    return ofTotal ** 2 + (ofTotal - b) ** 2 + (ofTotal + 1 - 2 * b) ** 2;
  });
  expect(Math.max(...squared)).toBeCloseTo(1, 12);
  const derived = columns.every(({ b, c }) => {
    // moved by a little of each sum, (ac - b²/4)/t² moves as these say
    const sums = [1 - 2 * b + c, 2 * (b - c), c];
    const made = ([x, y, z]: readonly number[]): number => (x * z - y ** 2 / 4) / (x + y + z) ** 2;
    const slopes = [2 * b ** 2 - c, 2 * b ** 2 - c - b, 2 * b ** 2 - c + 1 - 2 * b];
    return slopes.every((slope, i) => {
      const [more, less] = [1e-6, -1e-6].map(h => made(sums.map((sum, j) => sum + (i === j ? h : 0))));
      return Math.abs((more - less) / 2e-6 - slope) < 1e-6;
    });
  });
  expect(derived).toBe(true);
});

test('the slopes of a centred sum, a centred sum of squares and a number are never longer than is said', () => {
  const lengths = columns.map(({ b, c }) => {
    const [m, q] = [b - 1 / 2, c - b + 1 / 4];
    return { sum: Math.abs(2 * m), number: Math.abs(1 / 8 - q + 2 * m ** 2) };
  });
  expect(Math.max(...lengths.map(({ sum }) => sum))).toBe(1);
  expect(Math.max(...lengths.map(({ number }) => number))).toBeCloseTo(3 / 8, 12);
});

test('the slopes of a mean of three joint sums are never longer than 5/4 squared, and of a centred sum and a number than 1 and 1/2', () => {
  const squared = columns.map(({ b }) => b ** 2 + (1 / 2 - b) ** 2 + (1 - b) ** 2);
  expect(Math.max(...squared)).toBe(5 / 4);
  expect(Math.max(...columns.map(({ b }) => Math.abs(b - 1 / 2)))).toBe(1 / 2);
});
