/** The rate that the paper proves: simple, sufficient, and well below the exact one. Shown beside it for comparison. */
import { down, nextDown, toNumber, turnWithin, up } from '../../numerics/index.ts';
import type { ReleaseGuarantee } from './guarantee.ts';
import type { TableCounts } from './table-counts.ts';
import { rareUpTo, strayLog } from './value-classes.ts';

/**
 * The paper's rate for the promise that is wanted. Its theorems take an inner parameter x and promise more than x,
 * so the x that leaves the largest rate is looked for.
 *   Says     with L = ln(k/α), α = δ/2, t values of at most 2L/x (+c) rows, B = 1 (c = 1) or 1 + xc/(2L): a rate
 *            p <= x·ln(1/(1−α)) / (4tLB), or p <= x where t = 0, keeps max(2cB(p+x), 6cBp) <= ε if B(p+x) < 1/2
 *   Assumes  every row is kept by its own coin of probability p
 *   Rounds   down
 *   Source   [CM06] Theorem 3 (c = 1) and Theorem 7 (c > 1)
 */
export function theoremRate(table: TableCounts, promised: ReleaseGuarantee): number {
  const holds = (rate: number): boolean => rate <= rateFor(table, promised, innerFor(table, promised, rate));
  return turnWithin(rate => (holds(rate) ? 'no' : 'yes'), { from: 0, to: 0.5 }, 2 ** -40).no;
}

/** B of the theorem, which one unknown row does without. */
const widening = (log: number, inner: number, unknownRows: number): number =>
  unknownRows === 1 ? 1 : up.add(1, up.div(up.mul(inner, unknownRows), 2 * log));

/** The largest inner parameter that promises no more than is wanted at this rate: the larger, the fewer rare values. */
function innerFor(table: TableCounts, promised: ReleaseGuarantee, rate: number): number {
  const { unknownRows } = promised;
  const epsilon = toNumber(promised.epsilon, 'down');
  const log = strayLog(table, promised);
  const sumMost = Math.min(down.div(epsilon, 2 * unknownRows), nextDown(0.5));
  const rateMost = down.div(epsilon, 6 * unknownRows);
  const promises = (inner: number): boolean => {
    const wide = widening(log, inner, unknownRows);
    return up.mul(wide, up.add(rate, inner)) <= sumMost && up.mul(wide, rate) <= rateMost;
  };
  return turnWithin(inner => (promises(inner) ? 'no' : 'yes'), { from: 0, to: 0.5 }, 2 ** -45).no;
}

/** What the theorem allows for an inner parameter; nothing where there is none. */
function rateFor(table: TableCounts, promised: ReleaseGuarantee, inner: number): number {
  if (!(inner > 0)) return 0;
  const log = strayLog(table, promised);
  const rareMost = rareUpTo(log, inner, promised.unknownRows);
  const rare = table.groups.reduce((sum, { count, values }) => sum + (count <= rareMost ? values : 0), 0);
  if (rare === 0) return inner;
  const spared = -up.log1p(-promised.delta / 2);
  return down.div(down.mul(inner, spared), up.mul(up.mul(4 * rare, log), widening(log, inner, promised.unknownRows)));
}
