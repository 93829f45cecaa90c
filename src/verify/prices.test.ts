import { expect, test } from 'vitest';
import { thresholdDelta as firstThresholdDelta, price } from '../../test/support/first-accountant.ts';
import { rational } from '../numerics/index.ts';
import { capPrice, deltaIncrement, FREE } from './failing-prices.ts';
import { fixed, ONE, shown } from './fixed-point.ts';
import { priceOf, WHOLE } from './prices.ts';
import { questionCost } from './question-cost.ts';
import { thresholdDelta } from './threshold.ts';

const rate = rational.ratio(1n, 4n);
const cost = { epsilon: fixed('0.5'), replace: fixed('0.8') };
const spent = new Map([[WHOLE, cost]]);
const first = { epsilon: 0.5, replace: 0.8 };

test('priceOf: both implementations agree, and the second is never above the first', () => {
  const pairs = [
    [priceOf({ kind: 'bernoulli', rate }, spent), price({ operator: 'bernoulli', rate: 0.25, cost: first })],
    [
      priceOf({ kind: 'fixed-size', size: 3n, of: null }, spent),
      price({ operator: 'fixed-size', size: 3, cost: first }),
    ],
    [priceOf({ kind: 'fraction', rate, of: null }, spent), price({ operator: 'fraction', rate: 0.25, cost: first })],
    [
      priceOf({ kind: 'stratified', least: rational.zero, most: rate }, spent),
      price({ operator: 'stratified', rates: [0, 0.25], cost: first }),
    ],
  ] as const;
  for (const [second, { epsilon, replace }] of pairs) {
    expect(shown(second.epsilon)).toBeCloseTo(epsilon, 12);
    expect(shown(second.replace)).toBeCloseTo(replace, 12);
    expect(second.epsilon * 10n ** 20n <= BigInt(Math.ceil(epsilon * 1e15)) * (ONE / 10n ** 15n) * 10n ** 20n).toBe(
      true,
    );
  }
});

test('capPrice and deltaIncrement: a cap at the rate, a question at the posterior chance of being drawn', () => {
  const cap = { ...cost, delta: fixed('0.001'), replaceDelta: fixed('0.002') };
  expect(capPrice({ kind: 'bernoulli', rate }, new Map([[WHOLE, cap]]))).toMatchObject({ delta: fixed('0.00025') });
  expect(capPrice({ kind: 'fraction-split', rate }, new Map([['"first"', cap]]))).toBe('unpriced');
  const way = [{ operator: { kind: 'bernoulli', rate }, spent: fixed('1') }] as const;
  const delta = deltaIncrement(way, cap, 'add-remove') as bigint;
  expect(shown(delta)).toBeCloseTo((0.001 * 0.25 * Math.E) / (0.75 + 0.25 * Math.E), 12);
  expect(deltaIncrement(way, cap, 'replace-one')).toBe('unpriced');
});

test('questionCost: a count costs a replaced unit no more than an added one, a mean more, counts by group twice', () => {
  const columns = new Map([
    ['age', { span: { low: rational.zero, high: rational.ratio(121n), step: rational.one }, perUnit: true }],
  ]);
  const replaced = (aggregates: object | readonly object[], grouping = 'none'): number => {
    const plan = {
      version: 1,
      input: { kind: 'scan', table: 't' },
      grouping: { kind: grouping },
      aggregates: [aggregates].flat(),
    };
    const asked = [{ plan: plan as never, columns, rowsPerUnit: 3, isPlain: false, isDrawn: false }];
    const inner = { epsilon: ONE, delta: 0n };
    return shown(questionCost(asked, { relation: 'add-remove', means: 'centred', quantiles: 'apart' }, inner).replace);
  };
  expect(replaced({ kind: 'count' })).toBe(1);
  expect(replaced({ kind: 'count' }, 'public')).toBe(2);
  // -60 to 61, and the number of values, in equal shares
  expect(replaced({ kind: 'mean', of: { kind: 'column', name: 'age' } })).toBeCloseTo((121 / 61 + 1) / 2, 12);
  expect(FREE.epsilon).toBe(0n);
});

test('questionCost: a covariance of a column with itself shares the squares of its variance where their range is the same', () => {
  const asked = (low: bigint, high: bigint): number => {
    const span = { low: rational.ratio(low), high: rational.ratio(high), step: rational.one };
    const of = { kind: 'column', name: 'age' };
    const aggregates = [
      { kind: 'variance', of },
      { kind: 'covariance', of, with: of },
    ];
    const plan = { version: 1, input: { kind: 'scan', table: 't' }, grouping: { kind: 'none' }, aggregates };
    const columns = new Map([['age', { span, perUnit: true }]]);
    const inner = { epsilon: ONE, delta: 0n };
    return shown(
      questionCost(
        [{ plan: plan as never, columns, rowsPerUnit: 1, isPlain: false, isDrawn: false }],
        { relation: 'replace-one', means: 'centred', quantiles: 'apart' },
        inner,
      ).epsilon,
    );
  };
  // 0 or 1 for every release
  expect(asked(1n, 2n)).toBe(1);
  // -1 to 1 for sums and for what is not known to be a square, 0 or 1 for squares and numbers
  expect(asked(-1n, 1n)).toBeCloseTo((0.5 + 1 + 1 + 0.5 + 0.5 + 1) / 6, 12);
});

test('thresholdDelta: the first implementation is not below the definition, and close to it', () => {
  for (const [b, threshold] of [
    ['0.01', 4],
    ['0.1', 8],
  ] as const) {
    const second = shown(thresholdDelta(rational.fromDecimal(b), ONE, threshold));
    const [one] = [firstThresholdDelta({ rate: Number(b), epsilon: 1, threshold })];
    expect(second).toBeLessThanOrEqual(one);
    expect(second).toBeGreaterThan(one * 0.999999);
  }
});
