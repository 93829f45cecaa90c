/**
 * The discrete Fourier transform of real signals of 2^k points, X[k] = sum of x[j]·exp(-2πi·jk/size), and back.
 * Even and odd points travel as one complex signal of half the size; what that mixes is taken apart afterwards.
 */
import { invariant } from '../vocabulary/index.ts';
import { complexTransform, runTransform } from './fft/complex-transform.ts';
import type { Points } from './fft/stages.ts';
import { type Twiddles, twiddles } from './fft/twiddles.ts';

/** X[0] to X[size/2], real and imaginary parts apart; the rest follows as X[size - k] = conjugate of X[k]. */
export interface Spectrum {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

/** A plan for one size. It holds work space of `size` doubles, so runs of one plan must not overlap. */
export interface RealTransform {
  readonly size: number;
  /** Transforms `size` points, into a fresh spectrum unless one is given to fill; the signal is left as it was. */
  forward(signal: Float64Array, into?: Spectrum): Spectrum;
  /** The signal of this spectrum, into a fresh array unless one is given to fill; the spectrum is left as it was. */
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
  const work = halvesOf(new Float64Array(size));
  return Object.freeze({
    size,
    forward(signal: Float64Array, into: Spectrum = emptySpectrum(half + 1)) {
      invariant(signal.length === size && fits(into, half), 'signal and spectrum fit the plan');
      const result: Points = { real: into.real, imaginary: into.imaginary, step: 1 };
      runTransform(transform, pairsOf(signal), { spare: work, home: result, to: result });
      takeApart(into, roots);
      return into;
    },
    inverse(spectrum: Spectrum, into: Float64Array = new Float64Array(size)) {
      invariant(into.length === size && fits(spectrum, half), 'signal and spectrum fit the plan');
      const home = halvesOf(into);
      // the first stage must not write what it reads: it writes `work` when the number of stages is even
      const start = transform.stages.length % 2 === 1 ? home : work;
      putTogether(spectrum, roots, start);
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
const pairsOf = (signal: Float64Array): Points => ({ real: signal, imaginary: signal.subarray(1), step: 2 });

/** An array as room for half as many complex numbers. */
const halvesOf = (room: Float64Array): Points => ({
  real: room.subarray(0, room.length / 2),
  imaginary: room.subarray(room.length / 2),
  step: 1,
});

const exchanged = ({ real, imaginary, step }: Points): Points => ({ real: imaginary, imaginary: real, step });

/** From the transform of even + i·odd to that of the whole: X[k] = E + w^k·O and X[half - k] = conj(E - w^k·O). */
function takeApart({ real, imaginary }: Spectrum, { coarse, fine, period }: Twiddles): void {
  const half = real.length - 1;
  const zeroth = real[0];
  real[0] = zeroth + imaginary[0];
  real[half] = zeroth - imaginary[0];
  imaginary[0] = 0;
  imaginary[half] = 0;
  imaginary[half / 2] = -imaginary[half / 2];
  for (let k = 1; k < half / 2; k++) {
    const mirror = half - k;
    const high = 2 * Math.floor(k / period);
    const low = 2 * (k % period);
    const cosine = coarse[high] * fine[low] - coarse[high + 1] * fine[low + 1];
    const sine = coarse[high] * fine[low + 1] + coarse[high + 1] * fine[low];
    const evenX = 0.5 * (real[k] + real[mirror]);
    const evenY = 0.5 * (imaginary[k] - imaginary[mirror]);
    const oddX = 0.5 * (imaginary[k] + imaginary[mirror]);
    const oddY = 0.5 * (real[mirror] - real[k]);
    const turnedX = oddX * cosine - oddY * sine;
    const turnedY = oddX * sine + oddY * cosine;
    real[k] = evenX + turnedX;
    imaginary[k] = evenY + turnedY;
    real[mirror] = evenX - turnedX;
    imaginary[mirror] = turnedY - evenY;
  }
}

/** The way back: size·E = X[k] + conj X[half - k], size·O·w^k their difference; E + i·O is written. */
function putTogether(spectrum: Spectrum, { coarse, fine, period }: Twiddles, into: Points): void {
  const { real, imaginary } = spectrum;
  const half = real.length - 1;
  const scale = 0.5 / half;
  into.real[0] = scale * (real[0] + real[half]);
  into.imaginary[0] = scale * (real[0] - real[half]);
  into.real[half / 2] = 2 * scale * real[half / 2];
  into.imaginary[half / 2] = -2 * scale * imaginary[half / 2];
  for (let k = 1; k < half / 2; k++) {
    const mirror = half - k;
    const high = 2 * Math.floor(k / period);
    const low = 2 * (k % period);
    const cosine = coarse[high] * fine[low] - coarse[high + 1] * fine[low + 1];
    const sine = coarse[high] * fine[low + 1] + coarse[high + 1] * fine[low];
    const evenX = scale * (real[k] + real[mirror]);
    const evenY = scale * (imaginary[k] - imaginary[mirror]);
    const turnedX = scale * (real[k] - real[mirror]);
    const turnedY = scale * (imaginary[k] + imaginary[mirror]);
    const oddX = turnedX * cosine + turnedY * sine;
    const oddY = turnedY * cosine - turnedX * sine;
    into.real[k] = evenX - oddY;
    into.imaginary[k] = evenY + oddX;
    into.real[mirror] = evenX + oddY;
    into.imaginary[mirror] = oddX - evenY;
  }
}
