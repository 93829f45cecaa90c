/** Linear programs of a few variables, solved by the simplex method: to check prices without believing their proofs. */
import { invariant } from '../../vocabulary/index.ts';

/** Σ factor·x <= limit, limit >= 0; so that x = 0 is always allowed. */
export interface LinearConstraint {
  readonly factors: readonly number[];
  readonly limit: number;
}

const TINY = 1e-11;
const STEPS_MAX = 100_000;

/** The largest Σ weight·x over x >= 0 within all limits. Bland's rule: the method cannot go in circles. */
export function maximise(weights: readonly number[], limits: readonly LinearConstraint[]): number {
  const table = [
    ...limits.map(({ factors, limit }) => Float64Array.of(...factors, limit)),
    Float64Array.of(...weights.map(weight => -weight), 0),
  ];
  const goal = table[limits.length];
  const end = weights.length;
  /** Which variable each column and each row stands for; those of the rows are slacks at first. */
  const columns = weights.map((_, i) => i);
  const rows = limits.map((_, i) => end + i);
  for (let step = 0; step < STEPS_MAX; step++) {
    const column = lowest(columns, i => goal[i] < -TINY);
    if (column === undefined) return goal[end];
    const row = tightest(table, rows, column);
    pivot(table, row, column);
    [columns[column], rows[row]] = [rows[row], columns[column]];
  }
  invariant(false, 'the simplex method ends');
}

/** The place of the lowest variable that is allowed. */
function lowest(variables: readonly number[], allowed: (place: number) => boolean): number | undefined {
  let found: number | undefined;
  for (let place = 0; place < variables.length; place++)
    if (allowed(place) && (found === undefined || variables[place] < variables[found])) found = place;
  return found;
}

/** The row that stops the column's variable first. */
function tightest(table: readonly Float64Array[], rows: readonly number[], column: number): number {
  const reach = (row: number): number =>
    table[row][column] > TINY ? (table[row].at(-1) ?? 0) / table[row][column] : Infinity;
  const first = Math.min(...rows.map((_, row) => reach(row)));
  const row = lowest(rows, place => reach(place) <= first + TINY);
  invariant(row !== undefined && first < Infinity, 'a program with prices has a largest value');
  return row;
}

/** Exchanges the variables of a row and a column. */
function pivot(table: readonly Float64Array[], row: number, column: number): void {
  const turned = table[row];
  const centre = turned[column];
  turned[column] = 1;
  for (let i = 0; i < turned.length; i++) turned[i] /= centre;
  for (const other of table) {
    if (other === turned) continue;
    const factor = other[column];
    other[column] = 0;
    for (let i = 0; i < other.length; i++) other[i] -= factor * turned[i];
  }
}
