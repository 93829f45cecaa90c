import { describe, expect, test } from 'vitest';
import { type FixedPoint, pointOnCircle } from '../../../test/support/fixed-point.ts';
import { elementError } from './error.ts';
import { realTransform, type Spectrum } from './real-transform.ts';

/** Binary places of the exact side: doubles between 2^-60 and 1 in magnitude fit. */
const places = 140;
const unit = 2 ** -places;
const toFixedPoint = (x: number): bigint => BigInt(x * 2 ** 112) << BigInt(places - 112);

interface Coefficient {
  readonly real: bigint;
  readonly imaginary: bigint;
}

/** Coefficient k of a signal given by its points other than 0, from roots that are right to 130 places. */
function exactCoefficient(points: readonly (readonly [j: number, x: number])[], k: number, root: Root): Coefficient {
  let real = 0n;
  let imaginary = 0n;
  for (const [j, x] of points) {
    const { cosine, sine } = root(j * k);
    real += toFixedPoint(x) * cosine;
    imaginary -= toFixedPoint(x) * sine;
  }
  return { real: real >> BigInt(places), imaginary: imaginary >> BigInt(places) };
}

type Root = (power: number) => FixedPoint;

function rootsOf(size: number): Root {
  const known = new Map<number, FixedPoint>();
  return power => {
    const j = power % size;
    const root = known.get(j) ?? pointOnCircle(BigInt(j), BigInt(size), places);
    known.set(j, root);
    return root;
  };
}

/** |computed - true| for one coefficient, exactly enough. */
function distance({ real, imaginary }: Spectrum, k: number, truth: Coefficient): number {
  const x = Number(toFixedPoint(real[k]) - truth.real) * unit;
  const y = Number(toFixedPoint(imaginary[k]) - truth.imaginary) * unit;
  return Math.hypot(x, y);
}

/** Signals that stress different things; reproducible, of at most 52 bits. */
const signals: Record<string, (j: number, size: number) => number> = {
  noise: j => ((j * 2654435761 + 12345) % 2 ** 32) / 2 ** 31 - 1 + 2 ** -50,
  masses: (j, size) => Math.round(2 ** 60 * Math.exp(-0.5 * ((j - size / 3) / (size / 40)) ** 2)) / 2 ** 60,
  alternating: j => (j % 2 === 0 ? 1 : -1 / 3),
  constant: () => 0.7,
};

const sumOfMagnitudes = (signal: Float64Array): number => signal.reduce((sum, x) => sum + Math.abs(x), 0);
const make = (size: number, at: (j: number, size: number) => number): Float64Array =>
  Float64Array.from({ length: size }, (_, j) => at(j, size));

describe.each([4, 8, 16, 32, 64, 128, 256])('size %d', size => {
  const root = rootsOf(size);
  const transform = realTransform(size);

  test.each(Object.keys(signals))('every coefficient of %s is within the proven error', name => {
    const signal = make(size, signals[name]);
    const spectrum = transform.forward(signal);
    const bound = elementError(size) * sumOfMagnitudes(signal);
    const points = [...signal.entries()];
    for (let k = 0; k <= size / 2; k++)
      expect(distance(spectrum, k, exactCoefficient(points, k, root)), `${name} ${k}`).toBeLessThanOrEqual(bound);
  });

  test('every point of the inverse is within the proven error', () => {
    const spectrum = {
      real: make(size / 2 + 1, signals.noise),
      imaginary: make(size / 2 + 1, (k, length) =>
        k === 0 || k === length - 1 ? 0 : signals.noise(7 * k + 3, length),
      ),
    };
    const signal = transform.inverse(spectrum);
    const bound = (elementError(size) * hermitianSum(spectrum)) / size;
    for (let j = 0; j < size; j++)
      expect(Math.abs(signal[j] - exactPoint(spectrum, j, root)), `${j}`).toBeLessThan(bound);
  });
});

const hermitianSum = ({ real, imaginary }: Spectrum): number =>
  real.reduce((sum, x, k) => sum + Math.hypot(x, imaginary[k]) * (k === 0 || k === real.length - 1 ? 1 : 2), 0);

/** Point j of the signal of a spectrum; correct to the last place of a double. */
function exactPoint({ real, imaginary }: Spectrum, j: number, root: Root): number {
  const size = 2 * (real.length - 1);
  let sum = 0n;
  for (let k = 0; k < real.length; k++) {
    const { cosine, sine } = root(j * k);
    const term = toFixedPoint(real[k]) * cosine - toFixedPoint(imaginary[k]) * sine;
    sum += k === 0 || k === size / 2 ? term : 2n * term;
  }
  return (Number(sum >> BigInt(places)) * unit) / size;
}

/** Coefficients 0, 1, the middle and the last, and some in between. */
const sampled = (size: number): number[] => [
  0,
  1,
  size / 4,
  size / 2 - 1,
  size / 2,
  ...[3, 7, 12].map(d => Math.floor(size / d)),
];

describe.each([10, 13, 16, 17, 20, 22])('size 2^%d', exponent => {
  const size = 2 ** exponent;
  const transform = realTransform(size);
  const root = rootsOf(size);

  test('sampled coefficients of scattered points are within the proven error', () => {
    const points = Array.from({ length: 60 }, (_, i): [number, number] => [
      i === 0 ? size - 1 : (i * 2654435761) % size,
      signals.noise(i, 60),
    ]);
    const signal = new Float64Array(size);
    const distinct = new Map(points);
    for (const [j, x] of distinct) signal[j] = x;
    const spectrum = transform.forward(signal);
    const bound = elementError(size) * sumOfMagnitudes(signal);
    for (const k of sampled(size))
      expect(distance(spectrum, k, exactCoefficient([...distinct], k, root)), `${k}`).toBeLessThanOrEqual(bound);
  });

  test('forward and back returns the signal, within twice the proven error', () => {
    const signal = make(size, signals.noise);
    const spectrum = transform.forward(signal);
    const back = transform.inverse(spectrum);
    // the error of the spectrum, and that of the way back, each in the worst case
    const bound = elementError(size) * (sumOfMagnitudes(signal) + hermitianSum(spectrum) / size);
    let worst = 0;
    for (let j = 0; j < size; j++) worst = Math.max(worst, Math.abs(back[j] - signal[j]));
    expect(worst).toBeLessThanOrEqual(bound);
    expect(worst).toBeLessThan(1e-14);
  });
});

test('the bound is not idle: a root wrong by 1e-12 breaks it', () => {
  const size = 64;
  const root = rootsOf(size);
  const signal = make(size, (j, n) => Math.cos((2 * Math.PI * 5 * j) / n));
  const spectrum = realTransform(size).forward(signal);
  const bound = elementError(size) * sumOfMagnitudes(signal);
  const turned: Root = power => {
    const { cosine, sine } = root(power);
    return power % size === 0 ? { cosine, sine } : { cosine: cosine + BigInt(2 ** 100), sine };
  };
  expect(distance(spectrum, 5, exactCoefficient([...signal.entries()], 5, root))).toBeLessThan(bound);
  expect(distance(spectrum, 5, exactCoefficient([...signal.entries()], 5, turned))).toBeGreaterThan(bound);
});
