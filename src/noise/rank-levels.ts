/** Ranks that are drawn level by level: which borders each lies between, and whether a later one lies between it. */
import type { Rational } from '../numerics/index.ts';

/** A rank, and the nearest ones of the levels before, or 0 and 1. */
export interface RankBetween {
  readonly rank: Rational;
  readonly lower: Rational;
  readonly upper: Rational;
}

export interface RankLevel {
  readonly epsilon: Rational;
  readonly draws: readonly RankBetween[];
}

/** One rank as text: borders are found by it. */
export const rankName = ({ numerator, denominator }: Rational): string => `${numerator}/${denominator}`;

interface DrawnRank {
  readonly level: number;
  readonly epsilon: Rational;
  readonly between: RankBetween;
  /** Whether a later level draws beside it. */
  readonly isBorder: boolean;
}

const known = new WeakMap<readonly RankLevel[], ReadonlyMap<string, DrawnRank>>();

/** Every rank by its name. Looked through once: a question may ask for a thousand of them, each of which needs all on its way. */
export function ranksIn(levels: readonly RankLevel[]): ReadonlyMap<string, DrawnRank> {
  const before = known.get(levels);
  if (before !== undefined) return before;
  const lastUse = new Map<string, number>();
  for (const [level, { draws }] of levels.entries())
    for (const { lower, upper } of draws) for (const border of [lower, upper]) lastUse.set(rankName(border), level);
  const ranks = new Map(
    levels.flatMap(({ epsilon, draws }, level) =>
      draws.map((between): [string, DrawnRank] => {
        const name = rankName(between.rank);
        // 0 and 1 are ends of the range too, before they are drawn
        return [name, { level, epsilon, between, isBorder: (lastUse.get(name) ?? -1) > level }];
      }),
    ),
  );
  known.set(levels, ranks);
  return ranks;
}
