/**
 * Does one sample that was drawn, perhaps elsewhere, tell more than it may? Exactly, from the counts of the sample and of
 * its table. For the custodian alone, and after the fact: a sample that is withheld because it failed tells by its absence.
 */
import { type CoarsenedColumn, type Limits, marginCells } from '../engine/index.ts';
import { rational, toNumber } from '../numerics/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Promised } from './guarantee.ts';
import { likelihoodRatio } from './likelihood-ratio.ts';
import { type Counted, type PairedCell, pairCells } from './paired-cells.ts';
import type { NamedRow } from './worst-values.ts';

export interface CheckRequest {
  readonly sample: Counted;
  readonly data: Counted;
  readonly columns: readonly CoarsenedColumn[];
  readonly promised: Promised;
}

export interface Check {
  readonly verdict: 'good' | 'bad';
  /** How many times likelier the sample makes one state of the unknown rows than another; null where it rules one out. */
  readonly ratio: number | null;
  /** The most that was promised: 1 + epsilon. */
  readonly allowed: number;
  /** Of the table and of the sample. */
  readonly rows: number;
  readonly sampleRows: number;
  readonly distinct: number;
  readonly sampleDistinct: number;
  /** The values of which the largest share is shown. */
  readonly worst: readonly ShownMost[];
}

export interface ShownMost {
  readonly value: NamedRow;
  readonly count: number;
  readonly shown: number;
}

const LISTED = 10;

export async function checkSample(request: CheckRequest, limits: Limits = {}): Promise<Check> {
  const { columns, promised } = request;
  const whole = [columns.map((_, place) => place)];
  const groups = new Map<string, PairedCell[]>();
  const total = { rows: 0, sampleRows: 0, distinct: 0, sampleDistinct: 0 };
  await pairCells({ ...request, margins: whole }, limits, cell => {
    total.rows += cell.count;
    total.distinct += 1;
    if (cell.shown === 0) return;
    total.sampleRows += cell.shown;
    total.sampleDistinct += 1;
    keep(groups, cell, promised.unknownRows + 1);
  });
  if (total.rows === 0) return refuse('table_empty', 'The table has no rows: nothing can be a sample of it.');
  const seen = [...groups.values()].flat();
  const ratio = likelihoodRatio(seen, promised.unknownRows);
  const allowed = rational.add(rational.one, promised.epsilon);
  const isGood = ratio !== undefined && rational.compare(ratio, allowed) <= 0;
  return {
    verdict: isGood ? 'good' : 'bad',
    ratio: ratio === undefined ? null : toNumber(ratio, 'up'),
    allowed: toNumber(allowed, 'nearest'),
    ...total,
    worst: seen
      .sort((one, other) => other.shown / other.count - one.shown / one.count || one.count - other.count)
      .slice(0, LISTED)
      .map(({ value, count, shown }) => ({ value: named(columns, value), count, shown })),
  };
}

/** Values that are alike tell alike: as many as the unknown rows can be taken from and put into are enough. */
function keep(groups: Map<string, PairedCell[]>, cell: PairedCell, most: number): void {
  const alike = `${cell.count} ${cell.shown}`;
  const kept = groups.get(alike);
  if (kept === undefined) groups.set(alike, [cell]);
  else if (kept.length < most) kept.push(cell);
}

function named(columns: readonly CoarsenedColumn[], value: string): NamedRow {
  const cells = marginCells(value);
  return Object.fromEntries(columns.map(({ name }, place) => [name, cells[place]]));
}
