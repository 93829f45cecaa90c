/**
 * The die that a person rolls once: with some chance they are sampled and will tell the truth, otherwise it fixes an answer
 * that has nothing to do with them. Answer 0 is the baseline: "none of these".
 */
import { refuse } from '../../vocabulary/index.ts';

/** The probabilities of one random choice. */
export interface Die {
  /** The chance to be sampled. */
  readonly sampling: number;
  /** The chance of each fixed answer, from 0 on; with the sampling they sum to 1. */
  readonly outputs: readonly number[];
}

export interface DieInput {
  /** Answers beside 0. */
  readonly values: number;
  readonly sampling: number;
  /** Chances of the fixed answers from 0 on; the last may be left out, for it takes the rest. Without it all are equal. */
  readonly baseline?: readonly number[] | undefined;
}

/** A last chance that was given may differ from the rest by the digits that it was rounded to. */
const ROUNDED = 1e-9;

/** Checks the probabilities, and makes those that are not given equal. */
export function makeDie({ values, sampling, baseline }: DieInput): Die {
  if (!(Number.isSafeInteger(values) && values >= 1))
    refuse('value_out_of_range', `A question must have a whole number of values, at least 1; it has ${values}.`);
  checkSampling(sampling);
  if (baseline === undefined) {
    const outputs = Array<number>(values + 1).fill((1 - sampling) / (values + 1));
    return Object.freeze({ sampling, outputs: Object.freeze(outputs) });
  }
  if (!(baseline.length === values || baseline.length === values + 1))
    refuse(
      'value_out_of_range',
      `The baseline needs a probability for answer 0 and for each of ${values} values; the last may be left out.`,
    );
  const given = baseline.slice(0, values);
  const rest = given.reduce((left, chance) => left - chance, 1 - sampling);
  const sound = given.every(chance => chance >= 0) && rest >= -ROUNDED;
  if (!(sound && Math.abs((baseline[values] ?? rest) - rest) <= ROUNDED))
    refuse(
      'value_out_of_range',
      'The baseline probabilities must be at least 0 and sum to 1 together with the sampling rate.',
    );
  return Object.freeze({ sampling, outputs: Object.freeze([...given, Math.max(rest, 0)]) });
}

export function checkSampling(sampling: number): void {
  if (!(sampling > 0 && sampling < 1))
    refuse('value_out_of_range', `The sampling must lie between 0 and 1, both excluded; it is ${sampling}.`);
}

/** Several values are one question: a changed answer leaves one count and enters another. */
export const valuesOf = ({ outputs }: Die): number => outputs.length - 1;
