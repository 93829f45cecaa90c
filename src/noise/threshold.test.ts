import { describe, expect, test } from 'vitest';
import { type Rational, rational, toNumber } from '../numerics/index.ts';
import { Refusal } from '../vocabulary/index.ts';
import { EDGE_PARTS, type KeySpread, keyDelta, keySelection, surelyShown } from './threshold.ts';

/** Probabilities of the outcomes of one key with and without a unit, outcomes of one ratio merged. */
type Outcomes = readonly (readonly [number, number])[];

/** P(noise = x) and P(noise >= x) of discrete Laplace noise. */
const mass = (q: number, x: number): number => ((1 - q) / (1 + q)) * q ** Math.abs(x);
const tail = (q: number, x: number): number => (x >= 1 ? q ** x / (1 + q) : 1 - q ** (1 - x) / (1 + q));

/** From where keys are shown, and how many of those that are just there. */
interface Edge {
  readonly at: number;
  readonly chance: number;
}

/** A key that others have so often, and the one and the other unit so often: hidden, or shown with a number. */
function outcomesOf(q: number, { at: threshold, chance }: Edge, [others, one, other]: readonly number[]): Outcomes {
  const [before, after] = [others + one, others + other];
  // nobody has it: it is not even a candidate
  const from = (count: number, value: number): number => (count === 0 ? 0 : tail(q, value - count));
  const at = (count: number, value: number): number => {
    if (count === 0) return 0;
    return mass(q, value - count) * (value === threshold ? chance : 1);
  };
  const shown = (count: number): number => at(count, threshold) + from(count, threshold + 1);
  const most = Math.max(threshold + 1, before, after);
  const between = Array.from({ length: most - threshold }, (_, i) => threshold + i);
  return [
    [1 - shown(before), 1 - shown(after)],
    ...between.map((value): readonly [number, number] => [at(before, value), at(after, value)]),
    [from(before, most), from(after, most)],
  ];
}

/** How much of the first law lies above e^epsilon times the second. */
function hockeyStick(keys: readonly Outcomes[], epsilon: number): number {
  let all: Outcomes = [[1, 1]];
  for (const key of keys) all = all.flatMap(([p, q]) => key.map(([a, b]) => [p * a, q * b] as const));
  return all.reduce((sum, [p, q]) => sum + Math.max(0, p - Math.exp(epsilon) * q), 0);
}

/** All multisets of whole numbers from 1 to `perKey` of at most this sum, the largest first. */
function partitions(most: number, perKey: number): number[][] {
  if (most === 0) return [[]];
  const sizes = Array.from({ length: Math.min(most, perKey) }, (_, i) => i + 1);
  return [[], ...sizes.flatMap(size => partitions(most - size, size).map(rest => [size, ...rest]))];
}

const bound = (most: number, perKey = most, oneKey = false): KeySpread => ({
  most: BigInt(most),
  perKey: BigInt(perKey),
  oneKey,
});

const spreads = [1, 2, 3, 4, 5, 6, 9, 12].flatMap(most =>
  Array.from({ length: most }, (_, i) => [most, i + 1] as const),
);

describe('keyDelta is the most over all spreads', () => {
  test.each(spreads)('%i in all, %i in a key', (most, perKey) => {
    for (const decay of ['0.02', '0.3', '1', '3'].map(rational.fromDecimal))
      for (const above of [1, 2, 7]) {
        const threshold = perKey + above;
        const q = Math.exp(-toNumber(decay, 'nearest'));
        for (const chance of [1, 0.3]) {
          const shown = (count: number): number => tail(q, threshold + 1 - count) + chance * mass(q, threshold - count);
          const exact = Math.max(
            ...partitions(most, perKey).map(
              // 1 less the product of what is hidden, however close to 1 that is
              parts => -Math.expm1(parts.reduce((sum, count) => sum + Math.log1p(-shown(count)), 0)),
            ),
          );
          const edge = chance * EDGE_PARTS;
          const found = keyDelta(bound(most, perKey), decay, BigInt(threshold), edge);
          expect(found / exact).toBeCloseTo(1, 9);
          const one = keyDelta(bound(most, perKey, true), decay, BigInt(threshold), edge);
          expect(one / shown(perKey)).toBeCloseTo(1, 9);
        }
      }
  });
});

/** What others have of a key, so that it is nobody's, just hidden, on the edge, or surely shown. */
const crowds = (threshold: number, number: number): number[] =>
  number > 4 ? [0, threshold - 1] : [0, threshold - 2, threshold - 1, threshold + 1];

/** Every way to put some of these counts into keys that others have. */
function among(counts: readonly number[], threshold: number): number[][][] {
  const options = crowds(threshold, counts.length);
  let all: number[][][] = [[]];
  for (const [i, count] of counts.entries())
    all = all.flatMap(chosen =>
      options
        // alike counts in any order are one way
        .filter(others => counts[i - 1] !== count || others >= (chosen.at(-1)?.[0] ?? 0))
        .map(others => [...chosen, [others, count]]),
    );
  return all;
}

const losses: readonly (readonly [number, number, Rational, number])[] = [
  ...[1, 2, 3, 4, 5, 6].map(most => [most, most, rational.fromDecimal('1.5'), 0.02] as const),
  [4, 2, rational.fromDecimal('2'), 0.01],
  [5, 2, rational.fromDecimal('0.8'), 0.05],
  [6, 1, rational.fromDecimal('1'), 0.001],
  [3, 3, rational.fromDecimal('0.5'), 0.9],
];

describe('keys and counts of a unit that is added or removed', () => {
  test.each(losses)('%i in all, %i in a key', (most, perKey, epsilon, delta) => {
    const { noise, threshold, edge } = keySelection({
      spread: bound(most, perKey),
      sensitivity: BigInt(most),
      epsilon,
      delta,
    });
    const q = Math.exp(-1 / toNumber(noise.scale, 'nearest'));
    const allowed = Math.min(delta, 1 - q);
    const at = Number(threshold);
    const worst = (chance: number): number =>
      Math.max(
        ...partitions(most, perKey).flatMap(counts =>
          among(counts, at).flatMap(keys =>
            [
              ([others, count]: number[]) => outcomesOf(q, { at, chance }, [others, count, 0]),
              ([others, count]: number[]) => outcomesOf(q, { at, chance }, [others, 0, count]),
            ].map(outcomes => hockeyStick(keys.map(outcomes), toNumber(epsilon, 'nearest'))),
          ),
        ),
      );
    const chance = edge / EDGE_PARTS;
    expect(worst(chance)).toBeLessThanOrEqual(allowed + 1e-12);
    // a little more would not do: delta is used up, wherever the threshold is not as low as it may be
    if (chance < 1) expect(worst(chance * 1.001)).toBeGreaterThan(allowed);
    else expect(at).toBe(perKey + 1);
  });
});

describe('keys and counts of a unit that is replaced', () => {
  test.each([
    [1, 1, '1', 0.05],
    [2, 2, '1.5', 0.02],
    [2, 1, '1', 0.05],
    [3, 3, '2', 0.01],
    [3, 2, '2', 0.01],
  ])('%i in all, %i in a key', (most, perKey, text, delta) => {
    const epsilon = rational.fromDecimal(text);
    const { noise, threshold, edge } = keySelection({
      spread: bound(most, perKey),
      sensitivity: 2n * BigInt(most),
      epsilon,
      delta,
    });
    const q = Math.exp(-1 / toNumber(noise.scale, 'nearest'));
    const shown = { at: Number(threshold), chance: edge / EDGE_PARTS };
    const ways = partitions(most, perKey).flatMap(counts => among(counts, shown.at));
    const worst = Math.max(
      ...ways.flatMap(one =>
        ways.map(other => {
          // in keys apart: where both are in one key it changes less
          const keys = [
            ...one.map(([others, count]) => outcomesOf(q, shown, [others, count, 0])),
            ...other.map(([others, count]) => outcomesOf(q, shown, [others, 0, count])),
          ];
          return hockeyStick(keys, Number(text));
        }),
      ),
    );
    expect(worst).toBeLessThanOrEqual(delta + 1e-12);
    // a unit in keys of its own reaches it
    expect(worst).toBeGreaterThan(delta * 0.999);
  });
});

test('parts of rows below a threshold would betray a unit sixty times as often as whole ones', () => {
  const epsilon = rational.one;
  const threshold = surelyShown(keySelection({ spread: bound(3), sensitivity: 3n, epsilon, delta: 1e-6 }));
  const q = Math.exp(-1 / 3);
  // one person in 300 keys, a hundredth of a row in each: noise for three rows, in hundredths
  const hundredths = Math.exp(-1 / 300);
  const parts = 300 * tail(hundredths, 100 * Number(threshold) - 1);
  const whole = 3 * tail(q, Number(threshold) - 1);
  expect(parts / whole).toBeCloseTo(61.8, 1);
  expect(parts).toBeGreaterThan(4e-5);
});

test.each([0, -1, Number.NaN])('delta %d is refused', delta => {
  const asked = { spread: bound(1), sensitivity: 1n, epsilon: rational.one, delta };
  expect(() => keySelection(asked)).toThrow(Refusal);
});
