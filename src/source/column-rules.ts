/** Rules between the entries of one column: bounds in order, on the step's grid, and within what engines add up exactly. */
import type { Path } from '../json/index.ts';
import { type Rational, rational } from '../numerics/index.ts';
import type { Complaint } from './policy-path.ts';
import type { ShapedColumn, ShapedTable } from './policy-schema.ts';
import { instant } from './values/calendar.ts';
import { type Decimal, plainText } from './values/decimal.ts';

const { compare, div, mul, ratio } = rational;

/**
 * Values are put on the grid as floor(x / step + 1/2) in doubles. With at most 2^49 steps the three roundings on the
 * way stay below half a step, so that a multiple of the step lands on itself and no value passes its bound.
 */
const STEPS_MAX = ratio(1n << 49n);

/** Engines hold a unit's total in 64 bits. */
const TOTAL_MAX = ratio((1n << 63n) - 1n);

export function brokenColumnRules(column: ShapedColumn, table: ShapedTable, path: Path): Complaint[] {
  const complaints: Complaint[] = [];
  const complain = (key: string, rule: string) => complaints.push({ path: [...path, key], rule });
  if (column.perUnit === true && table.public === true)
    complain('perUnit', 'has no meaning in a public table; delete it');
  if (column.perUnit === true && table.public !== true && table.unit === undefined)
    complain('perUnit', 'is implied if each row is its own unit; delete it, or name the unit');
  if (column.type === 'category' && new Set(column.values).size < column.values.length)
    complain('values', 'lists a value twice; values must be distinct');
  if (!('min' in column || 'max' in column)) return complaints;
  const [present, absent] = column.min === undefined ? ['max', 'min'] : ['min', 'max'];
  if (column.min === undefined || column.max === undefined)
    complain(present, `is given without ${absent}; give both bounds, or neither`);
  else if (!inOrder(column)) complain('max', 'is below min; swap the two');
  else if (column.type === 'integer' || column.type === 'number')
    complaints.push(...brokenGridRules(column, table, path));
  return complaints;
}

function inOrder(column: ShapedColumn): boolean {
  if (column.type === 'integer' || column.type === 'number') return compare(column.min!.exact, column.max!.exact) <= 0;
  if (column.type === 'date') return column.min! <= column.max!;
  if (column.type === 'timestamp') return instant(column.min!)!.microseconds <= instant(column.max!)!.microseconds;
  return true;
}

type NumericColumn = Extract<ShapedColumn, { readonly type: 'integer' | 'number' }>;

function* brokenGridRules(
  { type, min, max, step }: NumericColumn,
  table: ShapedTable,
  path: Path,
): Iterable<Complaint> {
  if (step === undefined && type === 'number') return;
  for (const [key, bound] of Object.entries({ min: min!, max: max! })) {
    const steps = step === undefined ? bound.exact : div(bound.exact, step.exact);
    const place = [...path, key];
    if (steps.denominator !== 1n) yield { path: place, rule: `is not a multiple of the step; ${nearby(steps, step!)}` };
    else if (type === 'number' && compare(absolute(steps), STEPS_MAX) > 0)
      yield { path: place, rule: 'is more than 2^49 steps from 0; use a larger step or a narrower bound' };
    else if (table.public !== true && compare(mul(absolute(steps), rowsOf(table)), TOTAL_MAX) > 0)
      yield { path: place, rule: 'times rowsPerUnit exceeds 2^63; use a narrower bound or fewer rows' };
  }
}

const rowsOf = (table: Exclude<ShapedTable, { readonly public: true }>): Rational =>
  table.rowsPerUnit?.exact ?? rational.one;

const absolute = (value: Rational): Rational =>
  ratio(value.numerator < 0n ? -value.numerator : value.numerator, value.denominator);

/** The multiples of the step on both sides. */
function nearby(steps: Rational, step: Decimal): string {
  const floor = ratio(steps.numerator - modulo(steps.numerator, steps.denominator), steps.denominator);
  const [below, above] = [floor, rational.add(floor, rational.one)].map(count => plainText(mul(count, step.exact)));
  return `the nearest are ${below} and ${above}`;
}

const modulo = (a: bigint, b: bigint): bigint => ((a % b) + b) % b;
