/**
 * Questions and draws whose keys are all that must be constant in a unit, of rows as they were scanned, and that use these
 * columns for nothing else: the smallest key of a unit is then found while its rows are gathered, without a pass beforehand.
 */
import { type CheckedExpression, columnsOf } from '../plan/expressions/index.ts';
import type { CheckedPlan, CheckedTable } from '../plan/index.ts';

export function keysAreTheConstants({ input, grouping, statistics }: CheckedPlan): boolean {
  const keys = grouping.keys.map(({ expression }) => (expression.kind === 'column' ? expression.name : undefined));
  const scanned = scannedConstants(input);
  if (scanned === undefined || scanned.constants.length === 0 || scanned.constants.length !== keys.length) return false;
  const others = [...scanned.derived, ...statistics.flatMap(statistic => ('of' in statistic ? [statistic.of] : []))];
  const used = new Set(others.flatMap(columnsOf));
  return scanned.constants.every(name => keys.includes(name) && !used.has(name));
}

/** The same for a draw: the trait is all that must be constant, of rows as they were scanned. */
export function traitIsTheConstant(population: CheckedTable, trait: string): boolean {
  const scanned = scannedConstants(population);
  return scanned !== undefined && scanned.derived.length === 0 && scanned.constants.every(name => name === trait);
}

interface Scanned {
  readonly constants: readonly string[];
  /** What was computed of the rows since. */
  readonly derived: readonly CheckedExpression[];
}

/** Undefined where rows were dropped or joined after the scan: the smallest value of a unit may have been among them. */
function scannedConstants(table: CheckedTable): Scanned | undefined {
  if (table.kind === 'scan')
    return { constants: table.reads.filter(({ perUnit }) => perUnit).map(({ name }) => name), derived: [] };
  if (table.kind === 'project') return scannedConstants(table.input);
  if (table.kind !== 'derive') return undefined;
  const below = scannedConstants(table.input);
  return below && { ...below, derived: [...below.derived, ...table.columns.map(({ expression }) => expression)] };
}
