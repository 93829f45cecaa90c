import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextDown, nextUp } from './neighbours.ts';

/** The same by counting bits: doubles of one sign are ordered like their bits. */
function nextByBits(x: number): number {
  if (x === 0) return 5e-324;
  const float = new Float64Array([x]);
  const bits = new BigInt64Array(float.buffer);
  bits[0] += x > 0 ? 1n : -1n;
  return float[0];
}

test('the neighbour above is the next pattern of bits, for any double', () =>
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), x => {
      expect(nextUp(x) + 0).toBe(nextByBits(x) + 0);
      expect(-nextDown(-x) + 0).toBe(nextByBits(x) + 0);
    }),
    { seed: 3, numRuns: 20_000 },
  ));

test('so it is around every power of two', () => {
  for (let exponent = -1074; exponent <= 1023; exponent++)
    for (const power of [2 ** exponent, -(2 ** exponent)])
      for (const x of [power, nextByBits(power), -nextByBits(-power)])
        expect(nextUp(x) + 0, `${x}`).toBe(nextByBits(x) + 0);
});

test('the ends of the range', () => {
  expect([nextUp(Number.MAX_VALUE), nextUp(Infinity), nextUp(-Infinity)]).toEqual([
    Infinity,
    Infinity,
    -Number.MAX_VALUE,
  ]);
  expect([nextDown(Infinity), nextDown(0), nextUp(-5e-324) + 0]).toEqual([Number.MAX_VALUE, -5e-324, 0]);
  expect(nextUp(Number.NaN)).toBeNaN();
});
