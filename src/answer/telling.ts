/**
 * Whatever fails while noise is drawn and told may fail by it, also where it is worded as a refusal: to draw again would be another
 * answer for the same charge. Such an answer is lost.
 */
import { Refusal } from '../vocabulary/index.ts';

class LostAnswer extends Error {
  readonly fault: unknown;

  constructor(fault: unknown) {
    super('An answer was lost while it was told.');
    this.fault = fault;
  }
}

const lose = (fault: unknown): never => {
  throw new LostAnswer(fault);
};

/** The same work, of which no failure can be resumed. */
export const telling =
  <Given extends unknown[], Told>(tell: (...given: Given) => Told) =>
  (...given: Given): Told => {
    try {
      const told = tell(...given);
      return told instanceof Promise ? (told.catch(lose) as Told) : told;
    } catch (fault) {
      return lose(fault);
    }
  };

/** What was thrown on the road, and whether the answer is lost: faults of ours are no better than what fails in telling. */
export function failureOf(thrown: unknown, signal?: AbortSignal): { readonly thrown: unknown; readonly lost: boolean } {
  if (thrown instanceof LostAnswer) return { thrown: thrown.fault, lost: true };
  const isForeseen = thrown instanceof Refusal || (signal?.aborted === true && thrown === signal.reason);
  return { thrown, lost: !isForeseen };
}
