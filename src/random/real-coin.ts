/**
 * A coin whose probability is a real number that no fraction writes down, but that can be bracketed as closely as wanted.
 */
import type { Below } from './uniform.ts';

/** A real number x in fixed point: lower <= x·2^precision <= upper. */
export interface Bounds {
  readonly lower: bigint;
  readonly upper: bigint;
}

/** Brackets one number at any precision; the bounds must close in on it as the precision grows. */
export type Bracketed = (precision: number) => Bounds;

/** Bounds are worked out at the first toss: a skip seldom needs all its coins. */
const unknown = -1;

/**
 * Compares a uniform real, drawn `look` bits at a time, with the probability x.
 * Exact: while the drawn bits leave open on which side of the bracket the uniform lies, more bits are drawn and the
 * bracket is narrowed; the answer is the comparison of the two real numbers and never an approximation of it.
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
