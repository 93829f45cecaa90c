/** Quantiles of a table and of its sample, of whatever counts as a number. */
import { marginRows } from '../engine/index.ts';
import type { PairedCell } from './paired-cells.ts';

export interface QuantilePair {
  /** The part of the rows that lies at or below. */
  readonly share: number;
  readonly table: number;
  readonly sample: number;
}

const SHARES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

interface Step {
  readonly value: number;
  readonly count: number;
  readonly shown: number;
}

/** The values of a column in order; empty cells and words are left out. */
export const numericSteps = (cells: readonly PairedCell[]): readonly Step[] =>
  cells
    .flatMap(({ value, count, shown }) => marginRows(value).map(([cell]) => ({ value: numberIn(cell), count, shown })))
    .filter(({ value }) => Number.isFinite(value))
    .sort((one, other) => one.value - other.value);

const numberIn = (cell: string | null): number => (cell === null ? Number.NaN : Number(cell));

/** Each the least value that at least such a part of the rows does not exceed; none where the sample shows no number. */
export function quantilePairs(steps: readonly Step[]): readonly QuantilePair[] {
  if (steps.every(({ shown }) => shown === 0)) return [];
  const tableAt = quantile(steps, 'count');
  const sampleAt = quantile(steps, 'shown');
  return SHARES.map(share => ({ share, table: tableAt(share), sample: sampleAt(share) }));
}

function quantile(steps: readonly Step[], rows: 'count' | 'shown'): (share: number) => number {
  const total = steps.reduce((sum, step) => sum + step[rows], 0);
  return share => {
    let below = 0;
    for (const step of steps) {
      below += step[rows];
      if (step[rows] > 0 && below >= share * total) return step.value;
    }
    return Number.NaN;
  };
}
