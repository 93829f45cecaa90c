/**
 * exp and ln to sixty decimals on whole numbers: the yardstick for rounded prices.
 * A number is a BigInt that counts units of 1e-60; doubles enter exactly where they have that many decimals, else to 1e-60.
 */
const ONE = 10n ** 60n;

export const real = (x: number): bigint => {
  if (Number.isInteger(x)) return BigInt(x) * ONE;
  const exponent = Math.max(0, 52 - Math.floor(Math.log2(Math.abs(x))));
  // scaling by a power of two is exact, in two steps so that neither factor overflows
  const half = exponent >> 1;
  return (BigInt(x * 2 ** half * 2 ** (exponent - half)) * ONE) >> BigInt(exponent);
};

export const times = (a: bigint, b: bigint): bigint => (a * b) / ONE;
export const over = (a: bigint, b: bigint): bigint => (a * ONE) / b;
export const toNumber = (a: bigint): number => Number(a) / 1e60;

export function exp(x: bigint): bigint {
  if (x < 0n) return over(ONE, exp(-x));
  const halvings = Math.max(0, x.toString(2).length - ONE.toString(2).length) + 8;
  const guard = 1n << 64n;
  const small = (x * guard) >> BigInt(halvings);
  let term = ONE * guard;
  let sum = term;
  for (let k = 1n; term !== 0n; k++) {
    term = (term * small) / (ONE * guard) / k;
    sum += term;
  }
  for (let i = 0; i < halvings; i++) sum = (sum * sum) / (ONE * guard);
  return sum / guard;
}

/** Newton's iteration from the logarithm of the leading digits. */
export function ln(y: bigint): bigint {
  const digits = y.toString().length;
  const leading = Number(y.toString().slice(0, 17)) / 1e16;
  let guess = real(Math.log(leading) + (digits - 61) * Math.LN10);
  for (let i = 0; i < 6; i++) {
    const power = exp(guess);
    guess += (2n * ONE * (y - power)) / (y + power);
  }
  return guess;
}
