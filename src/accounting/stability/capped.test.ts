import { describe, expect, test } from 'vitest';
import { caps } from '../../../test/support/stability-neighbours.ts';
import { type CappedPriceRequest, cappedPrice } from './capped.ts';

const [cap, other] = caps;

const requests: readonly CappedPriceRequest[] = [
  { operator: 'bernoulli', rate: 1, cap },
  { operator: 'fixed-size', size: 10, cap },
  { operator: 'fraction', rate: 0.999, cap },
  { operator: 'take', size: 10, cap },
  { operator: 'skip', size: 10, cap },
  { operator: 'split', parts: [{ rate: 1, cost: cap }], least: 'delta' },
  { operator: 'partition', costs: [cap, other] },
  { operator: 'fixed-size-split', size: 10, costs: [cap, other] },
];

describe('a cap', () => {
  test.each(requests)('costs at least what it allows where everybody may be drawn: $operator', request => {
    const { epsilon, delta } = cappedPrice(request);
    expect(epsilon).toBeGreaterThanOrEqual(cap.epsilon);
    expect(delta).toBeGreaterThanOrEqual(cap.delta);
  });

  test('chains: what one charges for a cap is a cap that another takes', () => {
    const twice = { epsilon: 1, delta: 1e-3, replace: 2, replaceDelta: (1 + Math.E) * 1e-3 };
    const inner = cappedPrice({ operator: 'bernoulli', rate: 0.1, cap: twice });
    expect(inner.replace).toBeLessThanOrEqual(2 * inner.epsilon);
    expect(inner.replaceDelta).toBeCloseTo((1 + Math.exp(inner.epsilon)) * 1e-4, 12);
    const outer = cappedPrice({ operator: 'bernoulli', rate: 0.5, cap: inner });
    expect(outer.delta).toBeCloseTo(5e-5, 12);
  });

  test('is refused where no price is known', () => {
    expect(() => cappedPrice({ operator: 'cluster', rate: 0.5, members: 2, cap })).toThrow(
      expect.objectContaining({ code: 'sampling_unsupported' }),
    );
  });

  test('is refused where its numbers are none', () => {
    const bernoulli = { operator: 'bernoulli', rate: 0.5 } as const;
    expect(() => cappedPrice({ ...bernoulli, cap: { ...cap, delta: Number.NaN } })).toThrow(/from 0 to 1/);
    expect(() => cappedPrice({ ...bernoulli, cap: { ...cap, replaceDelta: 2 } })).toThrow(/from 0 to 1/);
    expect(() => cappedPrice({ ...bernoulli, cap: { ...cap, replace: 3 } })).toThrow(/twice epsilon/);
    expect(() => cappedPrice({ ...bernoulli, rate: -1, cap })).toThrow(/from 0 to 1/);
  });
});
