import { expect, test } from 'vitest';
import { rational } from '../../src/numerics/index.ts';
import type { Below } from '../../src/random/index.ts';
import { Fault } from '../../src/vocabulary/index.ts';
import { allows, enumerate, exactly, probabilityBounds, restOf } from './exactly.ts';

/** Tosses until heads: never surely done. */
function tosses(below: Below): number {
  let count = 1;
  while (below(2) === 1) count += 1;
  return count;
}

test('draws that depend on draws are followed on every branch, numbers and bigints alike', () => {
  const sampler = (below: Below) => (below(3) === 0 ? 'first' : `second ${below(2n)}`);
  expect(exactly(sampler)).toEqual({ first: '1/3', 'second 0': '1/3', 'second 1': '1/3' });
});

test('a sampler that draws nothing has one outcome', () => expect(exactly(below => below(1) + 5)).toEqual({ 5: '1' }));

test('what was followed and what was not add up to one', () => {
  const all = enumerate(tosses, { rarerThan: 2 ** 10 });
  const followed = [...all.masses.values()].reduce(rational.add, rational.zero);
  expect(rational.add(followed, all.rest)).toEqual(rational.one);
  expect(restOf(all)).toBe(2 ** -10);
  expect(all.masses.get('3')).toEqual(rational.ratio(1n, 8n));
});

test('a claim is allowed within the rest and not beyond it', () => {
  const all = enumerate(tosses, { rarerThan: 2 ** 4 });
  expect(allows(all, '2', rational.ratio(1n, 4n))).toBe(true);
  expect(allows(all, '2', rational.ratio(5n, 16n))).toBe(true);
  expect(allows(all, '2', rational.ratio(6n, 16n))).toBe(false);
  expect(allows(all, '2', rational.ratio(3n, 16n))).toBe(false);
});

test('bounds are those of an attempt that was kept', () => {
  const attempt = (below: Below) => [undefined, 'a', 'b'][below(3)];
  expect(probabilityBounds(enumerate(attempt, { rarerThan: 100 }), 'a')).toEqual({ lower: 0.5, upper: 0.5 });
});

test('a sampler that may draw for ever has no exact distribution', () => expect(() => exactly(tosses)).toThrow(Fault));

test('a sampler that remembers its last run is caught', () => {
  let runs = 0;
  const forgetful = (below: Below) => below(2 + (runs++ % 2));
  expect(() => exactly(forgetful)).toThrow(Fault);
});
