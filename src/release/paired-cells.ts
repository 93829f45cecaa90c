/** A sample beside the table that it was drawn from, value by value. Raw counts: for the custodian alone. */
import {
  type CoarsenedColumn,
  countMargins,
  type Engine,
  type EngineLimits,
  type MarginCell,
} from '../engine/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { checkColumns } from './column-check.ts';

/** A table where it can be counted. */
export interface CountedTable {
  readonly engine: Engine;
  readonly table: string;
}

/** Rows of the table that have a value, and how many of them the sample shows. */
export interface PairedCell extends MarginCell {
  readonly shown: number;
}

export interface Pairing {
  readonly sample: CountedTable;
  readonly data: CountedTable;
  /** Of the table; the sample has what these rules made of it. */
  readonly columns: readonly CoarsenedColumn[];
  /** The column of both that names a person who may have several rows. */
  readonly unit?: string | undefined;
  /** Each a list of places in `columns`. */
  readonly margins: readonly (readonly number[])[];
}

/** Calls for every value of the table, with what the sample shows of it; refuses a sample that cannot be of this table. */
export async function pairCells(
  { sample, data, columns, unit, margins }: Pairing,
  limits: EngineLimits,
  each: (cell: PairedCell) => void,
): Promise<void> {
  checkPairing({ sample, data, columns, unit });
  const plain = columns.map(({ name }) => ({ name, rules: [] }));
  const unmatched = margins.map(() => new Map<string, number>());
  await countMargins(sample.engine, { table: sample.table, columns: plain, unit, margins }, limits, cell =>
    unmatched[cell.margin].set(cell.value, cell.count),
  );
  await countMargins(data.engine, { table: data.table, columns, unit, margins }, limits, cell => {
    const shown = unmatched[cell.margin].get(cell.value) ?? 0;
    if (!(shown <= cell.count)) refuseAsForeign();
    if (shown > 0) unmatched[cell.margin].delete(cell.value);
    each({ ...cell, shown });
  });
  if (unmatched.some(({ size }) => size > 0)) refuseAsForeign();
}

/** Both must have the columns. */
export function checkPairing({ sample, data, columns, unit }: Omit<Pairing, 'margins'>): void {
  const names = [...columns.map(({ name }) => name), ...(unit === undefined ? [] : [unit])];
  checkColumns(names, columnsOf(sample), 'sample');
  checkColumns(names, columnsOf(data));
}

const columnsOf = ({ engine, table }: CountedTable): ReadonlyMap<string, unknown> =>
  engine.catalogue.get(table)?.columns ?? new Map();

export const refuseAsForeign = (): never =>
  refuse(
    'source_mismatch',
    'The sample shows a value more often than the table contains it: it was drawn from another table or by other rules. Give --coarsen and --unit as for the draw.',
  );
