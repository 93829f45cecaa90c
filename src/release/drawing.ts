/** The coins. A table is its groups, and all rows of a group are alike: a draw says how often each group is shown, and where. */
import type { Rational } from '../numerics/index.ts';
import { type Below, bernoulliPlaces, shuffle } from '../random/index.ts';

export interface DrawRule {
  readonly rate: Rational;
  /** Groups of which fewer rows were drawn are dropped; 1 drops none. */
  readonly threshold: number;
}

/**
 * The group of each row that was drawn, in random order.
 *   Says     every row is drawn by its own coin of probability `rate`; then every order of those left is equally likely
 *   Assumes  0 <= rate <= 1, which is checked; groups have whole numbers of rows
 *   Rounds   nothing: integers only
 *   Source   elementary
 */
export function drawGroups(below: Below, counts: readonly number[], { rate, threshold }: DrawRule): number[] {
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const drawn: number[] = [];
  let [group, end] = [-1, 0];
  let first = 0;
  const endGroup = (): void => {
    if (drawn.length - first < threshold) drawn.length = first;
    first = drawn.length;
  };
  for (const place of bernoulliPlaces(below, { rate, rows })) {
    if (place >= end) endGroup();
    while (place >= end) end += counts[++group];
    drawn.push(group);
  }
  endGroup();
  return shuffle(below, drawn);
}
