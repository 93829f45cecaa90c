import { expect, test } from 'vitest';
import { expEnclosure } from '../../../test/support/enclosure.ts';
import { nearest } from '../../../test/support/loss-tables.ts';
import { upperTailEnclosure } from '../../../test/support/normal-enclosure.ts';
import { rational } from '../../numerics/index.ts';
import { deltaOf, emptyTail, type LossPair, write, writeAll, writeNone } from './pair.ts';
import { gaussian } from './pairs/gaussian.ts';

const of = rational.fromNumber;

/** Q(e/s - s/2) - exp(e)·Q(e/s + s/2), to far more digits than a double has. */
function exactDelta(shift: number, epsilon: number): number {
  const [middle, half] = [rational.div(of(epsilon), of(shift)), rational.div(of(shift), rational.ratio(2n))];
  const p = upperTailEnclosure(rational.sub(middle, half)).lower;
  const q = upperTailEnclosure(rational.add(middle, half)).lower;
  return nearest(rational.sub(p, rational.mul(expEnclosure(of(epsilon), 200).lower, q)));
}

test.each([0.05, 0.5, 1, 4])('delta of Gaussian noise lies between both sides: shift %d', shift => {
  for (const epsilon of [-3, -0.5, 0, 1e-6, 0.1, 1, 5, 20]) {
    const truth = exactDelta(shift, epsilon);
    const { lower, upper } = deltaOf(gaussian(shift), epsilon);
    expect(lower).toBeLessThanOrEqual(truth);
    expect(upper).toBeGreaterThanOrEqual(truth);
    expect(upper - lower).toBeLessThan(1e-10 * truth + 1e-13);
  }
});

test('delta is never below 1 - exp(epsilon), nor above 1, whatever the tails say', () => {
  const vague: LossPair = {
    lowest: -Infinity,
    highest: Infinity,
    infinite: 0,
    minusInfinite: 0,
    upper: (_, into) => write(into, Math.log(0.5), Math.log(0.5), 3),
    lower: (_, into) => writeNone(into),
  };
  expect(deltaOf(vague, -1).lower).toBeCloseTo(-Math.expm1(-1), 14);
  expect(deltaOf(vague, -1).upper).toBe(1);
  expect(deltaOf(vague, 1).lower).toBe(0);
});

test('a tail starts empty and may be filled whole', () => {
  const tail = emptyTail();
  expect(Math.exp(tail.p)).toBe(0);
  writeAll(tail);
  expect([tail.p, tail.q, tail.error]).toEqual([0, 0, 0]);
});
