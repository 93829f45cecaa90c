/**
 * Directed rounding: `up` never returns less than the true value, `down` never more.
 *
 * The four operations are correctly rounded by the hardware; the sign of their error is recovered exactly
 * (Knuth's two-sum, Dekker's two-product), so `up` and `down` are the two nearest doubles around the truth,
 * or the truth itself. Where two-product may lose bits (results near underflow or overflow) they step one
 * double outwards instead. Bound: less than 1 unit in the last place, 2 near the ends of the range.
 *
 * exp, expm1, log and log1p of every engine in use err by less than 1 ulp (V8 and SpiderMonkey: fdlibm).
 * We step 2 doubles outwards; the tests hold the platform to 1 against exact rationals. Bound: 3 ulp.
 */

export interface Rounding {
  add(a: number, b: number): number;
  sub(a: number, b: number): number;
  mul(a: number, b: number): number;
  div(a: number, b: number): number;
  exp(x: number): number;
  expm1(x: number): number;
  log(x: number): number;
  log1p(x: number): number;
}

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The least double above x. Infinity and NaN stay. */
export function nextUp(x: number): number {
  if (!(x < Infinity)) return x;
  if (x === 0) return Number.MIN_VALUE;
  float[0] = x;
  bits[0] += x > 0 ? 1n : -1n;
  return float[0];
}

/** The greatest double below x. */
export const nextDown = (x: number): number => -nextUp(-x);

/** Splits a double into two of 26 bits (Veltkamp); exact while |x| < 2^995. */
function split(x: number): [high: number, low: number] {
  const scaled = 134217729 * x;
  const high = scaled - (scaled - x);
  return [high, x - high];
}

/** a·b - fl(a·b), exactly, when no part of it under- or overflows. */
export function productError(a: number, b: number, product: number): number {
  const [aHigh, aLow] = split(a);
  const [bHigh, bLow] = split(b);
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** a + b - fl(a + b), exactly. */
function sumError(a: number, b: number, sum: number): number {
  const bVirtual = sum - a;
  return a - (sum - bVirtual) + (b - bVirtual);
}

const splittable = (x: number): boolean => Math.abs(x) < 2 ** 900;
const farFromUnderflow = (x: number): boolean => Math.abs(x) > 2 ** -900;

/** Sign of the error of a·b as rounded: what must be added to `product` to get the truth. NaN when unknown. */
function signOfProductError(a: number, b: number, product: number): number {
  if (a === 0 || b === 0) return 0;
  if (!(splittable(a) && splittable(b) && splittable(product) && farFromUnderflow(product))) return Number.NaN;
  return productError(a, b, product);
}

/** Sign of the error of a/b as rounded, from the exact remainder a - quotient·b. NaN when unknown. */
function signOfQuotientError(a: number, b: number, quotient: number): number {
  if (a === 0) return 0;
  const safe = [a, b, quotient].every(x => splittable(x) && farFromUnderflow(x));
  if (!safe) return Number.NaN;
  const product = quotient * b;
  if (!farFromUnderflow(product)) return Number.NaN;
  return (a - product - productError(quotient, b, product)) * Math.sign(b);
}

type Step = (x: number) => number;

/** Moves `value` outwards unless the sign of its error shows that it already lies on the safe side. */
const outward = (next: Step, wanted: 1 | -1, value: number, error: number): number =>
  error * wanted <= 0 ? value : next(value);

function rounding(next: Step, wanted: 1 | -1): Rounding {
  const twice: Step = x => next(next(x));
  /** Function values that are exact stay: exp 0, log 1. */
  const unless = (exact: boolean, value: number): number => (exact ? value : twice(value));
  const add = (a: number, b: number): number => {
    const sum = a + b;
    return outward(next, wanted, sum, Number.isFinite(sum) ? sumError(a, b, sum) : infiniteError(a, b));
  };
  return {
    add,
    sub: (a, b) => add(a, -b),
    mul: (a, b) => outward(next, wanted, a * b, signOfProductError(a, b, a * b)),
    div: (a, b) => outward(next, wanted, a / b, signOfQuotientError(a, b, a / b)),
    // exp and expm1 stay inside their ranges, (0, inf) and (-1, inf)
    exp: x => Math.max(unless(x === 0 || x === -Infinity, Math.exp(x)), 0),
    expm1: x => Math.max(unless(x === 0 || x === -Infinity, Math.expm1(x)), -1),
    log: x => unless(x === 1 || x === 0, Math.log(x)),
    log1p: x => unless(x === 0 || x === -1, Math.log1p(x)),
  };
}

/** Finite terms whose sum overflowed have an error towards zero; infinite terms have none. */
const infiniteError = (a: number, b: number): number => (Number.isFinite(a) && Number.isFinite(b) ? -Math.sign(a) : 0);

export const up: Rounding = rounding(nextUp, 1);
export const down: Rounding = rounding(nextDown, -1);
