/**
 * The powers w^p, w^2p, ... of w = exp(-2πi/order) that a pass over p = 0, 1, ... needs, handed out in rows.
 * Long passes have few roots computed and the others as products of two, w^p = w^(p - p mod period)·w^(p mod period):
 * sines would take longer than the transform. The longest passes keep only the factors, for the sake of memory.
 */
import { rootOfUnity } from './roots.ts';

export interface Twiddles {
  /** How many powers for each p: a row holds the parts of w^p, of w^2p and so on, then those of the next p. */
  readonly powers: number;
  readonly fine: Float64Array;
  /** What to turn the fine row by for each further row; 1 alone when the fine row is all. */
  readonly coarse: Float64Array;
}

/** Passes of at most this length have all their roots computed. */
export const directLengthMax = 1024;

/** Tables of at most so many doubles are kept. */
const tableLengthMax = 2 ** 20;

/** For p from 0 to count - 1, a power of two. */
export function twiddles(order: number, count: number, powers: number): Twiddles {
  const period = count <= directLengthMax ? count : 2 ** Math.ceil(Math.log2(count) / 2);
  const fine = table(order, period, 1, powers);
  const factors = Object.freeze({ powers, fine, coarse: table(order, count / period, period, powers) });
  if (2 * powers * count > tableLengthMax) return factors;
  const whole = new Float64Array(2 * powers * count);
  eachRow(factors, (row, first) => whole.set(row, 2 * powers * first));
  return Object.freeze({ powers, fine: whole, coarse: table(order, 1, 1, powers) });
}

/** Calls with each row of a pass and the p of its first root; a row lasts until the next. */
export function eachRow({ powers, fine, coarse }: Twiddles, use: (row: Float64Array, first: number) => void): void {
  const parts = 2 * powers;
  const alone = coarse.length === parts;
  const row = alone ? fine : new Float64Array(fine.length);
  for (let high = 0; high < coarse.length; high += parts) {
    if (!alone) turn(fine, coarse.subarray(high, high + parts), row);
    use(row, (high / parts) * (fine.length / parts));
  }
}

/** Each power in the row turned by its own root. */
function turn(fine: Float64Array, roots: Float64Array, row: Float64Array): void {
  for (let power = 0; power < roots.length; power += 2) {
    const cosine = roots[power];
    const sine = roots[power + 1];
    for (let place = power; place < fine.length; place += roots.length) {
      const x = fine[place];
      const y = fine[place + 1];
      row[place] = x * cosine - y * sine;
      row[place + 1] = x * sine + y * cosine;
    }
  }
}

function table(order: number, count: number, stride: number, powers: number): Float64Array {
  const parts = new Float64Array(2 * powers * count);
  for (let p = 0, place = 0; p < count; p++)
    for (let power = 1; power <= powers; power++, place += 2) {
      const [cosine, sine] = rootOfUnity(p * stride * power, order);
      parts[place] = cosine;
      parts[place + 1] = sine;
    }
  return parts;
}
