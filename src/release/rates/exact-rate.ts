/** The largest rate at which a sample of a table keeps the promise. */
import { turnWithin } from '../../numerics/index.ts';
import { failureChance } from './failure-chance.ts';
import type { ReleaseGuarantee } from './guarantee.ts';
import type { TableCounts } from './table-counts.ts';

/** Far finer than any rate that is used, and saves a third of the evaluations. */
const TOLERANCE = 2 ** -40;

/**
 * The largest rate of a table, found by halving.
 *   Says     δ(p) grows with p, so there is one largest p with δ(p) <= δ; all rates below keep the promise too
 *   Assumes  what `failureChance` assumes
 *   Rounds   down
 *   Source   [CM06] Definition 2; P[Bin(n, p) <= s] falls in p
 */
export function exactRate(table: TableCounts, promised: ReleaseGuarantee): number {
  const chance = failureChance(table, promised);
  const isTooLarge = (rate: number) => (chance(rate) <= promised.delta ? 'no' : 'yes');
  return turnWithin(isTooLarge, { from: 0, to: 1 }, TOLERANCE).no;
}
