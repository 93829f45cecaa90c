/**
 * The discrete Fourier transform of real signals of 2^k points, X[k] = sum of x[j]·exp(-2πi·jk/size), and back.
 * Even and odd points travel as one complex signal of half the size; what that mixes is taken apart afterwards.
 */
import { invariant } from '../../vocabulary/index.ts';
import { complexTransform, runTransform } from './complex-transform.ts';
import type { ComplexArray } from './stages.ts';
import { eachRow, twiddles } from './twiddles.ts';

/** X[0] to X[size/2], real and imaginary parts apart; the rest follows as X[size - k] = conjugate of X[k]. */
export interface Spectrum {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

/** A plan for one size: tables, and work space of `size` doubles that every run uses. */
export interface RealTransform {
  readonly size: number;
  /** Transforms `size` points, into a fresh spectrum unless one is given to fill; the signal is left as it was. */
  forward(signal: Float64Array, into?: Spectrum): Spectrum;
  /**
   * The signal of this spectrum, into a fresh array unless one is given to fill; the spectrum is left as it was.
   * X[0] and X[size/2] of a real signal are real: their imaginary parts are not read.
   */
  inverse(spectrum: Spectrum, into?: Float64Array): Float64Array;
}

export const transformSizeMax = 2 ** 22;

export function realTransform(size: number): RealTransform {
  invariant(
    Number.isInteger(Math.log2(size)) && size >= 4 && size <= transformSizeMax,
    'a transform has a power of two of points, from 4 to 2^22',
  );
  const half = size / 2;
  const transform = complexTransform(half);
  const roots = twiddles(size, half / 2, 1);
  const work = paddedRoom(half);
  return Object.freeze({
    size,
    forward(signal: Float64Array, into: Spectrum = emptySpectrum(half + 1)) {
      invariant(signal.length === size && fits(into, half), 'signal and spectrum fit the plan');
      const result: ComplexArray = { real: into.real, imaginary: into.imaginary, step: 1 };
      runTransform(transform, pairsOf(signal), { spare: work, home: result, to: result });
      openEnds(into);
      eachRow(roots, (row, first) => takeApart(into, row, first));
      return into;
    },
    inverse(spectrum: Spectrum, into: Float64Array = new Float64Array(size)) {
      invariant(into.length === size && fits(spectrum, half), 'signal and spectrum fit the plan');
      const home = halvesOf(into);
      // the first stage must not write what it reads, and it writes `work` when an odd number goes before the last
      const start = transform.stages.length % 2 === 1 ? home : work;
      putOwnMirrors(spectrum, start);
      eachRow(roots, (row, first) => putTogether(spectrum, row, first, start));
      // with real and imaginary parts exchanged before and after, the forward transform is the inverse one
      runTransform(transform, exchanged(start), { spare: work, home, to: exchanged(pairsOf(into)) });
      return into;
    },
  });
}

const emptySpectrum = (length: number): Spectrum =>
  Object.freeze({ real: new Float64Array(length), imaginary: new Float64Array(length) });

const fits = ({ real, imaginary }: Spectrum, half: number): boolean =>
  real.length === half + 1 && imaginary.length === half + 1;

/** A signal as complex numbers: even points real, odd points imaginary. */
const pairsOf = (signal: Float64Array): ComplexArray => ({ real: signal, imaginary: signal.subarray(1), step: 2 });

/** An array as room for half as many complex numbers. */
const halvesOf = (room: Float64Array): ComplexArray => ({
  real: room.subarray(0, room.length / 2),
  imaginary: room.subarray(room.length / 2),
  step: 1,
});

/** Room for the stages in between. The gap keeps its two arrays from competing for the same lines of the cache. */
function paddedRoom(length: number): ComplexArray {
  const gap = 72;
  const room = new Float64Array(2 * length + gap);
  return { real: room.subarray(0, length), imaginary: room.subarray(length + gap), step: 1 };
}

const exchanged = ({ real, imaginary, step }: ComplexArray): ComplexArray => ({
  real: imaginary,
  imaginary: real,
  step,
});

/** Makes room for X[half], the mirror of X[0]; the middle is its own mirror and only changes its sign. */
function openEnds({ real, imaginary }: Spectrum): void {
  const half = real.length - 1;
  real[half] = real[0];
  imaginary[half] = imaginary[0];
  imaginary[half / 2] = -imaginary[half / 2];
}

/** From the transform of even + i·odd to that of the whole: X[k] = E + w^k·O and X[half - k] = conj(E - w^k·O). */
function takeApart({ real, imaginary }: Spectrum, row: Float64Array, first: number): void {
  let k = first;
  let mirror = real.length - 1 - first;
  for (let root = 0; root < row.length; root += 2) {
    const cosine = row[root];
    const sine = row[root + 1];
    const x = real[k];
    const y = imaginary[k];
    const mirrorX = real[mirror];
    const mirrorY = imaginary[mirror];
    const evenX = 0.5 * (x + mirrorX);
    const evenY = 0.5 * (y - mirrorY);
    const oddX = 0.5 * (y + mirrorY);
    const oddY = 0.5 * (mirrorX - x);
    const turnedX = oddX * cosine - oddY * sine;
    const turnedY = oddX * sine + oddY * cosine;
    real[k] = evenX + turnedX;
    imaginary[k] = evenY + turnedY;
    real[mirror] = evenX - turnedX;
    imaginary[mirror] = turnedY - evenY;
    k++;
    mirror--;
  }
}

/** The way back: size·E = X[k] + conj X[half - k], size·O·w^k their difference; E + i·O is written. */
function putTogether({ real, imaginary }: Spectrum, row: Float64Array, first: number, into: ComplexArray): void {
  const half = real.length - 1;
  const scale = 0.5 / half;
  const { real: u, imaginary: v } = into;
  let k = Math.max(first, 1);
  let mirror = half - k;
  for (let root = 2 * (k - first); root < row.length; root += 2) {
    const cosine = row[root];
    const sine = row[root + 1];
    const x = real[k];
    const y = imaginary[k];
    const mirrorX = real[mirror];
    const mirrorY = imaginary[mirror];
    const evenX = scale * (x + mirrorX);
    const evenY = scale * (y - mirrorY);
    const turnedX = scale * (x - mirrorX);
    const turnedY = scale * (y + mirrorY);
    const oddX = turnedX * cosine + turnedY * sine;
    const oddY = turnedY * cosine - turnedX * sine;
    u[k] = evenX - oddY;
    v[k] = evenY + oddX;
    u[mirror] = evenX + oddY;
    v[mirror] = oddX - evenY;
    k++;
    mirror--;
  }
}

/** The same for the two ends, which belong together and are real, and for the middle, its own mirror. */
function putOwnMirrors({ real, imaginary }: Spectrum, into: ComplexArray): void {
  const half = real.length - 1;
  const scale = 0.5 / half;
  into.real[0] = scale * (real[0] + real[half]);
  into.imaginary[0] = scale * (real[0] - real[half]);
  into.real[half / 2] = 2 * scale * real[half / 2];
  into.imaginary[half / 2] = -2 * scale * imaginary[half / 2];
}
