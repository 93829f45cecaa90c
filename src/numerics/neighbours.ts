/** The doubles next to a double, by arithmetic alone (Rump, Zimmermann, Boldo, Melquiond 2009). */

/** The least double above x. Infinity and NaN stay. */
export function nextUp(x: number): number {
  if (!(x < Infinity)) return x;
  if (x === -Infinity) return -Number.MAX_VALUE;
  const size = Math.abs(x);
  // below 2^-1021 doubles lie evenly; a little above, a share of x would be subnormal and round badly
  if (size < 2 ** -1021) return x + Number.MIN_VALUE;
  if (size < 2 ** -900) return nextUp(x * 2 ** 120) * 2 ** -120;
  return x + size * aboveHalfUlp;
}

/** The greatest double below x. */
export const nextDown = (x: number): number => -nextUp(-x);

/** As a share of x more than half the distance to its neighbour and less than one and a half of it. */
const aboveHalfUlp = 2 ** -53 * (1 + 2 ** -52);
