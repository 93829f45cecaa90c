/**
 * Pearson's chi-square test for counts over the whole numbers, told as a standard normal deviate.
 * With a fixed seed it is a fixed computation; a test that uses it must also show a distribution it turns down.
 */

/** How likely each whole number is claimed to be. */
export type Mass = (value: number) => number;

/** Cells that expect fewer are merged into a tail. */
const leastExpected = 10;

/** Standard deviations by which the misfit exceeds what chance explains: above 4 is a misfit, chance 1 in 30,000. */
export function misfit(values: readonly number[], mass: Mass): number {
  const cells = cellsOf(values, mass);
  let statistic = 0;
  for (const { observed, expected } of cells) statistic += (observed - expected) ** 2 / expected;
  const freedom = cells.length - 1;
  // Wilson and Hilferty (1931): the cube root of a chi-square over its freedom is nearly normal.
  const spread = 2 / (9 * freedom);
  return (Math.cbrt(statistic / freedom) - (1 - spread)) / Math.sqrt(spread);
}

interface Cell {
  readonly observed: number;
  readonly expected: number;
}

/** One cell for each value that expects enough, and one for all the others. */
function cellsOf(values: readonly number[], mass: Mass): Cell[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const cells: Cell[] = [];
  const others = { observed: values.length, expected: values.length };
  for (const [value, observed] of counts) {
    const expected = mass(value) * values.length;
    if (!(expected >= leastExpected)) continue;
    cells.push({ observed, expected });
    others.observed -= observed;
    others.expected -= expected;
  }
  return others.expected >= leastExpected ? [...cells, others] : cells;
}
