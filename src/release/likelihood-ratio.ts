/** How much a drawn sample tells about unknown rows, exactly: for judging samples, never for choosing among them. */
import { type Rational, rational } from '../numerics/index.ts';

export interface ShownValue {
  /** Rows of the table that have the value, and how many of them the sample shows. */
  readonly count: number;
  readonly shown: number;
}

/**
 * The largest factor by which the sample makes one state of the unknown rows likelier than another; none is infinite.
 *   Says     the maximum over values u of the product of the c largest among (n_u−c+i)/(n_u−c+i−s_u) and, for w ≠ u,
 *            (n_w+i)/(n_w+i−s_w), i = 1..c: the rows are all taken from u, and then put where they tell most
 *   Assumes  every row is kept by its own coin of one probability; the unknown rows may be any c of the table and have
 *            any values, also one that it lacks
 *   Rounds   nothing: exact fractions
 *   Source   [CM06] section 5, with the maximum over all states; each factor is convex in the rows taken away, so that
 *            taking them from one value is worst, and factors of a value fall, so that the largest come first
 */
export function likelihoodRatio(values: readonly ShownValue[], unknownRows: number): Rational | undefined {
  const seen = values.filter(({ shown }) => shown > 0);
  if (!seen.every(({ count, shown }) => shown <= count - unknownRows)) return undefined;
  // u's own chain, shorter by c rows, lies above the one that is counted here: it displaces it wherever it matters
  const elsewhere = largest(
    seen.map(value => factors(value.count, value.shown, unknownRows)),
    unknownRows,
  );
  return seen
    .map(({ count, shown }) => largest([factors(count - unknownRows, shown, unknownRows), elsewhere], unknownRows))
    .map(chosen => chosen.reduce(rational.mul, rational.one))
    .reduce((worst, ratio) => (rational.compare(ratio, worst) > 0 ? ratio : worst), rational.one);
}

const factors = (rest: number, shown: number, rows: number): Rational[] =>
  Array.from({ length: rows }, (_, i) => rational.ratio(BigInt(rest + i + 1), BigInt(rest + i + 1 - shown)));

const largest = (chains: readonly (readonly Rational[])[], size: number): Rational[] =>
  chains
    .flat()
    .sort((a, b) => rational.compare(b, a))
    .slice(0, size);
