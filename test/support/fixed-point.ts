/**
 * Series in fixed point: a BigInt v with W binary places stands for v/2^W. Each function states how many units of
 * the last place it may be off. The ground on which enclosures stand; plain and slow on purpose.
 */

/** ln 2, within 2 units: 2·artanh(1/3), summed with guard bits. */
export const lnTwo = (places: number): bigint => (2n * inverseArtanh(3n, places + 32)) >> 32n;

/** π, within 2 units: Machin's 16·arctan(1/5) - 4·arctan(1/239), summed with guard bits. */
export const pi = (places: number): bigint =>
  (16n * inverseArctan(5n, places + 32) - 4n * inverseArctan(239n, places + 32)) >> 32n;

const inverseArtanh = (q: bigint, places: number): bigint => oddSeries((1n << BigInt(places)) / q, q * q, 1n);
const inverseArctan = (q: bigint, places: number): bigint => oddSeries((1n << BigInt(places)) / q, q * q, -1n);

function oddSeries(first: bigint, square: bigint, sign: bigint): bigint {
  let sum = 0n;
  let power = first;
  let turn = 1n;
  for (let odd = 1n; power !== 0n; odd += 2n) {
    sum += (turn * power) / odd;
    power /= square;
    turn *= sign;
  }
  return sum;
}

/** exp of r/2^W for |r/2^W| < 1, within 2·terms units; the terms fall below one unit after at most W. */
export function expSeries(r: bigint, places: number): bigint {
  let sum = 0n;
  let term = 1n << BigInt(places);
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    sum += term;
    term = (term * r) / k / (1n << BigInt(places));
  }
  return sum;
}

/** 2·artanh of t/2^W for |t/2^W| < 1/4, within 2·terms units: log((1 + t)/(1 - t)). */
export function twiceArtanh(t: bigint, places: number): bigint {
  const unit = 1n << BigInt(places);
  const square = (t * t) / unit;
  let sum = 0n;
  let power = t;
  for (let odd = 1n; power !== 0n; odd += 2n) {
    sum += power / odd;
    power = (power * square) / unit;
  }
  return 2n * sum;
}

export interface FixedPoint {
  readonly cosine: bigint;
  readonly sine: bigint;
}

/** The point at j/order of a turn, within 64 units, from the angle of at most half a turn either way. */
export function pointOnCircle(j: bigint, order: bigint, places: number): FixedPoint {
  const folded = 2n * j > order ? j - order : j;
  const angle = (2n * pi(places + 32) * folded) / order;
  const unit = 1n << BigInt(places + 32);
  const parts = [0n, 0n, 0n, 0n];
  let term = unit;
  for (let k = 1n; term !== 0n; k++) {
    parts[Number((k - 1n) % 4n)] += term;
    term = (term * angle) / (k * unit);
  }
  return { cosine: (parts[0] - parts[2]) >> 32n, sine: (parts[1] - parts[3]) >> 32n };
}
