/** Values computed from aggregates: how often their intervals hold the truth, over 2,000 tellings of the same small table. */
import { expect, test } from 'vitest';
import type { ReleasedValue } from '../../src/answer/releaser.ts';
import type { Expression } from '../../src/plan/expressions/index.ts';
import type { Aggregate } from '../../src/plan/index.ts';
import { noisyAnswers } from '../support/noisy-answers.ts';
import { arithmetic, column, number } from '../support/plan-builders.ts';

const RUNS = 2000;

/** One visit a patient; every fourth has no cost. */
const visits = Array.from({ length: 600 }, (_, i) => ({
  patient_id: `p${i}`,
  ...(i % 4 > 0 && { cost: ((i * 7919) % 900_000) / 100 }),
  age: BigInt((i * 31) % 90),
}));
const costs = visits.flatMap(({ cost }) => cost ?? []);
const ages = visits.map(({ age }) => Number(age));
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const meanAge = total(ages) / ages.length;

const AGGREGATES: readonly Aggregate[] = [
  { kind: 'sum', name: 'cost', of: column('cost') },
  { kind: 'sum', name: 'age', of: column('age') },
  { kind: 'mean', name: 'mean', of: column('age') },
  { kind: 'count', name: 'rows' },
  { kind: 'countValues', name: 'known', of: column('cost') },
];

const [cost, age, mean, rows, known] = AGGREGATES.map(({ name }) => column(name));
const over = (one: Expression, other: Expression): Expression => arithmetic(one, 'divide', other);
const less = (one: Expression, other: Expression): Expression => arithmetic(one, 'subtract', other);
const power = (operand: Expression, exponent: string): Expression => ({ kind: 'power', operand, exponent });

const COMPUTED: readonly (readonly [name: string, expression: Expression, truth: number])[] = [
  ['ratio of two sums', over(cost, age), total(costs) / total(ages)],
  ['ratio to a count', over(cost, rows), total(costs) / visits.length],
  ['rounded mean', { kind: 'round', operand: mean, step: '0.1' }, Math.round(meanAge * 10) / 10],
  ['power of a mean', power(mean, '2'), meanAge ** 2],
  ['inverse square of a mean', power(mean, '-2'), meanAge ** -2],
  ['root of a sum', power(age, '0.5'), Math.sqrt(total(ages))],
  ['difference of two counts', less(rows, known), visits.length - costs.length],
  [
    'square about zero',
    power(less(arithmetic(known, 'multiply', number('4')), arithmetic(rows, 'multiply', number('3'))), '2'),
    0,
  ],
  ['product of shared noises', arithmetic(mean, 'multiply', age), meanAge * total(ages)],
  ['a mean and a sum', less(arithmetic(mean, 'multiply', rows), age), 0],
];

/** No interval leaves every number possible. */
const holds = (released: ReleasedValue, truth: number): boolean => {
  if (!('interval95' in released) || released.interval95 === null) return true;
  const [low, high] = released.interval95;
  const slack = 1e-9 * (1 + Math.abs(truth));
  return low - slack <= truth && truth <= high + slack;
};

test.each(['0.3', '3'])('at epsilon %s at least 93 in 100 hold', epsilon => {
  const computed = COMPUTED.map(([name, expression]) => ({ name, expression }));
  const release = noisyAnswers({ visits, aggregates: AGGREGATES, computed, epsilon, seed: 5 });
  const held = new Map(COMPUTED.map(([name]) => [name, { held: 0, bounded: 0 }]));
  for (let run = 0; run < RUNS; run += 1) {
    const values = release();
    for (const [name, , truth] of COMPUTED) {
      const counted = held.get(name)!;
      if (!('reason' in values[name])) counted.bounded += 1;
      if (holds(values[name], truth)) counted.held += 1;
    }
  }
  for (const [name, counted] of held) {
    expect(counted.held / RUNS, name).toBeGreaterThanOrEqual(0.93);
    if (epsilon === '3') expect(counted.bounded, name).toBeGreaterThan(0.9 * RUNS);
  }
});

test('the standard error is that of many answers, where parts share no noise', () => {
  const computed = COMPUTED.map(([name, expression]) => ({ name, expression }));
  const release = noisyAnswers({ visits, aggregates: AGGREGATES, computed, epsilon: '30', seed: 6 });
  const independent = ['ratio to a count', 'power of a mean', 'difference of two counts', 'root of a sum'];
  const off = new Map(independent.map(name => [name, { squares: 0, told: 0 }]));
  for (let run = 0; run < RUNS; run += 1) {
    const values = release();
    for (const [name, , truth] of COMPUTED.filter(([each]) => off.has(each))) {
      const { estimate, standardError } = values[name] as { estimate: number; standardError: number };
      const sums = off.get(name)!;
      sums.squares += (estimate - truth) ** 2 / RUNS;
      sums.told += standardError ** 2 / RUNS;
    }
  }
  for (const [name, { squares, told }] of off) expect(Math.sqrt(told / squares), name).toBeCloseTo(1, 0.9);
});

test('an estimate follows from what is told of its parts, and its interval holds it, however few there are', () => {
  const expressions: readonly Expression[] = [less(mean, rows), over(mean, known), less(mean, age)];
  const computed = expressions.map((expression, i) => ({ name: `v${i}`, expression }));
  let atTheEdge = 0;
  for (const [seed, number] of [12, 24, 48].entries()) {
    const few = visits.slice(0, number);
    const release = noisyAnswers({ visits: few, aggregates: AGGREGATES, computed, epsilon: '1', seed });
    for (let run = 0; run < RUNS / 4; run += 1) {
      const values = release() as Record<string, { estimate: number | null; interval95: [number, number] | null }>;
      const [meanTold, rowsTold, knownTold, ageTold] = ['mean', 'rows', 'known', 'age'].map(
        name => values[name].estimate,
      );
      const follows =
        meanTold === null
          ? [null, null, null]
          : [meanTold - rowsTold!, knownTold === 0 ? null : meanTold / knownTold!, meanTold - ageTold!];
      for (const [i, { name }] of computed.entries()) {
        const { estimate, interval95 } = values[name];
        expect(estimate).toBe(follows[i]);
        if (estimate === null || interval95 === null) continue;
        expect(interval95[0]).toBeLessThanOrEqual(estimate);
        expect(interval95[1]).toBeGreaterThanOrEqual(estimate);
        atTheEdge += 1;
      }
    }
  }
  expect(atTheEdge).toBeGreaterThan(0);
});

test('what may divide by zero has no interval, and says so', () => {
  const odd = { name: 'odd', expression: over(rows, less(known, rows)) };
  const even = { name: 'even', expression: over(rows, less(known, known)) };
  const few = visits.slice(0, 8);
  const release = noisyAnswers({ visits: few, aggregates: AGGREGATES, computed: [odd, even], epsilon: '0.1', seed: 7 });
  const values = release();
  expect(values.odd).toMatchObject({ interval95: null, reason: 'unbounded' });
  expect(values.even).toEqual({ estimate: null, standardError: null, interval95: null, reason: 'undefined' });
});
