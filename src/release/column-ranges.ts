/** The least and greatest number of columns, for the custodian alone: cut points are suggested from them. */
import {
  type CoarsenedColumn,
  countMargins,
  type Engine,
  type EngineLimits,
  type FileColumnKind,
  marginRows,
} from '../engine/index.ts';
import type { ColumnRange } from './cut-points.ts';

export async function columnRanges(
  engine: Engine,
  table: string,
  columns: readonly CoarsenedColumn[],
  kinds: ReadonlyMap<string, FileColumnKind>,
  limits: EngineLimits,
): Promise<ReadonlyMap<string, ColumnRange>> {
  const numeric = columns.filter(({ name }) => kinds.get(name) === 'number');
  if (numeric.length === 0) return new Map();
  const ranges = numeric.map(() => ({ min: Infinity, max: -Infinity, whole: true }));
  const margins = numeric.map((_, place) => [place]);
  await countMargins(engine, { table, columns: numeric, margins }, limits, ({ margin, value }) => {
    const [[cell]] = marginRows(value);
    const number = cell === null ? Number.NaN : Number(cell);
    if (!Number.isFinite(number)) return;
    const range = ranges[margin];
    range.min = Math.min(range.min, number);
    range.max = Math.max(range.max, number);
    range.whole &&= Number.isInteger(number);
  });
  return new Map(
    numeric.map(({ name }, place) => [name, ranges[place]] as const).filter(([, { min, max }]) => min < max),
  );
}
