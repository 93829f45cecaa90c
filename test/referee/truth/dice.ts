/** Choices that anybody with the seed makes again, also of numbers. */
import { type Dice as Choices, diceOf as choicesOf } from '../generate/dice.ts';

export interface Dice extends Choices {
  /** Both ends belong to it. */
  between(low: number, high: number): number;
  /** Uniform from 0 to below 1. */
  part(): number;
}

export function diceOf(seed: number, number: number): Dice {
  const choices = choicesOf(seed, number);
  const { below } = choices;
  return {
    ...choices,
    between: (low, high) => low + below(high - low + 1),
    part: () => below(2 ** 30) / 2 ** 30,
  };
}
