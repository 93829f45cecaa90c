/** Tables of sums that have a density, from the transform of the sum: cells by one inverse transform, their borders by another. */
import { elementError, type RealTransform, realTransform, type Spectrum } from '../../numerics/fft/index.ts';
import { type SmoothLaw, sinc } from './smooth-law.ts';
import type { SumTable } from './table.ts';

/** Cells of one width; those of one period are computed, and what lies beyond comes back in. */
export interface TransformGrid {
  readonly width: number;
  readonly transform: RealTransform;
}

/** The transform of a sum at a frequency, and by how much it may err. */
export interface Coefficient {
  readonly real: number;
  readonly imaginary: number;
  readonly doubt: number;
}

/** A sum less some centre, by its transform. */
export interface SmoothSum {
  coefficient(frequency: number): Coefficient;
  beyond(frequency: number, weight: 0 | 2): number;
  /** Chances that the transform leaves out, or that lie beyond a period. */
  readonly lost: number;
}

export const newGrid = (width: number, points: number): TransformGrid => ({ width, transform: realTransform(points) });

/**
 * The table of a sum whose centre lies `at` from the middle of cell 0.
 *   Says     chance of the cell around x = (1/N)·Σ over j of φ(t_j)·sinc(t_j·h/2)·e^(−i·t_j·x), t_j = 2πj/(N·h), where all
 *            that lies whole periods N·h apart is added up; the curvature of that density is at most (1/Nh)·Σ t_j²·|φ(t_j)|
 *   Assumes  φ is the transform of the sum, and `beyond` bounds what frequencies above π/h contribute
 *   Rounds   by `noise`: rounding of the transform, frequencies left out, and what comes back in from beyond a period
 *   Source   Poisson's summation formula
 */
export function smoothTable(sum: SmoothSum, at: number, { width, transform }: TransformGrid): SumTable {
  const { size } = transform;
  const first = Math.round(at / width) - size / 2;
  const spectra = spectraOf(sum, at - (first + size / 2) * width, width, size);
  const highest = Math.PI / width;
  const leftOut = (width / Math.PI) * sum.beyond(highest, 0);
  const each = (elementError(size) * spectra.sum) / size + spectra.doubt / size + leftOut;
  const masses = centred(transform.inverse(spectra.cells));
  const borders = centred(transform.inverse(spectra.borders));
  const curvature = spectra.curvature / (size * width) + sum.beyond(highest, 2) / Math.PI;
  return {
    first,
    masses: masses.map(mass => Math.max(0, mass)),
    slopes: borders.map((right, i) => right - borders[i === 0 ? size - 1 : i - 1]),
    bend: width ** 3 * curvature + 8 * each,
    noise: size * each + 2 * sum.lost,
  };
}

function spectraOf(sum: SmoothSum, offset: number, width: number, size: number) {
  const half = size / 2;
  const [cells, borders] = [emptySpectrum(half + 1), emptySpectrum(half + 1)];
  let [total, doubt, curvature] = [0, 0, 0];
  for (let j = 0; j <= half; j++) {
    const frequency = (2 * Math.PI * j) / (size * width);
    const { real, imaginary, doubt: own } = sum.coefficient(frequency);
    const magnitude = Math.hypot(real, imaginary);
    const times = j === 0 || j === half ? 1 : 2;
    total += times * magnitude;
    doubt += times * (own + magnitude * 2 ** -51 * (4 + Math.abs(frequency * offset)));
    curvature += times * frequency ** 2 * (magnitude + own);
    turn(cells, j, { real, imaginary }, frequency * offset, sinc((frequency * width) / 2));
    turn(borders, j, { real, imaginary }, frequency * (offset - width / 2), 1);
  }
  return { cells, borders, sum: total, doubt, curvature };
}

/** Writes the conjugate of a coefficient turned by an angle: inverse transforms turn the other way round. */
function turn(into: Spectrum, j: number, { real, imaginary }: Omit<Coefficient, 'doubt'>, angle: number, by: number) {
  const [cosine, sine] = [Math.cos(angle) * by, Math.sin(angle) * by];
  into.real[j] = real * cosine - imaginary * sine;
  into.imaginary[j] = -(real * sine + imaginary * cosine);
}

const emptySpectrum = (length: number): Spectrum => ({
  real: new Float64Array(length),
  imaginary: new Float64Array(length),
});

/** Puts cell 0 in the middle. */
function centred(periodic: Float64Array): Float64Array {
  const half = periodic.length / 2;
  const turned = new Float64Array(periodic.length);
  turned.set(periodic.subarray(half), 0);
  turned.set(periodic.subarray(0, half), half);
  return turned;
}

/** The sum of `count` entries less their means. */
export const fixedSum = (law: SmoothLaw, count: number, lost: number): SmoothSum => ({
  coefficient(frequency) {
    const real = law.transform(frequency, count);
    return { real, imaginary: 0, doubt: Math.abs(real) * 2 ** -50 * (4 - Math.log(Math.abs(real) + 1e-300)) };
  },
  beyond: (frequency, weight) => law.beyond(frequency, count, weight),
  lost,
});
