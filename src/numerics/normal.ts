/**
 * The upper tail Q(z) = P(Z > z) of the standard normal, its logarithm and its inverse, accurate far into the tail.
 * All rest on erfcx(x) = exp(x²)·erfc(x), which varies slowly where the tail itself falls below every double.
 */
import erfcx from '@stdlib/math-base-special-erfcx';
import { log1mExp } from './log-space.ts';

/** Largest relative error of `upperTail` (where it is above 1e-300) and of `logUpperTail` (below 0). */
export const normalTailError = 2 ** -49;

/** Q(z). Beyond z = 37.5 the result is subnormal and loses digits, beyond 38.6 it is 0: use the logarithm there. */
export function upperTail(z: number): number {
  if (z < 0) return 1 - upperTail(-z);
  if (z > 40) return 0;
  // 24 bits of z square exactly; without them exp would magnify the rounding of z²
  const high = Math.fround(z);
  const rest = (z - high) * (z + high);
  return 0.5 * erfcx(z * Math.SQRT1_2) * Math.exp(-0.5 * high * high) * Math.exp(-0.5 * rest);
}

/** log Q(z): at z = 1e6 about -5e11, at z = -30 about -4.9e-198. */
export const logUpperTail = (z: number): number =>
  z < 0 ? Math.log1p(-upperTail(-z)) : Math.log(0.5 * erfcx(z * Math.SQRT1_2)) - 0.5 * z * z;

/** The z with Q(z) = p. */
export const upperTailQuantile = (p: number): number =>
  p <= 0.5 ? logUpperTailQuantile(Math.log(p)) : -logUpperTailQuantile(Math.log1p(-p));

/**
 * The z with log Q(z) = logarithm, by Newton's method. log Q is concave, so from the second step on the iterates
 * rise towards the root; they stop when a step is within the rounding of log Q, or after so many that only that rounding
 * can be what moves them to and fro. Errs by less than 1e-15·max(z, 1).
 */
export function logUpperTailQuantile(logarithm: number): number {
  if (logarithm > -Math.LN2) return -logUpperTailQuantile(log1mExp(logarithm));
  if (logarithm === -Infinity) return Infinity;
  let z = Math.sqrt(-2 * (logarithm + Math.LN2));
  let step = Infinity;
  for (let steps = 0; steps < STEPS_MOST && Math.abs(step) > 2 ** -50 * Math.max(z, 1); steps++) {
    const hazard = hazardScale / erfcx(z * Math.SQRT1_2);
    step = (logUpperTail(z) - logarithm) / hazard;
    z += step;
  }
  return z;
}

/** Newton's method doubles its digits with every step: eight are enough everywhere. */
const STEPS_MOST = 32;

/** density/tail = sqrt(2/π)/erfcx(z/√2). */
const hazardScale = Math.sqrt(2 / Math.PI);
