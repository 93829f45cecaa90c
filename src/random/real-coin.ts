/**
 * A coin whose probability is a real number that no fraction writes down, but that can be bracketed as closely as wanted.
 */
import type { Below } from './uniform.ts';

/** A real number x in fixed point: lower <= x·2^precision <= upper. */
export interface FixedPointBounds {
  readonly lower: bigint;
  readonly upper: bigint;
}

/** A shift of a negative number rounds away from zero, which is up once the sign is back. */
export const shiftedUp = (value: bigint, bits: bigint): bigint => -(-value >> bits);

/** Brackets one number at any precision; the bounds must close in on it as the precision grows. */
export type Bracketed = (precision: number) => FixedPointBounds;

/** Bounds are worked out at the first toss: a skip seldom needs all its coins. */
const unknown = -1;

/**
 * Compares a uniform real, drawn `look` bits at a time, with x. While the bits drawn leave open on which side of the
 * bracket the uniform lies, more are drawn and the bracket is narrowed.
 *   Says     true with probability x
 *   Assumes  the brackets hold x and close in on it
 *   Rounds   nothing: what the bracket leaves open is not decided
 *   Source   elementary: the uniform is below x with probability x
 */
export function realCoin(below: Below, probability: Bracketed, look: number): () => boolean {
  const range = 2 ** look;
  let lower = unknown;
  let upper = unknown;
  return () => {
    if (upper === unknown) {
      const bounds = probability(look);
      lower = Number(bounds.lower);
      upper = Number(bounds.upper);
    }
    const drawn = below(range);
    if (drawn < lower) return true;
    if (drawn >= upper) return false;
    return lookCloser(below, probability, look, BigInt(drawn));
  };
}

function lookCloser(below: Below, probability: Bracketed, look: number, firstDrawn: bigint): boolean {
  let drawn = firstDrawn;
  for (let precision = 2 * look; ; precision += look) {
    drawn = (drawn << BigInt(look)) | BigInt(below(2 ** look));
    const { lower, upper } = probability(precision);
    if (drawn < lower) return true;
    if (drawn >= upper) return false;
  }
}
