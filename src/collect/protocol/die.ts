/**
 * The die that a person rolls once, in exact sides: `sampled`, or one of the fixed answers from 0 on.
 * In one report only being sampled matters: a fixed answer is then 0 whatever it is.
 */
import type { Below } from '../../random/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { type DecimalFraction, fractionOf } from './decimal.ts';

export interface DieChances {
  readonly sampling: number;
  /** From answer 0 on; `null`: all alike. */
  readonly baseline: readonly number[] | null;
}

/** Equally likely sides: so many are `sampled`, so many are each fixed answer. */
export interface DieSides {
  readonly sampled: bigint;
  readonly outputs: readonly bigint[];
}

export type Rolled = 'sampled' | number;

/** The same chances as whole numbers, or a refusal where they do not sum to 1 exactly. */
export function sidesOf({ sampling, baseline }: DieChances, values: number): DieSides {
  const sampled = fractionOf(sampling);
  if (baseline === null) {
    const outputs = Array<bigint>(values + 1).fill(sampled.denominator - sampled.numerator);
    return { sampled: sampled.numerator * BigInt(values + 1), outputs };
  }
  if (baseline.length !== values + 1)
    refuse(
      'campaign_invalid',
      `baseline needs a probability for answer 0 and each of ${values} values: ${values + 1} in total.`,
    );
  const chances = [sampled, ...baseline.map(fractionOf)];
  // powers of ten: the largest is a multiple of all
  let total = 1n;
  for (const { denominator } of chances) if (denominator > total) total = denominator;
  const [first, ...outputs] = chances.map(
    ({ numerator, denominator }: DecimalFraction) => numerator * (total / denominator),
  );
  if (outputs.reduce((sum, sides) => sum + sides, first) !== total)
    refuse('campaign_invalid', 'baseline and sampling must sum to exactly 1.');
  return { sampled: first, outputs };
}

export function roll(below: Below, { sampled, outputs }: DieSides): Rolled {
  let left = below(outputs.reduce((sum, sides) => sum + sides, sampled)) - sampled;
  if (left < 0n) return 'sampled';
  for (let output = 0; ; output += 1) {
    left -= outputs[output];
    if (left < 0n) return output;
  }
}
