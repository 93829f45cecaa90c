/**
 * Round cut points for a column from its least and greatest number: widths of ranges, and limits above which values are merged. Never
 * quantiles: where the many values lie has no part in it.
 */
import type { Coarsening } from '../engine/index.ts';

export interface ColumnRange {
  readonly min: number;
  readonly max: number;
  /** No value has a fraction. */
  readonly whole: boolean;
}

/** A rule, and how it is written for --coarsen. */
export type PresetRule = readonly [text: string, rule: Coarsening];

/** From narrow to wide, 1, 2 or 5 with zeros: at most a hundred ranges, at least two. */
export const widthsFor = ({ min, max, whole }: ColumnRange): readonly PresetRule[] =>
  roundNumbers([1, 2, 5], Math.max((max - min) / 100, whole ? 2 : 0), (max - min) / 2).map(
    width => [`range:${width}`, { kind: 'range', width }] as const,
  );

/** From high to low, one digit with zeros: values above are merged, and what is below is at least a twentieth of the range. */
export const limitsFor = ({ min, max }: ColumnRange): readonly PresetRule[] =>
  roundNumbers([1, 2, 3, 4, 5, 6, 8], min + (max - min) / 20, max)
    .filter(most => most < max && most > min)
    .reverse()
    .slice(0, LIMITS_MAX)
    .map(most => [`top:${most}`, { kind: 'top', most }] as const);

const LIMITS_MAX = 6;

/** In order. Rules hold up to 15 digits exactly. */
function roundNumbers(digits: readonly number[], least: number, most: number): readonly number[] {
  if (!(most > 0 && most < 1e15 && least <= most)) return [];
  const [from, to] = [Math.floor(Math.log10(Math.max(least, most / 1000))) - 1, Math.floor(Math.log10(most)) + 1];
  const found: number[] = [];
  for (let power = from; power <= to; power++)
    for (const digit of digits) {
      const number = Number(`${digit}e${power}`);
      if (number >= least && number <= most && number >= SMALLEST) found.push(number);
    }
  return found;
}

/** Below it a width would need more decimal places than engines hold. */
const SMALLEST = 1e-9;

export const DATE_RULES: readonly PresetRule[] = [
  ['month', { kind: 'month' }],
  ['year', { kind: 'year' }],
];
