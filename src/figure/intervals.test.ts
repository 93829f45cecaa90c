import { expect, test } from 'vitest';
import { axisOver, drawIntervals } from './intervals.ts';

const EXTREMES = [0, 1, -1, 0.1, 1e-3, 17, 99_999, -257, 10_784, 1e15, 1e300, -1e300, 5e-324, 1e-291, 1 + 1e-15];

test('an axis holds its values and has two to twelve different ticks within, whatever the values', () => {
  for (const one of EXTREMES)
    for (const other of EXTREMES) {
      const [least, most] = [Math.min(one, other), Math.max(one, other)];
      const { from, to, ticks } = axisOver(least, most);
      expect(from <= least && most <= to && from < to).toBe(true);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(12);
      expect(new Set(ticks).size).toBe(ticks.length);
      for (const tick of ticks)
        expect(tick >= from - Math.abs(from) * 1e-9 && tick <= to + Math.abs(to) * 1e-9).toBe(true);
    }
});

test('zero belongs to numbers that are not far from it', () => {
  expect(axisOver(40, 100).from).toBe(0);
  expect(axisOver(90, 100).from).toBeGreaterThan(80);
  expect(axisOver(-100, -10).to).toBe(0);
});

test('words of others stay words, no number is NaN, and what has no number says why', () => {
  const drawn = drawIntervals({
    title: '<b>"&',
    rows: [
      { label: '<script>alert(1)</script> and much more than fits', estimate: 3, lower: 2, upper: 4 },
      { label: 'b', note: 'too <few>' },
      { label: 'c', estimate: Number.POSITIVE_INFINITY, lower: 0, upper: Number.POSITIVE_INFINITY, note: 'n' },
      { label: 'd', estimate: 3.5 },
    ],
  });
  expect(drawn).not.toMatch(/<script|<b>|<few>|NaN|Infinity/);
  expect(drawn).toContain('too &lt;few&gt;');
  expect(drawn?.match(/<circle/g)).toHaveLength(2);
  expect(drawn?.match(/stroke-width="5"/g)).toHaveLength(1);
});

test('without a number there is no chart', () =>
  expect(drawIntervals({ title: 't', rows: [{ label: 'a', note: 'too few' }] })).toBeUndefined());
