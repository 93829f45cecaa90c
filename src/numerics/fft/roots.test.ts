import { expect, test } from 'vitest';
import { pointOnCircle } from '../../../test/support/fixed-point.ts';
import { rootOfUnity } from './roots.ts';
import { directLengthMax, twiddles } from './twiddles.ts';

const places = 120;

/** How many units in the last place of the truth a part is off. */
function unitsOff(part: number, truth: bigint): number {
  const exact = Number(truth) / 2 ** places;
  if (exact === 0 || Math.abs(exact) < 1e-30) return part === 0 ? 0 : Infinity;
  const ulp = 2 ** (Math.floor(Math.log2(Math.abs(exact))) - 52);
  return Math.abs(Number(BigInt(part * 2 ** 100) * 2n ** BigInt(places - 100) - truth)) / 2 ** places / ulp;
}

function worstOf(order: number, powers: Iterable<number>): number {
  let worst = 0;
  for (const power of powers) {
    const [cosine, sine] = rootOfUnity(power, order);
    const truth = pointOnCircle(BigInt(power), BigInt(order), places);
    worst = Math.max(worst, unitsOff(cosine, truth.cosine), unitsOff(-sine, truth.sine));
  }
  return worst;
}

test('every root of order up to 2048 is within one unit in the last place', () => {
  expect(worstOf(2048, Array(2049).keys())).toBeLessThan(1);
});

test('so are the first and some scattered roots of the largest orders', () => {
  for (const exponent of [15, 18, 21, 22]) {
    const order = 2 ** exponent;
    expect(
      worstOf(
        order,
        Array.from({ length: 400 }, (_, j) => j),
      ),
    ).toBeLessThan(1);
    expect(
      worstOf(
        order,
        Array.from({ length: 400 }, (_, j) => (j * 2654435761) % order),
      ),
    ).toBeLessThan(1);
  }
});

test.each([
  [64, 16],
  [4 * directLengthMax, directLengthMax],
  [2 ** 15, 2 ** 13],
])('a pass of order %d gets its roots in turn', (order, count) => {
  const { coarse, fine } = twiddles(order, count, 3);
  const period = fine.length / 6;
  expect((coarse.length / 6) * period).toBe(count);
  for (const p of [0, 1, period - 1, count / 2 + 1, count - 1])
    for (const power of [1, 2, 3]) {
      const [high, low] = [6 * Math.floor(p / period) + 2 * (power - 1), 6 * (p % period) + 2 * (power - 1)];
      const [cosine, sine] = rootOfUnity((p * power) % order, order);
      expect(coarse[high] * fine[low] - coarse[high + 1] * fine[low + 1]).toBeCloseTo(cosine, 14);
      expect(coarse[high] * fine[low + 1] + coarse[high + 1] * fine[low]).toBeCloseTo(sine, 14);
    }
});
