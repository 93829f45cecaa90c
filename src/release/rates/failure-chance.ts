/** The chance that a draw breaks the promise: that it shows too many rows of some value. */
import { binomialLogUpperTail, down, up } from '../../numerics/index.ts';
import type { ReleaseGuarantee } from './guarantee.ts';
import { mostShown } from './most-shown.ts';
import type { TableCounts } from './table-counts.ts';

/**
 * Delta of a rate, for many rates of one table.
 *   Says     δ(p) = 1 − Π_v P[Bin(n_v, p) <= most shown of v]: exact for one unknown row, at most that much for more
 *   Assumes  every row is kept by its own coin of probability p
 *   Rounds   up
 *   Source   [CM06] Definition 2; values are drawn independently of each other
 */
export function failureChance(table: TableCounts, promised: ReleaseGuarantee): (rate: number) => number {
  const groups = table.groups.map(group => ({ ...group, most: mostShown(group.count, promised) }));
  return rate => {
    let logKept = 0;
    for (const { count, values, most } of groups)
      logKept = down.add(logKept, down.mul(values, down.log1p(-tooMany(count, most, rate))));
    return 0 - down.expm1(logKept);
  };
}

/** P[Bin(count, rate) > most], rounded up by the error that the tail admits. */
export function tooMany(count: number, most: number, rate: number): number {
  const tail = binomialLogUpperTail(count, rate, most + 1);
  if (tail === -Infinity) return 0;
  const deviation = Math.sqrt(count * rate * (1 - rate));
  return Math.min(up.exp(tail + 2 ** -48 * (20 - tail + 8 * deviation)), 1);
}
