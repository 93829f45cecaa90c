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

/** An axis with some room beyond all values. */
export function withRoom(values: readonly number[]): readonly [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = (most - least) / 12;
  return [least - room, most + room];
}
