import { describe, expect, test } from 'vitest';
import { add, around, type Enclosure, exactly, logEnclosure, logOf, negate } from '../../test/support/enclosure.ts';
import { pi } from '../../test/support/fixed-point.ts';
import { power } from '../../test/support/rational-power.ts';
import { binomialLogLowerTail, binomialLogMass, binomialLogUpperTail } from './binomial.ts';
import * as rational from './rational.ts';
import { toNumber } from './rational-number.ts';

/** |value - truth|, exactly. */
const distance = (value: number, { lower, upper }: Enclosure): number =>
  Math.max(...[lower, upper].map(end => Math.abs(toNumber(rational.sub(rational.fromNumber(value), end), 'nearest'))));

/** All masses of a distribution as integers over one denominator: probability = numerator/2^places. */
function exactMasses(trials: number, probability: number): { masses: bigint[]; denominator: bigint } {
  const { numerator, denominator } = rational.fromNumber(probability);
  const complement = denominator - numerator;
  const masses: bigint[] = [];
  let coefficient = 1n;
  for (let k = 0; k <= trials; k++) {
    masses.push(coefficient * numerator ** BigInt(k) * complement ** BigInt(trials - k));
    coefficient = (coefficient * BigInt(trials - k)) / BigInt(k + 1);
  }
  return { masses, denominator: denominator ** BigInt(trials) };
}

/** A quotient of long integers between two of 300 bits. */
function shortened(numerator: bigint, denominator: bigint): Enclosure {
  const places = 300 + denominator.toString(16).length * 4 - numerator.toString(16).length * 4;
  return around((numerator << BigInt(places)) / denominator, places, 1n);
}

const allowed = (logarithm: number, deviation = 0): number => 2 ** -49 * (20 + Math.abs(logarithm) + 8 * deviation);

describe.each([1, 2, 7, 30, 150])('%d trials', trials => {
  test.each([0.5, 0.25, 0.3, 0.01, 1e-5, 1e-12, 0.999, 1 - 2 ** -53])('of probability %d', probability => {
    const { masses, denominator } = exactMasses(trials, probability);
    const deviation = Math.sqrt(trials * probability * (1 - probability));
    const truth = (sum: bigint): Enclosure => logOf(shortened(sum, denominator));
    for (let k = 0; k <= trials; k += trials > 100 ? 7 : 1) {
      const below = masses.slice(0, k).reduce((sum, mass) => sum + mass, 0n);
      const mass = binomialLogMass(trials, probability, k);
      expect(distance(mass, truth(masses[k])), `mass ${k}`).toBeLessThan(allowed(mass));
      const upper = binomialLogUpperTail(trials, probability, k);
      if (k > 0)
        expect(distance(upper, truth(denominator - below)), `upper ${k}`).toBeLessThan(allowed(upper, deviation));
      const lower = binomialLogLowerTail(trials, probability, k);
      if (k < trials)
        expect(distance(lower, truth(below + masses[k])), `lower ${k}`).toBeLessThan(allowed(lower, deviation));
    }
  });
});

test('a tail close to 1 keeps the digits of what is missing', () => {
  // P(X >= 1) = 1 - 2^-900: its logarithm is -2^-900 to first order
  expect(binomialLogUpperTail(900, 0.5, 1) / -(2 ** -900)).toBeCloseTo(1, 12);
  expect(binomialLogLowerTail(100, 1e-3, 99) / -1e-300).toBeCloseTo(1, 12);
});

describe('a thousand million trials', () => {
  const trials = 1e9;
  const integer = (n: number): rational.Rational => rational.ratio(BigInt(n));
  const times = ({ lower, upper }: Enclosure, factor: rational.Rational): Enclosure => ({
    lower: rational.mul(lower, factor),
    upper: rational.mul(upper, factor),
  });

  /** log n! by Stirling's series, whose error is less than the first term left out. */
  function logFactorial(n: number): Enclosure {
    const x = integer(n);
    const twoPi = around(2n * pi(160), 160);
    const series = rational.sub(
      rational.div(rational.one, rational.mul(integer(12), x)),
      rational.div(rational.one, rational.mul(integer(360), power(x, 3))),
    );
    const omitted = rational.div(rational.one, rational.mul(integer(1260), power(x, 5)));
    return [
      times(logEnclosure(x), rational.add(x, rational.ratio(1n, 2n))),
      times({ lower: logEnclosure(twoPi.lower).lower, upper: logEnclosure(twoPi.upper).upper }, rational.ratio(1n, 2n)),
      { lower: rational.sub(series, x), upper: rational.add(rational.sub(series, x), omitted) },
    ].reduce(add);
  }

  test.each([
    [0.5, 500_000_000],
    [0.5, 500_015_811],
    [0.5, 500_584_993],
    [0.5, 400_000_000],
    [0.1, 100_123_456],
    [0.3, 299_500_000],
    [1e-5, 11_000],
    [1 - 1e-5, 999_989_000],
  ])('probability %d, %d successes', (probability, successes) => {
    const p = rational.fromNumber(probability);
    const truth = [
      logFactorial(trials),
      negate(logFactorial(successes)),
      negate(logFactorial(trials - successes)),
      times(logEnclosure(p), integer(successes)),
      times(logEnclosure(rational.sub(rational.one, p)), integer(trials - successes)),
    ].reduce(add, exactly(rational.zero));
    const mass = binomialLogMass(trials, probability, successes);
    expect(distance(mass, truth)).toBeLessThan(allowed(mass));
  });

  test('the tail is the mass here and the tail from the next on', () => {
    for (const successes of [100_000_000, 100_004_000, 100_030_000, 100_300_000]) {
      const here = Math.exp(binomialLogMass(trials, 0.1, successes) - binomialLogUpperTail(trials, 0.1, successes));
      const next = Math.exp(
        binomialLogUpperTail(trials, 0.1, successes + 1) - binomialLogUpperTail(trials, 0.1, successes),
      );
      expect(Math.abs(here + next - 1), `${successes}`).toBeLessThan(1e-10);
    }
  });
});

test('certain and impossible counts', () => {
  const certain = [binomialLogMass(5, 0, 0), binomialLogMass(5, 1, 5), binomialLogMass(0, 0.3, 0)];
  expect(certain.map(Math.abs)).toEqual([0, 0, 0]);
  expect([
    binomialLogMass(5, 0, 1),
    binomialLogMass(5, 1, 4),
    binomialLogMass(5, 0.5, 6),
    binomialLogMass(5, 0.5, -1),
  ]).toEqual(Array(4).fill(-Infinity));
  expect([binomialLogUpperTail(5, 0.5, 0), binomialLogLowerTail(5, 0.5, 5)]).toEqual([0, 0]);
  expect([binomialLogUpperTail(5, 0.5, 6), binomialLogLowerTail(5, 0.5, -1)]).toEqual([-Infinity, -Infinity]);
  const sure = [binomialLogUpperTail(5, 1, 5), binomialLogLowerTail(5, 0, 0), binomialLogUpperTail(5, 1, 3)];
  expect(sure.map(Math.abs)).toEqual([0, 0, 0]);
  expect([binomialLogUpperTail(5, 0, 1), binomialLogLowerTail(5, 1, 4)]).toEqual([-Infinity, -Infinity]);
  expect(() => binomialLogMass(5, Number.NaN, 1)).toThrow('probability');
  expect(() => binomialLogMass(5, 0.5, 1.5)).toThrow('successes');
});
