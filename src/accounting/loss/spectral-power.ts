/**
 * Powers of a law's spectrum with a bound on every coefficient's error. What is raised is 1 + D, and D is known better
 * than 1 + D: relative to the mass that is not at the centre, or, at low frequencies, relative to D itself.
 */
import type { Spectrum } from '../../numerics/fft/index.ts';
import { UNIT } from './pair.ts';

/** A law whose heaviest or middle point was moved to position 0: masses of all other points, by position modulo size. */
export interface CentredMasses {
  readonly positions: Int32Array;
  readonly masses: Float64Array;
  /** All of these together. */
  readonly rest: number;
  /** Relative error of each of them. */
  readonly error: number;
}

/** Sines that one power may take for low frequencies: a fraction of a second. */
const SINES_MAX = 5e6;

/** Below this the transform's own error is small enough. */
const DOUBTFUL = 2e-12;

interface Power {
  readonly count: number;
  readonly error: number;
  /** Whether low frequencies may be summed term by term. */
  readonly sines?: boolean;
}

/** A running product of powers of spectra, with a bound on the error of every coefficient. */
export function spectralPower(size: number) {
  const half = size / 2;
  const real = new Float64Array(half + 1).fill(1);
  const imaginary = new Float64Array(half + 1);
  const relative = new Float64Array(half + 1);
  return {
    spectrum: { real, imaginary },
    /**
     * Multiplies by the count-th power of the spectrum 1 + D of a law.
     *   Says     D[k] = sum of m[j]·(w^(jk) - 1) over the points off the centre; its transform errs by `error` times
     *            twice their mass, a direct sum by a few units of sum m[j]·|w^(jk) - 1|. If D errs by d, then
     *            (1 + D)^count errs by the factor (1 + d/|1 + D|)^count, and by count·|ln(1 + D)| units
     *   Assumes  `transformed` is D by a transform whose coefficients err by `error` times the sum of magnitudes
     *   Rounds   the bound up
     *   Source   definition; ln(1 + D) is taken without forming 1 + D
     */
    multiply(transformed: Spectrum, law: CentredMasses, { count, error, sines = true }: Power): void {
      const negligible = Math.exp(-600 / count);
      const faithful = Math.exp(-50 / count);
      const byTransform = (error + law.error + 4 * UNIT) * 2 * law.rest;
      const isDoubtful = sines && count * byTransform > DOUBTFUL;
      const direct = isDoubtful && relevantIn(transformed, faithful) * law.masses.length <= SINES_MAX;
      for (let k = 0; k <= half; k++) {
        const [x, y] = [transformed.real[k], transformed.imaginary[k]];
        const magnitude = magnitudeOf(1 + x, y);
        if (!(magnitude + byTransform > negligible)) {
          real[k] = 0;
          imaginary[k] = 0;
          continue;
        }
        const exact = direct && magnitude > faithful ? differenceAt(law, k, size) : undefined;
        const power = powerOf(
          exact !== undefined && exact.error < byTransform ? exact : { x, y, error: byTransform },
          count,
        );
        const [a, b] = [real[k], imaginary[k]];
        real[k] = a * power.real - b * power.imaginary;
        imaginary[k] = a * power.imaginary + b * power.real;
        relative[k] += power.relative;
      }
    },
    /** Parseval: the Euclidean error of the masses is that of the coefficients over the root of the size. */
    errors(): { norm: number; element: number; absoluteSum: number } {
      let [sum, sumOfSquares, absoluteSum] = [0, 0, 0];
      for (let k = 0; k <= half; k++) {
        const magnitude = Math.sqrt(real[k] * real[k] + imaginary[k] * imaginary[k]);
        const growth = relative[k] < 1e-3 ? relative[k] * 1.001 : Math.expm1(relative[k]);
        const error = magnitude > 0 ? magnitude * growth : 1e-250;
        const times = k === 0 || k === half ? 1 : 2;
        absoluteSum += times * magnitude;
        sum += times * error;
        sumOfSquares += times * error * error;
      }
      return { norm: Math.sqrt(sumOfSquares / size) * 1.001, element: (sum / size) * 1.001, absoluteSum };
    },
  };
}

/** How many coefficients are larger than so much. */
function relevantIn({ real, imaginary }: Spectrum, faithful: number): number {
  let relevant = 0;
  for (let k = 0; k < real.length; k++) if (magnitudeOf(1 + real[k], imaginary[k]) > faithful) relevant += 1;
  return relevant;
}

/** Far from overflow, where `Math.hypot` takes ten times as long. */
const magnitudeOf = (x: number, y: number): number => Math.sqrt(x * x + y * y);

interface Difference {
  readonly x: number;
  readonly y: number;
  readonly error: number;
}

/** (1 + x + iy)^count, with a bound on its relative error. */
function powerOf({ x, y, error }: Difference, count: number): { real: number; imaginary: number; relative: number } {
  const magnitude = magnitudeOf(1 + x, y);
  if (count <= 3) {
    let [real, imaginary] = [1 + x, y];
    for (let i = 1; i < count; i++)
      [real, imaginary] = [real * (1 + x) - imaginary * y, real * y + imaginary * (1 + x)];
    return { real, imaginary, relative: count * (Math.log1p((error + 2 * UNIT) / magnitude) + 8 * UNIT) };
  }
  // near 1 without forming 1, else without cancellation
  const logMagnitude = magnitude < 0.5 ? Math.log(magnitude) : Math.log1p(x * (2 + x) + y * y) / 2;
  const angle = Math.atan2(y, 1 + x);
  const raised = Math.exp(count * logMagnitude);
  const units = Math.abs(logMagnitude) + Math.abs(angle) + (4 * (Math.abs(x) + Math.abs(y))) / Math.min(1, magnitude);
  return {
    real: raised * Math.cos(count * angle),
    imaginary: raised * Math.sin(count * angle),
    relative: count * (Math.log1p(error / magnitude) + 4 * UNIT * units) + 16 * UNIT,
  };
}

/** D[k] term by term, with compensated sums: exp(-ix) - 1 = -2·sin(x/2)^2 - i·sin(x), the angle reduced exactly. */
function differenceAt({ positions, masses, error }: CentredMasses, k: number, size: number): Difference {
  let [x, y, lostX, lostY, magnitude] = [0, 0, 0, 0, 0];
  for (let i = 0; i < masses.length; i++) {
    let turn = (positions[i] * k) % size;
    if (2 * turn > size) turn -= size;
    const angle = (2 * Math.PI * turn) / size;
    const sine = Math.sin(angle / 2);
    const termX = -2 * masses[i] * sine * sine - lostX;
    const nextX = x + termX;
    lostX = nextX - x - termX;
    x = nextX;
    const termY = -masses[i] * Math.sin(angle) - lostY;
    const nextY = y + termY;
    lostY = nextY - y - termY;
    y = nextY;
    magnitude += masses[i] * Math.abs(sine);
  }
  return { x, y, error: 2 * magnitude * (error + 16 * UNIT) * (1 + masses.length * UNIT) };
}
