/** How far a sample's shares lie from its table's, and how far chance alone would have put them. */
import { binomialLogMass } from '../numerics/index.ts';

export interface ShareCell {
  /** Rows of the table that have the value, and how many of them the sample shows. */
  readonly count: number;
  readonly shown: number;
}

/** Half the sum of the differences of shares: the largest difference that any question about the values can show. */
export function totalVariation(cells: readonly ShareCell[]): number {
  const [rows, sampleRows] = totalsOf(cells);
  return cells.reduce((sum, { count, shown }) => sum + Math.abs(shown / sampleRows - count / rows), 0) / 2;
}

/** What it is on average over all samples of this size. */
export function expectedTotalVariation(cells: readonly ShareCell[]): number {
  const [rows, sampleRows] = totalsOf(cells);
  const deviations = new Map<number, number>();
  const deviation = (count: number): number => {
    const known = deviations.get(count) ?? meanAbsoluteDeviation({ rows, count, sampleRows });
    deviations.set(count, known);
    return known;
  };
  return cells.reduce((sum, { count }) => sum + deviation(count), 0) / (2 * sampleRows);
}

/** Rows of the table, and of the sample. */
export const totalsOf = (cells: readonly ShareCell[]): readonly [rows: number, sampleRows: number] => [
  cells.reduce((sum, { count }) => sum + count, 0),
  cells.reduce((sum, { shown }) => sum + shown, 0),
];

/**
 * Of how many of a value's rows are drawn, when so many of all rows are. With X hypergeometric of mean μ and
 * a(x) = x(rows − count − sampleRows + x)/rows · P[X = x], each (x − μ)·P[X = x] is a(x) − a(x+1): the sum above μ is one
 * term, and as much lies below.
 */
function meanAbsoluteDeviation(of: { rows: number; count: number; sampleRows: number }): number {
  const { rows, count, sampleRows } = of;
  const above = Math.ceil((sampleRows * count) / rows);
  return ((2 * above * (rows - count - sampleRows + above)) / rows) * Math.exp(logMass(of, above));
}

/** Three binomial masses of any one probability; the sample's share keeps all of them large. */
function logMass({ rows, count, sampleRows }: { rows: number; count: number; sampleRows: number }, drawn: number) {
  if (drawn > count || drawn > sampleRows) return -Infinity;
  const share = sampleRows / rows;
  return (
    binomialLogMass(count, share, drawn) +
    binomialLogMass(rows - count, share, sampleRows - drawn) -
    binomialLogMass(rows, share, sampleRows)
  );
}
