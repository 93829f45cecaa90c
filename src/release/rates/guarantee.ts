/**
 * What is promised about a published sample: with a chance of at least 1 - delta over the draw, it makes no value of the
 * unknown rows more than 1 + epsilon times likelier than another. It holds for one table: this is not differential privacy.
 */
import { type Rational, rational } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';

export interface ReleaseGuarantee {
  /** Exact: a sample is judged in integers. */
  readonly epsilon: Rational;
  readonly delta: number;
  /** Rows that an adversary who knows all others does not know: 1, or as many as a household has. */
  readonly unknownRows: number;
}

/** What is promised of one sample that was drawn: chance has no part in it any more. */
export type Promised = Pick<ReleaseGuarantee, 'epsilon' | 'unknownRows'>;

export interface PromisedInput {
  /** A decimal such as '0.1'; a number is taken for the decimal it prints as. */
  readonly epsilon: string | number;
  readonly unknownRows?: number | undefined;
}

export interface GuaranteeInput extends PromisedInput {
  readonly delta: number;
}

/** More unknown rows than this are no household, and their powers would only slow the comparison. */
const UNKNOWN_ROWS_MAX = 1000;

export function guarantee({ delta, ...input }: GuaranteeInput): ReleaseGuarantee {
  const { epsilon, unknownRows } = promiseOf(input);
  if (!(delta > 0 && delta < 1))
    refuse('value_out_of_range', `The delta must lie between 0 and 1, both excluded; it is ${delta}.`);
  return Object.freeze({ epsilon, delta, unknownRows });
}

export function promiseOf({ epsilon, unknownRows = 1 }: PromisedInput): Promised {
  const given = Number(epsilon);
  if (!(given > 0 && given < Infinity))
    refuse('value_out_of_range', `The epsilon must be a finite number above 0; it is ${epsilon}.`);
  if (!(Number.isInteger(unknownRows) && unknownRows >= 1 && unknownRows <= UNKNOWN_ROWS_MAX))
    refuse(
      'value_out_of_range',
      `The unknown rows must be a whole number from 1 to ${UNKNOWN_ROWS_MAX}; they are ${unknownRows}.`,
    );
  return Object.freeze({ epsilon: rational.fromDecimal(String(epsilon)), unknownRows });
}

/** A rate of 0 publishes nothing and a rate of 1 the table. */
export function checkRate(rate: number): number {
  if (rate > 0 && rate < 1) return rate;
  return refuse('value_out_of_range', `The rate must lie between 0 and 1, both excluded; it is ${rate}.`);
}
