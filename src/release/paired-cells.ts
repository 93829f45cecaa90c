/** A sample beside the table that it was drawn from, value by value. Raw counts: for the custodian alone. */
import { type CoarsenedColumn, type CountedCell, countMargins, type Engine, type Limits } from '../engine/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { checkColumns } from './column-check.ts';

/** A table where it can be counted. */
export interface Counted {
  readonly engine: Engine;
  readonly table: string;
}

export interface PairedCell {
  /** Which of the margins. */
  readonly margin: number;
  readonly cells: readonly CountedCell[];
  /** Rows of the table, and how many of them the sample shows. */
  readonly count: number;
  readonly shown: number;
}

export interface Pairing {
  readonly sample: Counted;
  readonly data: Counted;
  /** Of the table; the sample has what these rules made of it. */
  readonly columns: readonly CoarsenedColumn[];
  /** Each a list of places in `columns`. */
  readonly margins: readonly (readonly number[])[];
}

/** Every value of the table, with what the sample shows of it; refused where the sample cannot be of this table. */
export async function* pairedCells(
  { sample, data, columns, margins }: Pairing,
  limits: Limits,
): AsyncGenerator<PairedCell> {
  const names = columns.map(({ name }) => name);
  checkColumns(names, columnsOf(sample), 'sample');
  checkColumns(names, columnsOf(data));
  const plain = names.map(name => ({ name, rules: [] }));
  const unmatched = new Map<string, number>();
  const keyOf = (margin: number, cells: readonly CountedCell[]): string => JSON.stringify([margin, ...cells]);
  const shownCells = countMargins(sample.engine, { table: sample.table, columns: plain, margins }, limits);
  for await (const { margin, cells, count } of shownCells) unmatched.set(keyOf(margin, cells), count);
  for await (const { margin, cells, count } of countMargins(
    data.engine,
    { table: data.table, columns, margins },
    limits,
  )) {
    const key = keyOf(margin, cells);
    const shown = unmatched.get(key) ?? 0;
    if (!(shown <= count)) refuseAsForeign();
    unmatched.delete(key);
    yield { margin, cells, count, shown };
  }
  if (unmatched.size > 0) refuseAsForeign();
}

const columnsOf = ({ engine, table }: Counted): ReadonlyMap<string, unknown> =>
  engine.catalogue.get(table)?.columns ?? new Map();

const refuseAsForeign = (): never =>
  refuse(
    'source_mismatch',
    'The sample shows a value more often than the table has it: it was drawn from another table, or by other rules. Give --coarsen as it was drawn.',
  );
