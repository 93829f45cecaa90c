/**
 * Does one sample that was drawn, perhaps elsewhere, tell more than it may? Exactly, from the counts of the sample and of
 * its table. For the custodian alone, and after the fact: a sample that is withheld because it failed tells by its absence.
 */
import { type CoarsenedColumn, type EngineLimits, marginRows, type PairGroup } from '../engine/index.ts';
import { rational, toNumber } from '../numerics/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { likelihoodRatio } from './likelihood-ratio.ts';
import { pairGroups } from './pair-groups.ts';
import type { CountedTable } from './paired-cells.ts';
import type { Promised } from './rates/guarantee.ts';
import { type NamedRow, namedRows } from './worst-values.ts';

export interface CheckRequest {
  readonly sample: CountedTable;
  readonly data: CountedTable;
  readonly columns: readonly CoarsenedColumn[];
  readonly unit?: string | undefined;
  readonly promised: Promised;
}

/** Whether a sample keeps the guarantee, and the values with the largest published share. */
export interface Check {
  readonly verdict: 'good' | 'bad';
  /** The largest factor by which the sample changes odds about the unknown rows; null if it rules a state out. */
  readonly ratio: number | null;
  /** The most that was promised: 1 + epsilon. */
  readonly allowed: number;
  /** The column that names people, where people are counted and not rows. */
  readonly unit: string | null;
  /** Of the table and of the sample: rows, or people where a unit is named. */
  readonly rows: number;
  readonly sampleRows: number;
  readonly distinct: number;
  readonly sampleDistinct: number;
  /** Values of which the largest share is shown, one of those that are alike. */
  readonly worst: readonly ShownMost[];
}

export interface ShownMost {
  /** A row by column; all rows of a person where a person has several. */
  readonly value: NamedRow | readonly NamedRow[];
  readonly count: number;
  readonly shown: number;
}

const LISTED = 10;

export async function checkSample(request: CheckRequest, limits: EngineLimits = {}): Promise<Check> {
  const { columns, promised } = request;
  const groups = await pairGroups(request, limits);
  if (groups.length === 0) return refuse('table_empty', 'The table has no rows, so it has no samples.');
  const seen = groups.filter(({ shown }) => shown > 0);
  // values that are alike tell alike: as many as unknown rows can be taken from and put into are enough
  const ratio = likelihoodRatio(
    seen.flatMap(group => new Array<PairGroup>(Math.min(group.values, promised.unknownRows + 1)).fill(group)),
    promised.unknownRows,
  );
  const allowed = rational.add(rational.one, promised.epsilon);
  const isGood = ratio !== undefined && rational.compare(ratio, allowed) <= 0;
  return {
    verdict: isGood ? 'good' : 'bad',
    ratio: ratio === undefined ? null : toNumber(ratio, 'up'),
    allowed: toNumber(allowed, 'nearest'),
    unit: request.unit ?? null,
    rows: total(groups, ({ count }) => count),
    sampleRows: total(seen, ({ shown }) => shown),
    distinct: total(groups, () => 1),
    sampleDistinct: total(seen, () => 1),
    worst: seen
      .sort((one, other) => other.shown / other.count - one.shown / one.count || one.count - other.count)
      .slice(0, LISTED)
      .map(({ example, count, shown }) => ({ value: named(columns, example), count, shown })),
  };
}

const total = (groups: readonly PairGroup[], each: (group: PairGroup) => number): number =>
  groups.reduce((sum, group) => sum + group.values * each(group), 0);

const named = (columns: readonly CoarsenedColumn[], value: string): ShownMost['value'] =>
  namedRows(
    marginRows(value),
    columns.map(({ name }) => name),
  );
