/** What a published number says about ours, and whether our answer agrees. */
import { type Answer, account, type SpecificationInput } from '../../src/accounting/index.ts';

/** What is known of the truth. */
export type Knowledge =
  /** The truth, as far as the tolerance goes. */
  | { readonly kind: 'value'; readonly value: number; readonly tolerance: number }
  /** The price: our upper end is the truth, and the lower end may be less where no data are known that reach it. */
  | { readonly kind: 'price'; readonly value: number; readonly tolerance: number }
  /** Somebody's upper bound, at most `slack` above the truth. */
  | { readonly kind: 'upper bound'; readonly value: number; readonly slack: number }
  /** The truth lies above this. */
  | { readonly kind: 'too low'; readonly value: number }
  /** The truth lies in here, and we must know it as well as this or better. */
  | { readonly kind: 'bracket'; readonly lower: number; readonly upper: number; readonly tolerance: number };

export interface Claim {
  readonly specification: SpecificationInput;
  readonly truth: Knowledge;
}

export interface Sides {
  readonly lower: number;
  readonly upper: number;
}

/** The two ends of an answer to one question with one value; what is unknown is infinite. */
export function sidesOf(answer: Answer): Sides {
  if ('renyi' in answer) {
    const upper = answer.renyi[0].upper ?? Infinity;
    return { lower: upper, upper };
  }
  const both =
    'epsilon' in answer
      ? answer.epsilon
      : 'delta' in answer
        ? answer.delta
        : 'noise' in answer
          ? answer.noise
          : 'rate' in answer
            ? answer.rate
            : answer.tradeOff[0].falseNegativeRate;
  return { lower: both.lower ?? Infinity, upper: both.upper ?? Infinity };
}

export function answerOf(specification: SpecificationInput): Answer {
  const answer = account(specification);
  if (Array.isArray(answer)) throw new TypeError('a list of questions has no single answer');
  return answer as Answer;
}

export const bothSides = (specification: SpecificationInput): Sides => sidesOf(answerOf(specification));

/** How narrow an answer is when no width was asked for, relatively; the rest is what a published tolerance may demand. */
const NARROW = 2e-4;

/** Everything in which our answer and the knowledge disagree: nothing, if all is well. */
export function disagreements({ specification, truth }: Claim): string[] {
  const { lower, upper } = bothSides(specification);
  const rules: readonly (readonly [boolean, string])[] = (() => {
    switch (truth.kind) {
      case 'value': {
        const { value, tolerance } = truth;
        return [
          [lower - tolerance <= value, `the truth is ${value}, below`],
          [value <= upper + tolerance, `the truth is ${value}, above`],
          [upper - lower <= Math.max(2 * tolerance, NARROW * upper), 'wider than the published tolerance'],
        ];
      }
      case 'price':
        return [
          [lower <= truth.value + truth.tolerance, `the truth is ${truth.value}, below`],
          [Math.abs(upper - truth.value) <= truth.tolerance, `the price is ${truth.value}, not our upper end`],
        ];
      case 'upper bound':
        return [
          [upper <= truth.value, `others prove at most ${truth.value}, below our upper end`],
          [lower >= truth.value - truth.slack, `others' bound ${truth.value} lies too far above our lower end`],
        ];
      case 'too low':
        return [[lower > truth.value, `the truth is above ${truth.value}, and our lower end is not`]];
      case 'bracket':
        return [
          [lower <= truth.upper + truth.tolerance, `the truth is at most ${truth.upper}, below`],
          [upper >= truth.lower - truth.tolerance, `the truth is at least ${truth.lower}, above`],
          [
            upper - lower <= Math.max(truth.upper - truth.lower + 2 * truth.tolerance, NARROW * upper),
            'wider than what others know',
          ],
        ];
    }
  })();
  return rules.filter(([holds]) => !holds).map(([, complaint]) => `${complaint} [${lower}, ${upper}]`);
}
