/**
 * Roots of unity exp(-2πi·j/order), each part within one unit in the last place of the truth.
 * Every root is computed on its own from an angle of at most 45°: a recurrence would let errors grow.
 */

type Point = readonly [cosine: number, sine: number];

/** π in two parts; the first has 30 bits, so its product with an integer up to 2^22 is exact. */
const piHigh = 3.141592651605606;
const piLow = 1.984187159361081e-9;

/** exp(-2πi·power/order) for 0 <= power <= order, an order of at most 2^22 that is a power of two. */
export function rootOfUnity(power: number, order: number): Point {
  const [cosine, sine] = pointOnCircle(power, order);
  return [cosine, -sine];
}

/** The point at j/order of a turn, folded into the first eighth by the symmetries of the circle. */
function pointOnCircle(j: number, order: number): Point {
  if (8 * j <= order) return inFirstEighth((2 * j) / order);
  if (4 * j <= order) {
    const [cosine, sine] = pointOnCircle(order / 4 - j, order);
    return [sine, cosine];
  }
  if (2 * j <= order) {
    const [cosine, sine] = pointOnCircle(order / 2 - j, order);
    return [-cosine, sine];
  }
  const [cosine, sine] = pointOnCircle(j - order / 2, order);
  return [-cosine, -sine];
}

/** The point at the angle π·halfTurns; what rounding the angle lost is put back to first order. */
function inFirstEighth(halfTurns: number): Point {
  const high = piHigh * halfTurns;
  const angle = high + piLow * halfTurns;
  const lost = high - angle + piLow * halfTurns;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  return [cosine - sine * lost, sine + cosine * lost];
}
