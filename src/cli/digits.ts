/**
 * Numbers for people, in few digits: a bound is rounded to the side on which it stays true.
 * `atMost` is never below the number, `atLeast` never above it.
 */

const DIGITS = 6;

export const atMost = (bound: number | null): string => (bound === null ? 'no bound' : towards(bound, 1));
export const atLeast = (bound: number | null): string => (bound === null ? 'no bound' : towards(bound, -1));

/** A number as it was given: all its digits. */
export const asGiven = (value: number): string => plain(String(value));

function towards(bound: number, side: 1 | -1): string {
  if (!Number.isFinite(bound)) return 'no bound';
  const nearest = bound.toExponential(DIGITS - 1);
  if (Number(nearest) * side >= bound * side) return shown(nearest);
  return shown(stepped(nearest, side));
}

/** The next number of as many digits, towards plus or minus infinity. */
function stepped(exponential: string, side: 1 | -1): string {
  const [digits, exponent] = exponential.split('e');
  const whole = BigInt(digits.replace('.', '')) + BigInt(side);
  return Number(`${whole}e${Number(exponent) - (DIGITS - 1)}`).toExponential(DIGITS - 1);
}

/** Decimals where they are readable, powers of ten elsewhere; no trailing zeros. */
function shown(exponential: string): string {
  const value = Number(exponential);
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-4 && size < 1e9)) return plain(String(value));
  return plain(exponential.replace(/\.?0+e/, 'e'));
}

const plain = (text: string): string => text.replace('e+', 'e');
