/** How often a way of publishing tells more than it may, on small tables: every output, every row, every value it may have. */

/** The law of what is published of a table, by output. */
export type Law = ReadonlyMap<string, number>;

/** Gets how many rows have each value, and one value more that the true table lacks. */
export type Publishing = (counts: readonly number[]) => Law;

/**
 * The chance that what is published makes some value of some row more than `factor` times likelier than another, for an
 * adversary who knows all other rows and how publishing works.
 */
export function leak(publishing: Publishing, counts: readonly number[], factor: number): number {
  const table = [...counts, 0];
  const values = table.map((_, value) => value);
  const moved = (from: number, to: number): number[] =>
    table.map((count, value) => count - (value === from ? 1 : 0) + (value === to ? 1 : 0));
  const rivals = values
    .filter(from => table[from] > 0)
    .map(from => values.map(to => publishing(from === to ? table : moved(from, to))));
  let chance = 0;
  for (const [output, probability] of publishing(table)) {
    const leaks = rivals.some(laws => {
      const likely = laws.map(law => law.get(output) ?? 0);
      return Math.max(...likely) > factor * (1 + 1e-9) * Math.min(...likely);
    });
    if (leaks) chance += probability;
  }
  return chance;
}

/** Every row by its own coin; the output says how many rows of each value are shown. */
export const sampled = (counts: readonly number[], rate: number): Law =>
  counts.reduce<Law>(
    (law, count) => {
      const longer = new Map<string, number>();
      for (const [output, probability] of law)
        for (let shown = 0; shown <= count; shown++)
          longer.set(`${output}${shown},`, probability * mass(count, shown, rate));
      return longer;
    },
    new Map([['', 1]]),
  );

function mass(count: number, shown: number, rate: number): number {
  let product = (1 - rate) ** (count - shown) * rate ** shown;
  for (let i = 1; i <= shown; i++) product *= (count - shown + i) / i;
  return product;
}

export const shownIn = (output: string): number[] => output.split(',').slice(0, -1).map(Number);
