/**
 * How well a sample stands for its table: column by column and pair by pair, beside what chance alone would do.
 * Raw counts throughout: for the custodian alone, and never a reason to draw again.
 */
import { type CoarsenedColumn, type EngineLimits, type FileColumnKind, marginRows } from '../engine/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { kindsAfter } from './coarsened-kinds.ts';
import { type CountedTable, type PairedCell, pairCells } from './paired-cells.ts';
import { numericSteps, type QuantilePair, quantilePairs } from './quantiles.ts';
import { expectedTotalVariation, totalsOf, totalVariation } from './total-variation.ts';

export interface UtilityRequest {
  readonly sample: CountedTable;
  readonly data: CountedTable;
  readonly columns: readonly CoarsenedColumn[];
  readonly unit?: string | undefined;
  readonly kinds: ReadonlyMap<string, FileColumnKind>;
}

/** A table of one or two columns, sample beside population. */
export interface Distance {
  /** Between 0 and 1: the largest difference of shares that any question about these columns can show. */
  readonly totalVariation: number;
  /** What it is on average over all samples of this size: sampling alone. */
  readonly expected: number;
  readonly cells: number;
}

export interface SharePair {
  /** The cells of a row; those of all rows of a person who has several. */
  readonly value: readonly (string | null)[] | readonly (readonly (string | null)[])[];
  /** Shares of the rows, or of the people. */
  readonly table: number;
  readonly sample: number;
}

export interface ColumnUtility extends Distance {
  readonly column: string;
  /** The values that most rows of the table have, in their order. */
  readonly largest: readonly SharePair[];
  /** Only of numbers. */
  readonly quantiles: readonly QuantilePair[];
}

export interface PairUtility extends Distance {
  readonly columns: readonly [string, string];
  /** The cells whose shares differ most. */
  readonly worst: readonly SharePair[];
}

/** How far the shares of a sample are from those of its table. Contains shares of the table itself. */
export interface Utility {
  /** The column that names people, where people are compared by all of their rows. */
  readonly unit: string | null;
  readonly rows: number;
  readonly sampleRows: number;
  readonly columns: readonly ColumnUtility[];
  readonly pairs: readonly PairUtility[];
}

/** Cells of all tables together: more would not fit into memory, and nobody would read them. */
const CELLS_MAX = 2_000_000;
/** Pairs of more columns would take minutes, and nobody would read them. */
const PAIRED_MAX = 50;
const LARGEST = 12;
const WORST = 3;

export async function compareSample(request: UtilityRequest, limits: EngineLimits = {}): Promise<Utility> {
  const { columns, kinds } = request;
  const singles = columns.map((_, place) => [place]);
  const paired = columns.length <= PAIRED_MAX ? columns : [];
  const couples = paired.flatMap((_, one) => paired.slice(one + 1).map((_, gap) => [one, one + 1 + gap] as const));
  const tables = await marginTables(request, [...singles, ...couples], limits);
  const [rows, sampleRows] = totalsOf(tables[0]);
  if (sampleRows === 0) return refuse('table_empty', 'The sample has no rows, so there is nothing to compare.');
  const kept = kindsAfter(columns, kinds);
  const nameAt = (place: number): string => columns[place].name;
  return {
    unit: request.unit ?? null,
    rows,
    sampleRows,
    columns: singles.map(([place], margin) => ({
      column: nameAt(place),
      ...columnUtility(tables[margin], kept.get(nameAt(place)) ?? 'text'),
    })),
    pairs: couples.map(([one, other], pair) => ({
      columns: [nameAt(one), nameAt(other)],
      ...pairUtility(tables[singles.length + pair]),
    })),
  };
}

async function marginTables(
  request: UtilityRequest,
  margins: readonly (readonly number[])[],
  limits: EngineLimits,
): Promise<readonly (readonly PairedCell[])[]> {
  const tables: PairedCell[][] = margins.map(() => []);
  let cells = 0;
  await pairCells({ ...request, margins }, limits, cell => {
    cells += 1;
    if (cells > CELLS_MAX)
      refuse(
        'too_many_groups',
        `The tables of one and two columns have more than ${CELLS_MAX} cells. Choose fewer columns, or recode them.`,
      );
    tables[cell.margin].push(cell);
  });
  return tables;
}

const columnUtility = (cells: readonly PairedCell[], kind: FileColumnKind): Omit<ColumnUtility, 'column'> => ({
  ...distance(cells),
  largest: firstShares(cells, LARGEST, ({ table }) => table),
  quantiles: kind === 'number' ? quantilePairs(numericSteps(cells)) : [],
});

const pairUtility = (cells: readonly PairedCell[]): Omit<PairUtility, 'columns'> => ({
  ...distance(cells),
  worst: firstShares(cells, WORST, ({ table, sample }) => Math.abs(sample - table)),
});

const distance = (cells: readonly PairedCell[]): Distance => ({
  totalVariation: totalVariation(cells),
  expected: expectedTotalVariation(cells),
  cells: cells.length,
});

/** Those of which a measure is largest. */
function firstShares(
  cells: readonly PairedCell[],
  most: number,
  measure: (shares: Omit<SharePair, 'value'>) => number,
): SharePair[] {
  const [rows, sampleRows] = totalsOf(cells);
  return cells
    .map(({ value, count, shown }) => ({ value, table: count / rows, sample: shown / sampleRows }))
    .sort((one, other) => measure(other) - measure(one))
    .slice(0, most)
    .map(({ value, table, sample }) => {
      const rows = marginRows(value);
      return { value: rows.length === 1 ? rows[0] : rows, table, sample };
    });
}
