import { expect, test } from 'vitest';
import { elementError, realTransform } from '../../numerics/fft/index.ts';
import { type CentredMasses, spectralPower } from './spectral-power.ts';

const SIZE = 64;

/** Masses off the centre, which has the rest of 1. */
const laws: Record<string, Record<number, number>> = {
  'nearly all at the centre': { 1: 3e-9, 5: 1e-9, 63: 2e-9 },
  'a bell': { 62: 0.1, 63: 0.2, 1: 0.25, 2: 0.05 },
  'a wide step': { 1: 0.2, 2: 0.2, 3: 0.2, 60: 0.1, 61: 0.1 },
};

function centredLaw(off: Record<number, number>): CentredMasses {
  const masses = Float64Array.from(Object.values(off));
  return {
    positions: Int32Array.from(Object.keys(off), Number),
    masses,
    rest: masses.reduce((sum, mass) => sum + mass, 0),
    error: 0,
  };
}

/** Fixed point: so many binary digits, so that a million factors leave all that doubles can hold. */
const DIGITS = 256n;
const fixed = (x: number): bigint => BigInt(x * 2 ** 120) << (DIGITS - 120n);
const toNumber = (x: bigint): number => Number(x >> (DIGITS - 120n)) / 2 ** 120;

/** The law of the sum of `count` copies modulo the size, by doubling: no transform, no logarithm, no rounding that counts. */
function exactPower(off: Record<number, number>, count: number): number[] {
  const nothing = Array.from({ length: SIZE }, () => 0n);
  let [base, result] = [nothing.slice(), nothing.slice()];
  for (const [position, mass] of Object.entries(off)) base[Number(position)] += fixed(mass);
  base[0] = (1n << DIGITS) - base.reduce((sum, mass) => sum + mass, 0n);
  result[0] = 1n << DIGITS;
  for (let power = count; power > 0; power = Math.floor(power / 2)) {
    if (power % 2 === 1) result = product(result, base);
    base = product(base, base);
  }
  return result.map(toNumber);
}

const product = (a: readonly bigint[], b: readonly bigint[]): bigint[] =>
  a.map((_, k) => a.reduce((sum, x, i) => sum + x * b[(k - i + SIZE) % SIZE], 0n) >> DIGITS);

test.each(Object.entries(laws))('%s: powers err by no more than they say', (_, off) => {
  const law = centredLaw(off);
  const transform = realTransform(SIZE);
  const signal = new Float64Array(SIZE);
  law.masses.forEach((mass, i) => {
    signal[law.positions[i]] += mass;
  });
  signal[0] -= law.rest;
  for (const count of [1, 2, 7, 100, 12_345, 1_000_000]) {
    const power = spectralPower(SIZE);
    power.multiply(transform.forward(signal), law, { count, error: elementError(SIZE) });
    const masses = transform.inverse(power.spectrum);
    const { norm, element } = power.errors();
    const errors = exactPower(off, count).map((mass, i) => masses[i] - mass);
    const own = 2e-15; // the inverse transform's
    expect(Math.hypot(...errors)).toBeLessThanOrEqual(norm + own);
    for (const error of errors) expect(Math.abs(error)).toBeLessThanOrEqual(element + own);
    // repeated squaring of 1 + D would be known to count units only
    expect(norm).toBeLessThan(count < 1000 ? 1e-12 : 3e-12);
  }
});
