/** Small neighbouring data sets and costs, over which every price is compared with the truth. */
import type { ApproximateCost, Cost } from '../../src/vocabulary/index.ts';
import type { Part } from './stability-lottery.ts';

export type Neighbours = readonly [Part, Part];

const crowd = (count: number): Part => Array.from({ length: count }, (_, i) => `a${i + 1}`);

/** `count` exchangeable units, and the same with one more. */
export const added = (count: number): Neighbours => [crowd(count), [...crowd(count), 'x']];

/** `count` units of which one is another person. */
export const replaced = (count: number): Neighbours => [
  [...crowd(count - 1), 'x'],
  [...crowd(count - 1), 'y'],
];

/** From a question that only sees the size (r = 0) to one where a replaced unit counts twice. */
export const costs: readonly Cost[] = [
  [0.3, 0],
  [0.3, 0.3],
  [0.3, 0.6],
  [1.2, 0.6],
  [1.2, 1.9],
  [1.2, 2.4],
].map(([epsilon, replace]) => ({ epsilon, replace }));

export const upTo = (least: number, most: number): number[] =>
  Array.from({ length: most - least + 1 }, (_, i) => least + i);

/** Data in which order matters: a new unit in every place among `count` others. */
export const insertedAnywhere = (count: number): Neighbours[] => {
  const others = line(count);
  return gaps(count).map(gap => [others, [...others, gap]]);
};

/** One unit in every place, replaced by one in every other place. */
export const movedAnywhere = (count: number): Neighbours[] => {
  const others = line(count - 1);
  const places = gaps(count - 1);
  return places.flatMap(from =>
    places.map(
      (to): Neighbours => [
        [...others, from],
        [...others, `${to}~`],
      ],
    ),
  );
};

/** Units b, d, f, ... with room before, between and behind them: a, c, e, ... */
const line = (count: number): Part => Array.from({ length: count }, (_, i) => String.fromCharCode(98 + 2 * i));
const gaps = (count: number): Part => Array.from({ length: count + 1 }, (_, i) => String.fromCharCode(97 + 2 * i));

/** Unequal spending on two parts, with every order of e and of r. */
export const costPairs: readonly (readonly [Cost, Cost])[] = [
  [0.4, 0.8, 0.4, 0.8],
  [1, 2, 0.3, 0.6],
  [0.3, 0.6, 1, 2],
  [0.8, 0, 0.5, 0.5],
  [0.5, 0.7, 0.9, 0.2],
  [0.2, 0.4, 0, 0],
  [0, 0, 0.7, 1],
  [1, 0.4, 0.6, 1.2],
].map(([e1, r1, e2, r2]) => [
  { epsilon: e1, replace: r1 },
  { epsilon: e2, replace: r2 },
]);

/** Costs with a chance of failure: r above, equal to and below e, and failure alone. */
export const caps: readonly ApproximateCost[] = [
  { epsilon: 0.5, delta: 0.01, replace: 1, replaceDelta: 0.03 },
  { epsilon: 1, delta: 0.02, replace: 1, replaceDelta: 0.02 },
  { epsilon: 0.3, delta: 0.1, replace: 0.2, replaceDelta: 0.05 },
  { epsilon: 0, delta: 0.05, replace: 0, replaceDelta: 0.1 },
];
