import { expect, test } from 'vitest';
import { leastApart, mostApart } from './hockey-stick.ts';
import type { SumTable } from './table.ts';
import type { SumWorld } from './world.ts';

const table = (first: number, ...masses: number[]): SumTable => ({
  first,
  masses: Float64Array.from(masses),
  slopes: undefined,
  bend: 0,
  noise: 0,
});

const still = { chance: 0.625, table: table(3, 0.25, 0.25, 0.5) };

const world: SumWorld = {
  weight: 1,
  moving: [
    { chance: 0.25, times: 1, table: table(2, 0.125, 0.5, 0.25, 0.125) },
    { chance: 0.125, times: 2, table: table(1, 0.5, 0.5) },
  ],
  still,
  reach: 4,
};

/** The law of the released sum when the critical entry moves it by so many cells. */
function released(shift: number): Map<number, number> {
  const law = new Map<number, number>();
  const put = (cell: number, chance: number) => law.set(cell, (law.get(cell) ?? 0) + chance);
  for (const { chance, times, table: own } of [...world.moving, { ...still, times: 0 }])
    own.masses.forEach((mass, i) => {
      put(own.first + i + times * shift, chance * mass);
    });
  return law;
}

const stick = (here: number, there: number, epsilon: number): number => {
  const q = released(there);
  return [...released(here)].reduce(
    (sum, [cell, chance]) => sum + Math.max(0, chance - Math.exp(epsilon) * (q.get(cell) ?? 0)),
    0,
  );
};

const SHIFTS = [0, 1, 2, 3, 4];
const one = (shift: number) => ({ from: shift, to: shift });

test('mostApart and leastApart of one pair are its hockey stick', () => {
  for (const here of SHIFTS)
    for (const there of SHIFTS)
      for (const epsilon of [0, 0.2, 1]) {
        const box = { here: one(here), there: one(there) };
        expect(mostApart(world, box, epsilon)).toBeCloseTo(stick(here, there, epsilon), 12);
        expect(leastApart(world, box, epsilon)).toBeCloseTo(stick(here, there, epsilon), 12);
      }
});

test('mostApart of a box is no less than any pair in it', () => {
  for (const from of SHIFTS)
    for (const to of SHIFTS.filter(shift => shift >= from)) {
      const bound = mostApart(world, { here: { from, to }, there: { from: 0, to: 2 } }, 0.1);
      for (const here of SHIFTS.filter(shift => shift >= from && shift <= to))
        for (const there of [0, 1, 2]) expect(bound).toBeGreaterThanOrEqual(stick(here, there, 0.1));
    }
});
