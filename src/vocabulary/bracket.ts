/** A number known from both sides: `lower <= truth <= upper`. What is not finite is `null`. */
export interface Bracket {
  readonly lower: number | null;
  readonly upper: number | null;
  readonly status: BracketStatus;
}

/**
 * exact       closed form; the two ends differ by rounding only
 * tight       the pair of distributions is the worst case; the gap is arithmetic and as narrow as was asked
 * bracket     the gap is theory (no worst pair is known) or arithmetic wider than was asked
 * upper-only  no lower bound is known; `lower` is the trivial one
 */
export type BracketStatus = 'exact' | 'tight' | 'bracket' | 'upper-only';
