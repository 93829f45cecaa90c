/** How far a quantile drawn from a sample may lie from its rank in the population. */
import type { Sampled } from './noisy.ts';
import { normalReach, skewReach } from './sampled-total.ts';

export interface DrawnRank extends Pick<Sampled, 'chance' | 'rowsPerUnit' | 'probability'> {
  /** 0 is the least value, 1 the greatest. */
  readonly rank: number;
  /** By how many rows of the sample the draw may miss the rank. */
  readonly missed: number;
  /** As many rows as may be expected in the sample at most. */
  readonly rowsMost: number;
}

/**
 * In rows of the population; null where its number is secret. The value that lies x rows of the sample beyond the rank in
 * the population is passed only if x is at most missed + z·deviation(x), and rows of units of k vary by at most
 * (1-b)·k·(rank·(1-rank)·rows + |1-2·rank|·x): the largest such x.
 */
export function sampledRankError(drawn: DrawnRank): number | null {
  const { chance, rank, rowsPerUnit, rowsMost } = drawn;
  if (chance.rate === null) return null;
  const missed = drawn.missed + skewReach(drawn) * rowsPerUnit * Math.max(rank, 1 - rank);
  const slope = normalReach(drawn) ** 2 * chance.left * rowsPerUnit;
  const lean = Math.abs(1 - 2 * rank);
  const middle = missed + (slope * lean) / 2;
  const reach = Math.sqrt(slope * (rank * (1 - rank) * rowsMost + lean * missed) + (slope * lean) ** 2 / 4);
  // where a part was drawn, rounded to whole units, as many rows as one of them has may be missed besides
  return Math.ceil((middle + reach + (chance.rounded === undefined ? 0 : rowsPerUnit)) / chance.rate);
}
