/**
 * The powers w^p, w^2p, ... of w = exp(-2πi/order) that a pass over p = 0, 1, ... needs, from two short tables:
 * w^p = coarse[p div period]·fine[p mod period]. One product replaces tables of up to 2^21 roots, which would cost
 * more memory than the signal and longer to make than the transform. Short passes have a coarse table of 1 alone.
 */
import { rootOfUnity } from './roots.ts';

export interface Twiddles {
  /** For each p the parts of w^p, then those of w^2p and so on: 2·powers doubles. */
  readonly fine: Float64Array;
  readonly coarse: Float64Array;
}

/** Passes of at most this length look their roots up without a product. */
export const directLengthMax = 1024;

/** For p from 0 to count - 1, a power of two; `powers` roots for each. */
export function twiddles(order: number, count: number, powers: number): Twiddles {
  const period = count <= directLengthMax ? count : 2 ** Math.ceil(Math.log2(count) / 2);
  return Object.freeze({
    fine: table(order, period, 1, powers),
    coarse: table(order, count / period, period, powers),
  });
}

function table(order: number, count: number, stride: number, powers: number): Float64Array {
  const parts = new Float64Array(2 * powers * count);
  for (let p = 0, place = 0; p < count; p++)
    for (let power = 1; power <= powers; power++, place += 2) parts.set(rootOfUnity(p * stride * power, order), place);
  return parts;
}
