import { expect, test } from 'vitest';
import { parseSpecification } from '../accounting/index.ts';
import { curvesOf } from './curves.ts';

const workload = (name: string, mechanism: object) => ({
  name,
  specification: parseSpecification({
    relation: 'add-remove',
    steps: [{ mechanism }],
    ask: { epsilonAt: { delta: 0 } },
  }),
});

const [certain, never] = curvesOf([
  workload('certain', { kind: 'pure', epsilon: 0.5 }),
  workload('never certain', { kind: 'approx', epsilon: 1, delta: 0.005 }),
]);

test('a promise that becomes certain is followed to where it does', () => {
  const last = certain.profile.at(-1);
  expect(last?.at).toBeCloseTo(0.5, 12);
  expect(certain.profile.at(-2)?.upper).toBeLessThan(1e-8);
});

test('one that never does is followed as far as it comes, no deeper than its delta', () => {
  expect(never.profile.at(-1)?.at).toBeGreaterThan(1);
  for (const { lower, upper } of never.profile) expect([lower <= upper, upper >= 0.005]).toEqual([true, true]);
});

test('curves fall, and the bounds keep their order', () => {
  for (const { profile, tradeOff } of [certain, never])
    for (const points of [profile, tradeOff])
      points.slice(1).forEach((point, index) => {
        expect(point.lower).toBeLessThanOrEqual(point.upper);
        expect(point.at).toBeGreaterThan(points[index].at);
        expect(point.upper).toBeLessThanOrEqual(points[index].upper * (1 + 1e-9));
      });
});
