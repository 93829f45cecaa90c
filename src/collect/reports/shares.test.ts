import { expect, test } from 'vitest';
import { misfit } from '../../../test/support/goodness-of-fit.ts';
import { joined } from '../../../test/support/joined-shares.ts';
import { reproducibleEntropy, systemEntropy } from '../../random/index.ts';
import { oneHot, split } from './shares.ts';

test.each([2, 3, 5])('%d shares together are the vector, and without any one of them are not', parts => {
  const secret = oneHot(3, 7);
  const shares = split(secret, parts, systemEntropy());
  expect(shares).toHaveLength(parts);
  expect(joined(shares)).toEqual(secret);
  for (const left of shares.keys()) expect(joined(shares.toSpliced(left, 1))).not.toEqual(secret);
});

test('sums of shares are shares of the sum, also below zero', () => {
  const entropy = systemEntropy();
  const [a, b, c] = [oneHot(1, 2), oneHot(1, 2), Uint32Array.of(0, -3)].map(secret => split(secret, 2, entropy));
  const total = joined([0, 1].map(place => joined([a[place], b[place], c[place]])));
  expect([...total].map(word => word | 0)).toEqual([2, -3]);
});

/** Which of 256 stripes of the words each word of a million lies in, all of them shares of a 1. */
function stripes(aggregator: number): number[] {
  const entropy = reproducibleEntropy(11);
  const answers = new Uint32Array(1_000).fill(1);
  return Array.from({ length: 1_000 }, () =>
    [...split(answers, 2, entropy)[aggregator]].map(word => word >>> 24),
  ).flat();
}

const fair = (): number => 1 / 256;

test.each([0, 1])(
  'what aggregator %d holds of a million answers is uniform; the test would notice if not',
  aggregator => {
    const seen = stripes(aggregator);
    expect(seen).toHaveLength(1_000_000);
    expect(misfit(seen, fair)).toBeLessThan(4);
    // one answer in a hundred sent without its mask
    expect(misfit([...seen.slice(10_000), ...Array<number>(10_000).fill(0)], fair)).toBeGreaterThan(4);
    // words that lack their highest bit
    expect(
      misfit(
        seen.slice(0, 20_000).map(stripe => stripe & 127),
        fair,
      ),
    ).toBeGreaterThan(4);
  },
);

test('the lowest bits of a share are uniform for a 0 and for a 1 alike', () => {
  const entropy = reproducibleEntropy(12);
  for (const value of [0, 1]) {
    const secret = new Uint32Array(200_000).fill(value);
    const [, second] = split(secret, 2, entropy);
    expect(
      misfit(
        [...second].map(word => word & 255),
        fair,
      ),
    ).toBeLessThan(4);
  }
});
