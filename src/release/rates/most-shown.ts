/** How many of a value's rows a sample may show. Everything else about a release follows from this number. */
import type { Promised } from './guarantee.ts';

/**
 * The most rows s of a value with n rows that a good sample shows.
 *   Says     with c unknown rows a sample is good if for every value s = 0, or s <= n − c and
 *            ((n−c+1) / (n−c+1−s))^c <= 1+ε; with c = 1 that is s(1+ε) <= ε·n, and then also only if
 *   Assumes  every row is kept by its own coin of one probability; the unknown rows may be any and have any values,
 *            also one that the table lacks
 *   Rounds   nothing: integers only
 *   Source   [CM06] Lemmas 1 and 3, whose ratios are here taken at their largest
 */
export function mostShown(count: number, { epsilon, unknownRows }: Promised): number {
  const { numerator, denominator } = epsilon;
  const allowed = numerator + denominator;
  if (unknownRows === 1) return Number((BigInt(count) * numerator) / allowed);
  const rows = BigInt(count - unknownRows + 1);
  const exponent = BigInt(unknownRows);
  const bound = rows ** exponent * denominator;
  const isGood = (shown: number): boolean => bound <= allowed * (rows - BigInt(shown)) ** exponent;
  let [good, bad] = [0, count - unknownRows + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
