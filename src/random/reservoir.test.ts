import { expect, test } from 'vitest';
import { allows, enumerate, exactly, restOf } from '../../test/support/exactly.ts';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { Refusal } from '../vocabulary/index.ts';
import { replayedEntropy } from './entropy.ts';
import { reproducibleEntropy } from './reproducible-entropy.ts';
import { openReservoir, type ReservoirTuning, reservoir } from './reservoir.ts';
import { type Below, uniform } from './uniform.ts';

test('one row of two: each has probability one half', () =>
  expect(exactly(below => reservoir(below, { size: 1 }, ['a', 'b']))).toEqual({ a: '1/2', b: '1/2' }));

test('negative control: a reservoir that draws below i instead of i + 1 is caught with two rows', () => {
  const wrong = (below: Below, rows: string[]) => {
    let seat = rows[0];
    for (let row = 1; row < rows.length; row++) if (below(row) === 0) seat = rows[row];
    return seat;
  };
  expect(exactly(below => wrong(below, ['a', 'b']))).toEqual({ b: '1' });
});

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);

test.each([
  [1, 5],
  [2, 5],
  [3, 5],
  [2, 6],
])('%i of %i rows: every subset is equally likely', (size, count) => {
  const distribution = exactly(below => reservoir(below, { size }, Array(count).keys()).sort());
  expect(Object.keys(distribution).length).toBe(choose(count, size));
  expect(new Set(Object.values(distribution))).toEqual(new Set([`1/${choose(count, size)}`]));
});

test('a stream shorter than the sample is kept whole, without a draw', () => {
  expect(exactly(below => reservoir(below, { size: 3 }, ['a', 'b']))).toEqual({ 'a,b': '1' });
  expect(reservoir(uniform(replayedEntropy([])), { size: 3 }, [])).toEqual([]);
});

const bySkips = (stretch: number, look: number): ReservoirTuning => ({ drawEachUntil: 1, stretch, look });

test.each([
  [1, 3, bySkips(1, 1)],
  [1, 4, bySkips(1, 1)],
  [1, 4, bySkips(3, 1)],
  [2, 4, bySkips(1, 2)],
  [2, 4, bySkips(1 / 8, 1)],
  [3, 5, bySkips(2, 1)],
])('%i of %i rows by skips, tuned %o: the same subsets, equally likely', (size, count, tuning) => {
  const sampler = (below: Below) => {
    const open = openReservoir<number>(below, { size }, tuning);
    for (let row = 0; row < count; row++) open.offer(row);
    return open.sample().sort();
  };
  const all = enumerate(sampler, { rarerThan: 2 ** 20 });
  expect(restOf(all)).toBeLessThan(0.02);
  expect(all.masses.size).toBe(choose(count, size));
  const claim = { numerator: 1n, denominator: BigInt(choose(count, size)) };
  for (const subset of all.masses.keys()) expect(allows(all, subset, claim)).toBe(true);
});

test('rows offered in pieces of any length give the same sample as one by one', () => {
  const rows = Array.from({ length: 5000 }, (_, row) => row);
  const oneByOne = reservoir(uniform(reproducibleEntropy(3)), { size: 7 }, rows);
  for (const piece of [1, 2, 3, 64, 1000, 5000]) {
    const open = openReservoir<number>(uniform(reproducibleEntropy(3)), { size: 7 });
    for (let start = 0; start < rows.length; start += piece) open.offerAll(rows.slice(start, start + piece));
    expect(open.sample()).toEqual(oneByOne);
  }
});

test('only rows that enter are read', () => {
  let reads = 0;
  const rows = new Proxy({ length: 100_000 } as ArrayLike<number>, {
    get: (target, name) => {
      if (name === 'length') return target.length;
      reads += 1;
      return Number(name);
    },
  });
  openReservoir<number>(uniform(reproducibleEntropy(4)), { size: 10 }).offerAll(rows);
  expect(reads).toBeLessThan(200);
});

/** In which tenth of 200 rows the 3 sampled ones lie, over many samples. */
function tenths(sample: (below: Below) => number[]): number[] {
  const below = uniform(reproducibleEntropy(1985));
  return Array.from({ length: 20_000 }, () => sample(below).map(row => Math.floor(row / 20))).flat();
}

test('3 of 200 rows by skips: every part of the stream is sampled alike', () => {
  const rows = Array.from({ length: 200 }, (_, row) => row);
  expect(
    misfit(
      tenths(below => reservoir(below, { size: 3 }, rows)),
      () => 1 / 10,
    ),
  ).toBeLessThan(4);
});

test('power: the same test notices when later rows enter 5 percent too often', () => {
  const hasty = (below: Below) => {
    const seats = [0, 1, 2];
    for (let row = 3; row < 200; row++) if (below(100 * (row + 1)) < 105 * 3) seats[below(3)] = row;
    return seats;
  };
  expect(misfit(tenths(hasty), () => 1 / 10)).toBeGreaterThan(8);
});

test.each([0, -1, 1.5, Number.NaN, Infinity])('a size of %s is refused', size =>
  expect(() => reservoir(uniform(replayedEntropy([])), { size }, [])).toThrow(Refusal),
);
