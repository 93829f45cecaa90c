/** Measures of risk that statistical offices know, for comparison: they promise nothing. */
import type { TableCounts } from './rates/table-counts.ts';

/**
 * The chance that whoever is alone with a value in the sample is the only one to have it, among those who match.
 *   Says     of a value with n rows, one is drawn alone with probability n·p(1−p)^(n−1), and then a match is right with
 *            chance 1/n: the expected right matches over the expected matches, Σ n(1−p)^(n−1) / Σ n²(1−p)^(n−1)
 *   Assumes  every row is kept by its own coin of probability p; the intruder picks any row with the value
 *   Rounds   nothing: a measure, not a bound
 *   Source   [SE02] the measure θ, here from the counts of the table instead of their estimates
 */
export function correctMatch({ groups }: TableCounts, rate: number): number {
  // weighed from the rarest on, so that not all weights of a large table vanish
  const least = groups[0].count;
  let [right, all] = [0, 0];
  for (const { count, values } of groups) {
    const alone = values * count * (1 - rate) ** (count - least);
    right += alone;
    all += alone * count;
  }
  return right / all;
}

/**
 * The expected share of sampled rows that are alone in the sample with their combination: sample uniques.
 *   Says     of a value with n rows, one is drawn alone with probability n·p(1−p)^(n−1): Σ n(1−p)^(n−1) over all rows
 *   Assumes  every row is kept by its own coin of probability p
 *   Rounds   nothing: a measure, not a bound; expected sample uniques over the expected size of the sample
 *   Source   [SE02] sample uniques, here from the counts of the table
 */
export const sampleUniques = ({ groups, rows }: TableCounts, rate: number): number =>
  groups.reduce((sum, { count, values }) => sum + values * count * (1 - rate) ** (count - 1), 0) / rows;
