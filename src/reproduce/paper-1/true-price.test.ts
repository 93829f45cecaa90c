import { describe, expect, test } from 'vitest';
import { added, upTo } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { openMaterials } from '../materials.ts';
import { uniformSplit, withReplacement } from './lottery.ts';
import { operators } from './operators.ts';
import { maximise } from './simplex.ts';
import { neighboursUpTo, truePrice } from './true-price.ts';

const cost = { epsilon: 0.3, replace: 0.5 };

test('maximise finds the corner', () => {
  const limits = [
    { factors: [1, 1], limit: 4 },
    { factors: [1, 3], limit: 6 },
    { factors: [1, 0], limit: 3 },
  ];
  expect(maximise([3, 2], limits)).toBeCloseTo(11, 12);
  expect(maximise([1, 3], limits)).toBeCloseTo(6, 12);
});

describe('truePrice', () => {
  test.each([
    ['fixed-size split', uniformSplit(() => 2), 2, 3],
    ['fraction split', uniformSplit(units => Math.floor(units / 4)), 2, 4],
    ['with replacement', withReplacement(2), 1, 2],
  ] as const)('is what another solver finds: %s', (_, scheme, parts, units) => {
    const costs = [cost, cost].slice(0, parts);
    expect(truePrice(scheme, costs, neighboursUpTo(units))).toBeCloseTo(
      worstPrice(scheme, upTo(0, units).map(added), costs),
      7,
    );
  });
});

test('three printed formulas are too low, and none of ours', async () => {
  const { rows } = await operators.make(openMaterials({ seed: 1 }));
  expect(rows.filter(({ verdict }) => verdict === 'too low')).toHaveLength(3);
  for (const row of rows) expect(Number(row['linear program'])).toBeLessThanOrEqual(Number(row.ours) + 1e-7);
  const loose = rows.filter(row => Number(row['linear program']) < Number(row.ours) - 1e-6);
  expect(loose.map(({ operator }) => operator)).toEqual(['fraction, p = 0.5']);
});
