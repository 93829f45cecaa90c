/** Small neighbouring data sets and costs, over which every price is compared with the truth. */
import type { Cost } from '../../src/vocabulary/index.ts';
import type { Part } from './stability-lottery.ts';

export type Neighbours = readonly [Part, Part];

export const crowd = (count: number): Part => Array.from({ length: count }, (_, i) => `a${i + 1}`);

/** `count` exchangeable units, and the same with one more. */
export const added = (count: number): Neighbours => [crowd(count), [...crowd(count), 'x']];

/** `count` units of which one is another person. */
export const replaced = (count: number): Neighbours => [
  [...crowd(count - 1), 'x'],
  [...crowd(count - 1), 'y'],
];

/** From a question that only sees the size (r = 0) to one where a replaced unit counts twice. */
export const costs: readonly Cost[] = [0.3, 1.2].flatMap(epsilon =>
  [0, 0.5, 1, 1.6, 2].map(ratio => ({ epsilon, replace: ratio * epsilon })),
);

export const upTo = (least: number, most: number): number[] =>
  Array.from({ length: most - least + 1 }, (_, i) => least + i);
