import { expect, test } from 'vitest';
import { allows, enumerate, restOf } from '../../test/support/exactly.ts';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { Refusal } from '../vocabulary/index.ts';
import { bernoulliGate, bernoulliPlaces } from './bernoulli-rows.ts';
import { replayedEntropy } from './entropy.ts';
import { reproducibleEntropy } from './reproducible-entropy.ts';
import { type Below, uniform } from './uniform.ts';

const of = (numerator: bigint, denominator: bigint) => ({ numerator, denominator });
const rows = [0, 1, 2];
const subsets = [[], [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]];

const byNumber = (below: Below) => [...bernoulliPlaces(below, { rate: of(1n, 3n), rows: rows.length }, 1)];
const byStream = (below: Below) => {
  const taken = bernoulliGate(below, of(1n, 3n), 1);
  return rows.filter(() => taken());
};

test.each([
  ['by number', byNumber],
  ['as a stream', byStream],
])('rows %s: each subset of three has the product of its rows, at rate 1/3', (_, sampler) => {
  const all = enumerate(sampler, { rarerThan: 2 ** 20 });
  expect(restOf(all)).toBeLessThan(0.03);
  for (const subset of subsets)
    expect(allows(all, String(subset), of(2n ** BigInt(3 - subset.length), 27n))).toBe(true);
});

test('rate 0 takes none, rate 1 takes all, no rows give none', () => {
  const below = uniform(reproducibleEntropy(1));
  expect([...bernoulliPlaces(below, { rate: of(0n, 1n), rows: 1000 })]).toEqual([]);
  expect([...bernoulliPlaces(below, { rate: of(1n, 1n), rows: 4 })]).toEqual([0, 1, 2, 3]);
  expect([...bernoulliPlaces(below, { rate: of(1n, 2n), rows: 0 })]).toEqual([]);
  expect(rows.filter(bernoulliGate(below, of(1n, 1n)))).toEqual(rows);
  expect(rows.filter(bernoulliGate(below, of(0n, 1n)))).toEqual([]);
});

test('the number taken of 200 rows is binomial, and not of a rate 5 percent off', () => {
  const below = uniform(reproducibleEntropy(99));
  const sizes = Array.from(
    { length: 20_000 },
    () => [...bernoulliPlaces(below, { rate: of(1n, 10n), rows: 200 })].length,
  );
  const binomial = (rate: number) => (taken: number) => {
    let chance = (1 - rate) ** 200;
    for (let k = 1; k <= taken; k++) chance *= ((201 - k) / k) * (rate / (1 - rate));
    return chance;
  };
  expect(misfit(sizes, binomial(0.1))).toBeLessThan(4);
  expect(misfit(sizes, binomial(0.105))).toBeGreaterThan(8);
  expect(misfit(sizes, binomial(0.095))).toBeGreaterThan(8);
});

test.each([-1, 1.5, Number.NaN, Infinity])('%s rows are refused at the call', count =>
  expect(() => bernoulliPlaces(uniform(replayedEntropy([])), { rate: of(1n, 2n), rows: count })).toThrow(Refusal),
);

test('a rate above 1 is refused at the call', () => {
  const below = uniform(replayedEntropy([]));
  expect(() => bernoulliPlaces(below, { rate: of(2n, 1n), rows: 5 })).toThrow(Refusal);
  expect(() => bernoulliGate(below, of(2n, 1n))).toThrow(Refusal);
});
