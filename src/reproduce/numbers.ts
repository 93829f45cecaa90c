/** Numbers as sentences and axes need them. */

/** Few digits, as a person would say it. */
export const said = (value: number, digits = 3): string => String(Number(value.toPrecision(digits)));

/** Evenly spaced, both ends included. */
export const evenly = (from: number, to: number, points: number): number[] =>
  Array.from({ length: points }, (_, i) => from + ((to - from) * i) / (points - 1));

/** Spaced by equal factors, both ends included. */
export const geometrically = (from: number, to: number, points: number): number[] =>
  evenly(Math.log(from), Math.log(to), points).map(Math.exp);

/** The same as whole numbers, each once. */
export const wholeNumbers = (from: number, to: number, points: number): number[] => [
  ...new Set(geometrically(from, to, points).map(Math.round)),
];
