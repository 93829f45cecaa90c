/**
 * Laws of counts as tables. What is too unlikely to matter is left out of a table and added to what the table may be
 * wrong by, so that everything computed from it stays an upper bound.
 */
import { binomialLogMass } from '../numerics/index.ts';

export interface CountMasses {
  /** The count that the first mass belongs to. */
  readonly first: number;
  readonly masses: Float64Array;
  /** No mass errs by more than this share of itself. */
  readonly error: number;
  /** Counts beyond the table have at most this chance together. */
  readonly outside: number;
}

/** Chances below this are left out of tables. */
const NEGLIGIBLE = 1e-40;

/** Bin(trials, probability), from its most likely count outwards by the ratio of neighbouring masses. */
export function binomialLaw(trials: number, probability: number): CountMasses {
  if (trials === 0 || probability === 0) return certainly(0);
  if (probability === 1) return certainly(trials);
  const mode = Math.min(trials, Math.floor((trials + 1) * probability));
  const odds = probability / (1 - probability);
  const logPeak = binomialLogMass(trials, probability, mode);
  const above = masses(Math.exp(logPeak), step => ((trials - mode - step) / (mode + step + 1)) * odds);
  const below = masses(Math.exp(logPeak), step => (mode - step) / (trials - mode + step + 1) / odds);
  const table = Float64Array.from([...below.following.toReversed(), Math.exp(logPeak), ...above.following]);
  return {
    first: mode - below.following.length,
    masses: table,
    error: 2 ** -48 * (20 - logPeak) + 2 ** -50 * table.length * (1 + 1 / (1 - probability)),
    outside: below.rest + above.rest,
  };
}

const certainly = (count: number): CountMasses => ({ first: count, masses: Float64Array.of(1), error: 0, outside: 0 });

/** The masses after a peak until they are negligible; the ratios fall, so the rest is below a geometric series. */
function masses(peak: number, ratio: (step: number) => number): { following: number[]; rest: number } {
  const following: number[] = [];
  let mass = peak;
  for (let step = 0; ; step++) {
    mass *= ratio(step);
    if (mass < NEGLIGIBLE) return { following, rest: mass / (1 - ratio(step + 1)) };
    following.push(mass);
  }
}
