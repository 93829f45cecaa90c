/**
 * Directed rounding: `up` never returns less than the true value, `down` never more.
 *
 * The four operations are correctly rounded by the hardware; the sign of their error is recovered exactly (Knuth's
 * two-sum, Dekker's two-product, rationals where those might lose bits), so `up` and `down` are the two doubles
 * around the truth, or the truth itself. Bound: less than 1 unit in the last place.
 *
 * exp, expm1, log and log1p of every engine in use err by less than 1 ulp (V8 and SpiderMonkey: fdlibm).
 * We step 2 doubles outwards; the tests hold the platform to 1 against exact enclosures. Bound: 3 ulp.
 */
import { nextDown, nextUp } from './neighbours.ts';
import { compare, fromNumber, mul } from './rational.ts';

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

/** a + b - fl(a + b), exactly; only its sign where the sum overflowed. */
function sumError(a: number, b: number, sum: number): number {
  if (!Number.isFinite(sum)) return overflowError(a, b, sum);
  const bVirtual = sum - a;
  return a - (sum - bVirtual) + (b - bVirtual);
}

/** An infinite result of finite operands lies beyond the truth; one of infinite operands is the truth. */
const overflowError = (a: number, b: number, result: number): number =>
  Number.isFinite(a) && Number.isFinite(b) ? -Math.sign(result) : 0;

/** Far enough from both ends of the range for two-product to be exact. */
const inTheMiddle = (x: number): boolean => Math.abs(x) < 2 ** 900 && Math.abs(x) > 2 ** -900;

/** A number with the sign of a·b - product. */
function signOfProductError(a: number, b: number, product: number): number {
  if (inTheMiddle(a) && inTheMiddle(b) && inTheMiddle(product)) return productError(a, b, product);
  if (!Number.isFinite(product)) return overflowError(a, b, product);
  return compare(mul(fromNumber(a), fromNumber(b)), fromNumber(product));
}

/** A number with the sign of a/b - quotient: that of the remainder a - quotient·b, turned by the sign of b. */
function signOfQuotientError(a: number, b: number, quotient: number): number {
  if (b === 0 || !Number.isFinite(b)) return 0;
  if (!Number.isFinite(quotient)) return overflowError(a, b, quotient);
  const product = quotient * b;
  const safe = inTheMiddle(a) && inTheMiddle(b) && inTheMiddle(quotient) && inTheMiddle(product);
  const remainder = safe
    ? a - product - productError(quotient, b, product)
    : compare(fromNumber(a), mul(fromNumber(quotient), fromNumber(b)));
  return remainder * Math.sign(b);
}

type Step = (x: number) => number;

function rounding(next: Step, wanted: 1 | -1): Rounding {
  /** Moves a value outwards unless its error shows that it already lies on the safe side. */
  const outward = (value: number, error: number): number => (error * wanted <= 0 ? value : next(value));
  const add = (a: number, b: number): number => outward(a + b, sumError(a, b, a + b));
  /** Values that are exact stay: those at 0, 1 and the infinities. */
  const unless = (exact: boolean, value: number): number => (exact ? value : next(next(value)));
  const infinite = (x: number): boolean => x === Infinity || x === -Infinity;
  return Object.freeze({
    add,
    sub: (a: number, b: number) => add(a, -b),
    mul: (a: number, b: number) => outward(a * b, signOfProductError(a, b, a * b)),
    div: (a: number, b: number) => outward(a / b, signOfQuotientError(a, b, a / b)),
    // exp and expm1 stay inside their ranges, [0, inf] and [-1, inf]
    exp: (x: number) => Math.max(unless(x === 0 || infinite(x), Math.exp(x)), 0),
    expm1: (x: number) => Math.max(unless(x === 0 || infinite(x), Math.expm1(x)), -1),
    log: (x: number) => unless(x === 1 || x === 0 || x === Infinity, Math.log(x)),
    log1p: (x: number) => unless(x === 0 || x === -1 || x === Infinity, Math.log1p(x)),
  });
}

export const up: Rounding = rounding(nextUp, 1);
export const down: Rounding = rounding(nextDown, -1);
