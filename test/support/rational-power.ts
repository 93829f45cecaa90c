/** Whole powers of exact rationals. */
import { type Rational, rational } from '../../src/numerics/index.ts';

export const power = ({ numerator, denominator }: Rational, exponent: number): Rational =>
  exponent < 0
    ? rational.ratio(denominator ** BigInt(-exponent), numerator ** BigInt(-exponent))
    : rational.ratio(numerator ** BigInt(exponent), denominator ** BigInt(exponent));
