import { expect, test } from 'vitest';
import { drawnWorld } from './drawn-world.ts';

const coin = { first: 0, masses: Float64Array.of(0.5, 0.5), error: 0 };

test('drawnWorld of two entries and two draws is what one can count', () => {
  const { moving, still } = drawnWorld(coin, { entries: 2, draws: 2, lowest: 0, reach: 1 });
  // the other entry is drawn twice, once or never
  expect(still?.chance).toBeCloseTo(0.25, 12);
  expect([...(still?.table.masses ?? [])]).toEqual([0.5, 0, 0.5].map(mass => expect.closeTo(mass, 12)));
  expect(moving.map(({ chance, times }) => [chance, times])).toEqual([
    [expect.closeTo(0.5, 12), 1],
    [expect.closeTo(0.25, 12), 2],
  ]);
  expect([...moving[0].table.masses]).toEqual([0.5, 0.5].map(mass => expect.closeTo(mass, 12)));
  expect([...moving[1].table.masses]).toEqual([expect.closeTo(1, 12)]);
});

test('drawnWorld names its noise: chances of a law sum to 1 within it', () => {
  const { moving } = drawnWorld(coin, { entries: 40, draws: 30, lowest: 3, reach: 1 });
  for (const { table, times } of moving) {
    expect(table.first).toBe(3 * times);
    if (table.noise < 1) expect(table.masses.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 9);
  }
  expect(moving[0].table.noise).toBeLessThan(1e-9);
});
