/** A sample of exactly the fraction p of the units, rounded down, without replacement. */

import { up } from '../../numerics/index.ts';
import type { ApproximateCost, Cost } from '../../vocabulary/index.ts';
import { amplify } from './amplification.ts';
import { approximateCharge, checkApproximate } from './approximate-charge.ts';
import { checkCost, checkRate, checkSize } from './arguments.ts';
import { charge, chargeSubstitutionOnly } from './charge.ts';
import type { SampleOperator } from './operator.ts';

export interface Fraction {
  readonly rate: number;
  /** The public number of units; only replaced units are then neighbours. */
  readonly of?: number | undefined;
}

export const fraction = ({ rate, of }: Fraction, following: Cost): Cost =>
  of === undefined ? fractionOfSecret(rate, following) : fractionOfPublic(rate, of, following);

/**
 * The size of the data is secret, so the size of the sample is too.
 *   Says     (e, r) ⇒ (max(e, ln(1 + p(e^r − 1))), ln(1 + p(e^r − 1))); p = 1 changes nothing, p = 0 keeps no one
 *   Assumes  floor(p·|D|) units uniformly without replacement; fresh secret randomness
 *   Rounds   up; approached as the data grows, reached where p·|D| is whole
 *   Source   derived (tighter than [EAS16] Theorem 4.7); checked by linear program
 */
function fractionOfSecret(rate: number, following: Cost): Cost {
  checkRate('sampling rate', rate);
  const { epsilon, replace } = checkCost(following);
  if (rate === 0 || rate === 1) return charge(rate * epsilon, rate * replace);
  const amplified = amplify(rate, replace);
  return charge(Math.max(epsilon, amplified), amplified);
}

/**
 * The size of the data is public.
 *   Says     r ⇒ ln(1 + (floor(pN)/N)(e^r − 1)), reached
 *   Assumes  neighbours replace one unit; the table directly below has exactly N units, and N is public
 *   Rounds   up; p may stand for the decimal it was read from: the whole number is that of the larger
 *   Source   derived; checked by linear program
 */
function fractionOfPublic(rate: number, of: number, following: Cost): Cost {
  checkRate('sampling rate', rate);
  checkSize('public number of units', of);
  const realised = up.div(Math.floor(up.mul(rate, of)), of);
  return chargeSubstitutionOnly(amplify(realised, checkCost(following).replace));
}

/**
 * Fraction sample.
 *   Says     as the pure price, with δ ⇒ max(δ, pρ), ρ ⇒ pρ
 *   Assumes  as `fraction`; all questions on the sample together keep the cap
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
export function cappedFraction(sample: Fraction, cap: ApproximateCost): ApproximateCost {
  const { delta, replaceDelta } = checkApproximate(cap);
  const met = up.mul(sample.rate, replaceDelta);
  const charged = fraction(sample, cap);
  return sample.of === undefined
    ? approximateCharge(charged, Math.max(delta, met), met)
    : approximateCharge(charged, met, met);
}

export const fractionOperator: SampleOperator<Fraction> = {
  about: 'exactly this share of the units',
  takes: { rate: 'needed', of: 'optional' },
  random: true,
  price: fraction,
  capped: cappedFraction,
  inFull: 'replaced',
  known: { added: 'either', replaced: 'replaced' },
  theorem: ({ of }) => (of === undefined ? 'fractionOfSecret' : 'fractionOfPublic'),
};
