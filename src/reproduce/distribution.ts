/** Distributions as pictures need them: quantiles, and densities by counting. */

export interface QuantileRange {
  readonly lower: number;
  readonly middle: number;
  readonly upper: number;
}

/** The middle, and what 90 of 100 values lie between. */
export function rangeOf(values: ArrayLike<number>): QuantileRange {
  const sorted = Float64Array.from(values).sort();
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))];
  return { lower: at(0.05), middle: at(0.5), upper: at(0.95) };
}

/** How many values there are near each place, as a density. */
export function densityOf(values: ArrayLike<number>, bins: number): { readonly x: number; readonly y: number }[] {
  const all = Array.from(values);
  const [least, most] = [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
  const width = (most - least) / bins;
  const counts = new Float64Array(bins);
  for (const value of all) counts[Math.min(bins - 1, Math.floor((value - least) / width))] += 1;
  return Array.from(counts, (count, bin) => ({ x: least + (bin + 0.5) * width, y: count / (all.length * width) }));
}

/** Laplace noise of scale 1 at evenly spaced chances: stands for many draws, without their luck. */
export const laplaceGrid = (points: number): number[] =>
  Array.from({ length: points }, (_, i) => {
    const chance = (i + 0.5) / points;
    return chance < 0.5 ? Math.log(2 * chance) : -Math.log(2 - 2 * chance);
  });
