import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rational, toNumber, up } from '../numerics/index.ts';
import { plainText } from '../source/values/index.ts';
import { fractionOf, HASHES, rateOf, realised, thresholdOf } from './rate.ts';

test.each(['0', '-0.1', '1.0000000001', '2', 'NaN', 'Infinity', '', '0x1', '1e-20', '5e-20'])('%s is no rate', text =>
  expect(() => rateOf(text)).toThrow(expect.objectContaining({ code: 'value_out_of_range' })),
);

test.each([
  ['1', HASHES],
  ['0.5', HASHES / 2n],
  ['0.1', 1844674407370955161n],
  ['1e-19', 1n],
])('hashes below the rate %s', (text, threshold) => expect(thresholdOf(rateOf(text))).toBe(threshold));

test('the rate that is charged is never below the one that is realised, nor far above', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: HASHES }), hashes => {
      const charged = rational.fromNumber(realised(hashes));
      const exact = rational.ratio(hashes, HASHES);
      expect(rational.compare(charged, exact)).toBeGreaterThanOrEqual(0);
      expect(rational.compare(rational.sub(charged, exact), rational.mul(exact, rational.ratio(1n, 2n ** 52n)))).toBe(
        -1,
      );
    }),
  );
});

describe('fractions', () => {
  test.each(['0.5', '0.2', '0.1', '0.999999999999999', '0.000000000000001', '0.3333333333333333', '1'])(
    '%s is priced as itself',
    text => expect(fractionOf(text)).toEqual(rateOf(text)),
  );

  test.each(['0.9999999999999999', '0.19999999999999999', '0.33333333333333333'])(
    '%s would be priced as a rounder one',
    text => expect(() => fractionOf(text)).toThrow(expect.objectContaining({ code: 'value_out_of_range' })),
  );

  test('what is let through has, as it is priced, no step below it that the rate itself has not reached', () => {
    const below = (parts: number, less: string) =>
      rational.sub(rational.ratio(1n, BigInt(parts)), rational.fromDecimal(less));
    for (const parts of [1, 2, 4, 5, 8, 10])
      for (const less of ['1e-15', '1e-16', '1e-17', '1e-18']) {
        const exact = below(parts, less);
        const text = plainText(exact);
        const through = attempt(() => fractionOf(text));
        if (through) expect(Math.ceil(up.div(1, toNumber(exact, 'up')))).toBe(parts + 1);
        expect(through || less !== '1e-15').toBe(true);
      }
  });
});

function attempt(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
