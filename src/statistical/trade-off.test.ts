import { expect, test } from 'vitest';
import { down, up } from '../numerics/index.ts';
import { type Sampling, sampled } from './sampling.ts';
import { missedAt, missedByCurve, sampledTradeOff, type TradeOff, tradeOffOf } from './trade-off.ts';

/** Back to the privacy curve: δ(ε) = 1 + T*(−e^ε), the largest of 1 − T(α) − e^ε·α over the corners, rounded up. */
const deltaFromTradeOff = (tradeOff: TradeOff, epsilon: number): number =>
  tradeOff.reduce(
    (most, { falsePositive, falseNegative }) =>
      Math.max(most, up.sub(up.sub(1, falseNegative), down.mul(down.exp(epsilon), falsePositive))),
    0,
  );

const query = { entries: 200, probability: 0.3 };

const SCHEMES: Sampling[] = [
  { kind: 'everything' },
  { kind: 'without-replacement', size: 40 },
  { kind: 'poisson', rate: 0.2, sizePublic: false },
  { kind: 'poisson', rate: 0.2, sizePublic: true },
  { kind: 'with-replacement', size: 40 },
];

test.each(SCHEMES)('of %j deltaFromTradeOff leads back to the exact curve', sampling => {
  const { exact, outcomes } = sampled(query, sampling);
  const tradeOff = tradeOffOf(outcomes());
  for (const epsilon of [0, 0.003, 0.05, 0.2, 0.7, 2])
    expect(Math.abs(deltaFromTradeOff(tradeOff, epsilon) - exact(epsilon))).toBeLessThan(1e-9);
});

test.each(SCHEMES)('of %j deltaFromTradeOff is never below the exact curve', sampling => {
  const { exact, outcomes } = sampled(query, sampling);
  const tradeOff = tradeOffOf(outcomes());
  for (const epsilon of [0, 0.003, 0.05, 0.2])
    expect(deltaFromTradeOff(tradeOff, epsilon)).toBeGreaterThanOrEqual(exact(epsilon) - 1e-11);
});

test.each(SCHEMES)('tradeOffOf %j is the supremum over epsilon that the curve gives', sampling => {
  const { exact, outcomes } = sampled(query, sampling);
  const tradeOff = tradeOffOf(outcomes());
  const epsilons = Array.from({ length: 100 }, (_, i) => i / 50);
  for (const alpha of [0.01, 0.2, 0.5, 0.9]) {
    const supremum = Math.max(
      0,
      ...epsilons.flatMap(e => [1 - exact(e) - Math.exp(e) * alpha, Math.exp(-e) * (1 - exact(e) - alpha)]),
    );
    expect(missedAt(tradeOff, alpha)).toBeGreaterThanOrEqual(supremum - 1e-9);
    expect(missedAt(tradeOff, alpha)).toBeLessThan(supremum + 1e-3);
  }
});

test.each<Sampling>([{ kind: 'everything' }, { kind: 'without-replacement', size: 4 }])(
  'tradeOffOf %j is rounded down, and by next to nothing',
  sampling => {
    // with probability 1/2 both directions are alike
    const outcomes = sampled({ entries: 8, probability: 0.5 }, sampling).outcomes();
    const rounded = tradeOffOf(outcomes);
    const thresholds = Array.from(outcomes.present.keys());
    for (const from of thresholds) {
      // the test that says yes from some count on is one of all tests: none has less of both errors than T allows
      const alarm = outcomes.absent.subarray(from).reduce((sum, chance) => sum + chance, 0);
      const missed = outcomes.present.subarray(0, from).reduce((sum, chance) => sum + chance, 0);
      expect(missedAt(rounded, Math.min(1, alarm))).toBeLessThanOrEqual(missed);
      expect(missedAt(rounded, Math.min(1, alarm))).toBeGreaterThan(missed - 1e-10);
    }
  },
);

test('of two entries with probability 1/2, tradeOffOf has the corners that one can count', () => {
  const tradeOff = tradeOffOf(sampled({ entries: 2, probability: 0.5 }, SCHEMES[0]).outcomes());
  expect(missedAt(tradeOff, 0)).toBeCloseTo(0.5, 12);
  expect(missedAt(tradeOff, 0.25)).toBeCloseTo(0.25, 12);
  expect(missedAt(tradeOff, 0.5)).toBeCloseTo(0, 12);
});

test('sampledTradeOff says what the bound on delta says, and lies below the exact function', () => {
  const size = 40;
  const scheme = { kind: 'without-replacement', size } as const;
  const ofSample = tradeOffOf(sampled({ ...query, entries: size }, { kind: 'everything' }).outcomes());
  const promised = sampledTradeOff(ofSample, { size, entries: query.entries });
  const { bound, outcomes } = sampled(query, scheme);
  for (const epsilon of [0, 0.01, 0.1, 0.4])
    expect(Math.abs(deltaFromTradeOff(promised, epsilon) - bound(epsilon))).toBeLessThan(1e-9);
  const exact = tradeOffOf(outcomes());
  for (let alpha = 0; alpha <= 1; alpha += 1 / 64)
    expect(missedAt(promised, alpha)).toBeLessThanOrEqual(missedAt(exact, alpha) + 1e-12);
});

test('missedByCurve of a few points lies below the trade-off function, and of many upon it', () => {
  const { exact, outcomes } = sampled(query, { kind: 'everything' });
  const tradeOff = tradeOffOf(outcomes());
  const curve = (points: number) =>
    Array.from({ length: points }, (_, i) => i / points).map(epsilon => ({ epsilon, delta: exact(epsilon) }));
  for (const alpha of [0, 0.05, 0.3, 0.8, 1]) {
    expect(missedByCurve(curve(4), alpha)).toBeLessThanOrEqual(missedAt(tradeOff, alpha) + 1e-12);
    expect(missedByCurve(curve(400), alpha)).toBeGreaterThan(missedAt(tradeOff, alpha) - 1e-4);
  }
});
