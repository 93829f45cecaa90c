import { describe, expect, test } from 'vitest';
import { exactDelta, exactSum, wholeLattice } from '../../../test/support/loss-exact-sums.ts';
import { hockeyStick, leastFalseNegative, power, type Table } from '../../../test/support/loss-tables.ts';
import { parseSpecification } from '../specification.ts';
import { type Account, deltaAt, epsilonAt, renyiAt, tradeOffAt } from './accountant.ts';

const accountOf = (relation: Account['relation'], ...steps: object[]): Account => {
  const { ask: _, ...account } = parseSpecification({ relation, steps, ask: { deltaAt: { epsilon: 1 } } });
  return account;
};

/** Losses are whole multiples of ln 2, so forty questions are an exact sum, however they are accounted. */
const masses = [1, 8, 35, 16, 4].map(mass => mass / 64);
const mechanism = { kind: 'pair', upper: masses, lower: masses.toReversed() };
const exactly = (count: number) => exactSum([{ lattice: wholeLattice(Math.LN2, -2, masses), count }]);

describe('forty finite questions', () => {
  const account = accountOf('add-remove', { mechanism, count: 40 });
  const exact = exactly(40);

  test.each([0.1, 1e-3, 1e-8, 1e-14])('epsilon at delta %d: both sides of the exact value', delta => {
    const { lower, upper, status } = epsilonAt({ ...account, width: 0.03 }, delta);
    expect(exactDelta(exact, upper ?? Number.NaN)).toBeLessThanOrEqual(delta * (1 + 1e-12));
    expect(exactDelta(exact, lower ?? Number.NaN)).toBeGreaterThanOrEqual(delta * (1 - 1e-12));
    expect((upper ?? Number.NaN) - (lower ?? Number.NaN)).toBeLessThan(0.06);
    expect(status).not.toBe('upper-only');
  });

  test.each([0, 3, 11, 30])('delta at epsilon %d: both sides of the exact value', epsilon => {
    const truth = exactDelta(exact, epsilon);
    const { lower, upper } = deltaAt({ ...account, width: 0.05 * truth }, epsilon);
    expect(lower).toBeLessThanOrEqual(truth * (1 + 1e-12));
    expect(upper).toBeGreaterThanOrEqual(truth * (1 - 1e-12));
    expect((upper ?? Number.NaN) / truth - (lower ?? Number.NaN) / truth).toBeLessThan(0.05);
  });

  test('the best test over all sums of losses', () => {
    const { first, step, masses: sums } = exact;
    const table: Table = sums.map((mass, i) => [mass, mass * Math.exp(-(first + i) * step)]);
    const rates = [0.001, 0.1, 0.5, 0.9];
    tradeOffAt({ ...account, width: 0.01 }, rates).forEach(({ lower, upper }, i) => {
      const truth = leastFalseNegative(table, rates[i]);
      expect(lower).toBeLessThanOrEqual(truth + 1e-12);
      expect(upper).toBeGreaterThanOrEqual(truth - 1e-12);
      expect(upper - lower).toBeLessThan(0.01);
    });
  });

  test('Renyi divergences add', () => {
    const [once] = renyiAt(accountOf('add-remove', { mechanism }), [3]);
    const [often] = renyiAt(account, [3]);
    const moment = masses.reduce((sum, mass, i) => sum + mass * 4 ** (i - 2), 0);
    expect(once).toBeCloseTo(Math.log(moment) / 2, 5);
    expect(often).toBeCloseTo(40 * (once ?? Number.NaN), 9);
  });

  test('pure: the largest loss, exactly', () => {
    const { upper, status } = epsilonAt(account, 0);
    expect(upper).toBeCloseTo(80 * Math.LN2, 9);
    expect(status).toBe('exact');
  });
});

test('few outcomes are composed exactly, and the worse direction counts', () => {
  const skew = { kind: 'pair', upper: [0.5, 0.5, 0], lower: [0.5, 0.25, 0.25] };
  const account = (relation: Account['relation']): Account => accountOf(relation, { mechanism: skew, count: 2 });
  expect(deltaAt(account('remove'), 0.1).upper).toBeLessThan(deltaAt(account('add'), 0.1).lower ?? 0);
  expect(deltaAt(account('add-remove'), 0.1)).toEqual(deltaAt(account('add'), 0.1));
  expect(deltaAt(account('add'), 0.1).status).toBe('exact');
  expect(epsilonAt(account('add'), 0).upper).toBeNull();
  expect(epsilonAt(account('remove'), 0).upper).toBeCloseTo(2 * Math.LN2, 12);
});

test('a bound without an example says so', () => {
  const account = accountOf('replace-one', {
    mechanism: { kind: 'pure', epsilon: 1, replace: 1.5 },
    sampling: { kind: 'partition', parts: 4 },
  });
  expect(deltaAt(account, 1).status).toBe('upper-only');
});

test('a delta too small for doubles is told as one, though the window lies far above the epsilon', () => {
  const { lower, upper } = deltaAt(
    accountOf('remove', {
      mechanism: { kind: 'gaussian', noiseMultiplier: 8.53 },
      sampling: { kind: 'poisson', rate: 0.00267 },
      count: 377,
    }),
    3.6,
  );
  expect(lower).toBeGreaterThanOrEqual(0);
  expect(upper).toBeGreaterThanOrEqual(lower ?? Number.NaN);
  expect(upper).toBeLessThan(1e-100);
});

describe('rare sampling', () => {
  const sampled = (noiseMultiplier: number, rate: number, count: number): Account => ({
    relation: 'add-remove',
    steps: [
      { mechanism: { kind: 'gaussian', noiseMultiplier, sensitivity: 1 }, sampling: { kind: 'poisson', rate }, count },
    ],
  });

  test('tails far heavier than those of a normal law are known to four digits', () => {
    const { lower, upper } = epsilonAt(sampled(1, 1e-6, 1000), 1e-12);
    expect(upper).toBeGreaterThan(4.9197e-4);
    expect(lower).toBeLessThan(4.9199e-4);
    expect((upper ?? 1) - (lower ?? 0)).toBeLessThan(1e-7);
  }, 120_000);

  test('a chance of ever being drawn that is below delta costs nothing', () => {
    expect(epsilonAt(sampled(0.05, 1e-9, 1000), 1e-6).upper).toBeLessThan(1e-6);
  });

  test('a chance far above delta costs as much as being drawn', () => {
    const { lower, upper } = epsilonAt(sampled(0.05, 0.01, 10), 1e-5);
    expect((upper ?? 0) - (lower ?? 0)).toBeLessThan(1e-2);
  });

  test('losses so small that delta counts next to nothing of each: the answer is found', () => {
    const bracket = epsilonAt(
      accountOf('add', {
        mechanism: { kind: 'pure', epsilon: 0.0226, replace: 0.0452 },
        sampling: { kind: 'with-replacement', size: 31, of: 184_000 },
        count: 18,
      }),
      1.62e-7,
    );
    expect(bracket.status).toBe('tight');
    // a sum of 18 signs: the largest ones make up delta
    expect(bracket.upper).toBeCloseTo(6.95e-5, 6);
  });

  test('rare but large losses are reached from below too', () => {
    const bracket = epsilonAt(
      accountOf('remove', {
        mechanism: { kind: 'gaussian', noiseMultiplier: 0.405 },
        sampling: { kind: 'fixed-size', size: 23, of: 407_000 },
        count: 18,
      }),
      3.09e-5,
    );
    expect(bracket.status).toBe('tight');
    // once in a thousand the unit is drawn at all, and then tells about this much
    expect(bracket.lower).toBeGreaterThan(10.8);
  });
});

describe('a replaced unit in parts of a partition', () => {
  /** Answers without the unit, with it, and with its substitute: within exp(1/2) of each other. */
  const [none, one, other] = [
    [0.5, 0.5],
    [0.69, 0.31],
    [0.31, 0.69],
  ];
  const inParts = (unit: readonly number[]): number[] =>
    none.flatMap((p, i) => none.map((q, j) => (unit[i] * q + p * unit[j]) / 2));

  test('two rounds: no less than an enumerated mechanism reveals', () => {
    const round: Table = inParts(one).map((p, i) => [p, inParts(other)[i]]);
    const twice = power(round, 2);
    const account = accountOf('replace-one', {
      mechanism: { kind: 'pure', epsilon: 0.5 },
      sampling: { kind: 'partition', parts: 2 },
      count: 2,
    });
    for (const epsilon of [0, 0.2, 0.5, 1]) {
      const { lower, upper } = deltaAt(account, epsilon);
      expect(upper).toBeGreaterThanOrEqual(hockeyStick(twice, epsilon));
      expect(lower).toBeLessThanOrEqual(upper ?? 1);
    }
    expect(epsilonAt(account, 0.01).upper).toBeLessThanOrEqual(2);
  });

  test('has both ends under unbounded noise', () => {
    const { lower, upper } = epsilonAt(
      accountOf('replace-one', {
        mechanism: { kind: 'gaussian', noiseMultiplier: 1 },
        sampling: { kind: 'partition', parts: 10 },
        count: 2,
      }),
      1e-5,
    );
    expect(lower).toBeGreaterThan(2.8);
    expect(upper).toBeLessThan(5.5);
  }, 120_000);
});

test('a loss beside which all others are nothing is known from both sides', () => {
  const sampling = { kind: 'cluster', rate: 0.02, members: 2 };
  const noise = (sensitivity: number) => ({ kind: 'gaussian', noiseMultiplier: 70, sensitivity });
  const account = accountOf(
    'add-remove',
    { mechanism: noise(2), sampling, count: 1005 },
    { mechanism: noise(2_000_000), sampling, count: 67 },
    { mechanism: noise(2), sampling: { ...sampling, members: 3 }, count: 67 },
  );
  // whoever is drawn at all under next to no noise is seen
  const seen = 1 - 0.98 ** 67;
  const { lower, upper } = deltaAt(account, 1);
  expect(lower).toBeGreaterThan(seen - 1e-4);
  expect(lower).toBeLessThan(upper ?? Number.NaN);
  expect(upper).toBeGreaterThan(seen);
  expect(upper).toBeLessThan(0.8);
});

describe('all parts shown, where a few rare ratios are far larger than the others', () => {
  const gaussianIn = (sigma: number, parts: number) => ({
    mechanism: { kind: 'discrete-gaussian', sigma },
    sampling: { kind: 'partition', parts },
  });

  test.each([
    { relation: 'add-remove', step: gaussianIn(5.4, 60), delta: 4.37e-11, width: 0.005 },
    { relation: 'add', step: { ...gaussianIn(1.05, 191), count: 99_100 }, delta: 9.55e-11, width: 0.01 },
  ] as const)('both sides are close: $relation, $step', ({ relation, step, delta, width }) => {
    const { lower, upper } = epsilonAt(accountOf(relation, step), delta);
    expect(1 - (lower ?? Number.NaN) / (upper ?? Number.NaN)).toBeLessThan(width);
  });
});
