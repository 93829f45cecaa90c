/** Exact fractions as the samplers take them, and the two questions asked of one. */
import { refuse } from '../vocabulary/index.ts';

export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A fraction of at least 0, or a refusal that names it. */
export function checkRatio(name: string, { numerator, denominator }: Ratio): void {
  const whole = typeof numerator === 'bigint' && typeof denominator === 'bigint';
  if (!(whole && numerator >= 0n && denominator >= 1n))
    refuse('value_out_of_range', `The ${name} is a fraction of two bigints, at least 0, with a positive denominator.`);
}

export function checkProbability(name: string, ratio: Ratio): void {
  checkRatio(name, ratio);
  if (!(ratio.numerator <= ratio.denominator)) refuse('value_out_of_range', `The ${name} lies between 0 and 1.`);
}

export function checkScale(name: string, ratio: Ratio): void {
  checkRatio(name, ratio);
  if (!(ratio.numerator >= 1n)) refuse('value_out_of_range', `The ${name} is above 0.`);
}
