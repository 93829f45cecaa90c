import { expect, test } from 'vitest';
import { realTransform } from './real-transform.ts';

/** Exact values are in the tests of the error, fft/error.test.ts. */
const noise = (size: number): Float64Array => Float64Array.from({ length: size }, (_, j) => Math.sin(j * j + 1));

const size = 1024;
const transform = realTransform(size);

test('inputs are left as they were, also when outputs are reused', () => {
  const signal = noise(size);
  const copy = signal.slice();
  const spectrum = transform.forward(signal);
  const same = transform.forward(signal, {
    real: new Float64Array(513).fill(9),
    imaginary: new Float64Array(513).fill(9),
  });
  expect(same).toEqual(spectrum);
  expect(signal).toEqual(copy);
  const kept = { real: spectrum.real.slice(), imaginary: spectrum.imaginary.slice() };
  const back = transform.inverse(spectrum);
  expect(transform.inverse(spectrum, new Float64Array(size).fill(9))).toEqual(back);
  expect(spectrum).toEqual(kept);
});

test('the ends of a spectrum are real', () => {
  const { imaginary } = transform.forward(noise(size));
  expect([imaginary[0], imaginary[512]].map(Math.abs)).toEqual([0, 0]);
});

test('imaginary parts at the ends are not read', () => {
  const spectrum = transform.forward(noise(size));
  const back = transform.inverse(spectrum);
  spectrum.imaginary[0] = 1;
  spectrum.imaginary[512] = Number.NaN;
  expect(transform.inverse(spectrum)).toEqual(back);
});

test.each([0, 1, 2, 3, 12, 2 ** 23, Number.NaN])('no plan for %d points', bad =>
  expect(() => realTransform(bad)).toThrow(),
);

test('arrays must fit the plan', () => {
  expect(() => transform.forward(new Float64Array(512))).toThrow('fit');
  expect(() => transform.inverse({ real: new Float64Array(512), imaginary: new Float64Array(512) })).toThrow('fit');
});
