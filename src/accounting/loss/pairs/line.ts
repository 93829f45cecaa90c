/** Laws that lie on one line, each a step further up than the one before: mixtures of them, and which are worst. */
import type { LossPair } from '../pair.ts';

/** With this weight the law is moved by so many units. */
export interface Moved {
  readonly weight: number;
  readonly units: number;
}

/** The unit takes part with the given rate, and then moves the law so far. */
export const coinOver = (rate: number, units: number): Moved[] => [
  { weight: 1 - rate, units: 0 },
  { weight: rate, units },
];

/** The laws that two mixtures are of: where they begin, and how many units the last is from there. */
export function chainUnder(first: readonly Moved[], second: readonly Moved[]): { start: number; changes: number } {
  const places = [...first, ...second].map(({ units }) => units);
  const start = Math.min(...places);
  return { start, changes: Math.max(...places) - start };
}

/** The pair of two mixtures; what the first one's weights lack of 1 may be given as `infinite`. */
export type Between = (first: readonly Moved[], second: readonly Moved[], infinite?: number) => LossPair | undefined;

/**
 * Worst pairs of a mechanism whose laws Q_k lie on a line.
 *   Says     an event of chance y under Q_0 has under anything k units away at most the chance of the half-line of chance y
 *            under Q_k, at least that of the half-line under Q_-k. Half-lines are the same for all k, so where a divergence
 *            asks for one side of each law they are worst at every epsilon, for every mechanism with these trade-offs:
 *            `mixture` (k units away with chance w_k, against none) and `mirrored` (one way against the other). `crowded`, a
 *            unit more in a group that comes in by a coin, is worst from loss 0 on: what is told of the group alone
 *            should be little where the unit tells much, so the group lies as far up as it can
 *   Assumes  one unit takes an event of chance y to at most T_1(y), a concave function, k units to T_k = T_1(T_1(...)), and Q_k
 *            has the chances T_k on half-lines: log-concave noise, and the worst chain of a guarantee
 *   Rounds   nothing; undefined where there would be too many outcomes
 *   Source   Neyman and Pearson's lemma; two outcomes decide every divergence
 */
export interface LawsOnLine {
  mixture(parts: readonly Moved[], infinite: number): LossPair | undefined;
  mirrored(rate: number): LossPair | undefined;
  /** The coin over so many units, against the coin over one less; losses below 0 are not those of the worst pair. */
  crowded(rate: number, units: number): LossPair | undefined;
}

export const lineOf = (between: Between): LawsOnLine => ({
  mixture: (parts, infinite) => between(parts, [{ weight: 1, units: 0 }], infinite),
  mirrored: rate => between(coinOver(rate, 1), coinOver(rate, -1)),
  crowded: (rate, units) => between(coinOver(rate, units), coinOver(rate, units - 1)),
});
