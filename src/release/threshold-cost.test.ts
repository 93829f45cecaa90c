import { expect, test } from 'vitest';
import { rational, toNumber } from '../numerics/index.ts';
import { thresholdDelta } from './rates/threshold.ts';
import { thresholdCost } from './threshold-cost.ts';

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);

/** How often so many of n rows are published, by the number published; fewer than the threshold are none. */
function publishedLaw(rows: number, rate: number, threshold: number): number[] {
  const law = new Array<number>(rows + 2).fill(0);
  for (let k = 0; k <= rows; k++) law[k >= threshold ? k : 0] += choose(rows, k) * rate ** k * (1 - rate) ** (rows - k);
  return law;
}

const hockeyStick = (one: readonly number[], other: readonly number[], epsilon: number): number =>
  one.reduce((sum, mass, k) => sum + Math.max(0, mass - Math.exp(epsilon) * other[k]), 0);

const together = (one: readonly number[], other: readonly number[]): number[] =>
  one.flatMap(a => other.map(b => a * b));

/** The largest delta at which a row that leaves `from` rows of one value and joins `to` of another is hidden. */
function replacedDelta(rate: number, threshold: number, epsilon: number): number {
  let worst = 0;
  for (let from = 0; from <= 14; from++)
    for (let to = 0; to <= 14; to++) {
      const pad = (law: number[]): number[] => [...law, ...new Array(17 - law.length).fill(0)];
      const law = (rows: number): number[] => pad(publishedLaw(rows, rate, threshold));
      const before = together(law(from + 1), law(to));
      const after = together(law(from), law(to + 1));
      worst = Math.max(worst, hockeyStick(before, after, epsilon));
    }
  return worst;
}

test.each([
  [0.05, 3, '0.5'],
  [0.1, 4, '1'],
  [0.25, 3, '0.5'],
  [0.5, 5, '0.3'],
])('at rate %d, threshold %i, epsilon %s thresholdCost covers every replaced row', (rate, threshold, epsilon) => {
  const delta = thresholdDelta({ rate, threshold, epsilon: Number(epsilon) });
  const cost = thresholdCost({ epsilon: rational.fromDecimal(epsilon), delta, rate });
  const replace = toNumber(cost.replace, 'up');
  expect(replace).toBeGreaterThanOrEqual(Number(epsilon) - Math.log1p(-rate));
  expect(replacedDelta(rate, threshold, replace)).toBeLessThanOrEqual(
    toNumber(cost.replaceDelta, 'down') * (1 + 1e-12),
  );
  // the epsilon of added rows alone would not do
  expect(replacedDelta(rate, threshold, Number(epsilon))).toBeGreaterThan(delta);
});
