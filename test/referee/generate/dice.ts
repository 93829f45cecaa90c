/** Choices that anybody with the seed makes again: case K of seed S is the same case everywhere. */
import { type Below, reproducibleEntropy, uniform } from '../../../src/random/index.ts';

export interface Dice {
  readonly below: Below;
  pick<T>(list: readonly T[]): T;
  /** Yes with this probability, in thousandths. */
  chance(probability: number): boolean;
  /** One of several, by whole weights. */
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T;
  /** Some of a list, in its order; at least so many. */
  some<T>(list: readonly T[], least: number): T[];
}

export function diceOf(seed: number, number: number): Dice {
  const below = uniform(reproducibleEntropy((BigInt(seed) << 64n) + BigInt(number)));
  const dice: Dice = {
    below,
    pick: list => list[below(list.length)],
    chance: probability => below(1000) < probability * 1000,
    weighted: list => {
      let lot = below(list.reduce((sum, [weight]) => sum + weight, 0));
      for (const [weight, value] of list) {
        if (lot < weight) return value;
        lot -= weight;
      }
      return list[0][1];
    },
    some: (list, least) => {
      const chosen = list.filter(() => below(2) === 0);
      return chosen.length >= least ? chosen : list.slice(0, least);
    },
  };
  return dice;
}
