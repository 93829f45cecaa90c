/**
 * Each unit as one row: numbers of all rows that it has here, however many, and columns that are constant in it. Units without
 * rows are not there. No number leaves its public bounds, whatever the rows of a unit are.
 */
import { type Rational, rational } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { CheckedTable, CheckedUnitAggregate } from '../checked-plan.ts';
import { numeric } from '../expressions/arithmetic.ts';
import { checkExpression } from '../expressions/check-expression.ts';
import type { CheckedExpression } from '../expressions/checked-expression.ts';
import { checkNameFree, type Schema, type SchemaColumn } from '../expressions/columns.ts';
import { integers, isStepped, LARGEST, type NumberDomain, numbers } from '../expressions/domain.ts';
import { evaluate, type RowValues } from '../expressions/evaluate.ts';
import { constantColumn } from '../expressions/key-value.ts';
import type { Value } from '../expressions/value.ts';
import { ceiling, floor, greatest, halvesUp, least, within } from '../expressions/whole-numbers.ts';
import type { UnitAggregate } from '../plan.ts';
import type { CheckContext, Operator } from './operator.ts';
import { rowsMost, scanOf } from './rows-most.ts';

/** A mean ends in thousandths of the step of what is averaged, halves up: the rule of quotients. */
const MEAN_PARTS = 1000n;

/** One made of the other: DuckDB plans each in twice the time of the one below, and would do so after the charge. */
const NESTED_MAX = 8;

export const perUnit: Operator<'perUnit'> = {
  check: (node, scope) => {
    const input = scope.check(node.input);
    checkNested(input);
    const rowsMost = rowsPerUnitOf(input, scope);
    const schema: SchemaColumn[] = [];
    const add = (column: SchemaColumn): void => {
      checkNameFree(schema, column.name);
      schema.push(column);
    };
    for (const name of node.columns) add(constantColumn(input.schema, name, 'One row per unit'));
    const columns = Object.freeze([...schema]);
    const aggregates = node.aggregates.map(aggregate => {
      const checked = Object.freeze(checkedAggregate(aggregate, input.schema, rowsMost));
      add(Object.freeze({ name: checked.name, domain: checked.domain, perUnit: true }));
      return checked;
    });
    return Object.freeze({
      kind: 'perUnit',
      input,
      columns,
      aggregates: Object.freeze(aggregates),
      schema: Object.freeze(schema),
    });
  },
  // who has rows keeps them as one row, and nobody's row depends on anybody else's
  derivation: () => ({ kind: 'map' }),
  size: (_node, units) => units,
  meaning: ({ input, columns, aggregates }, { rowsOf }) => {
    const units = new Map<string, RowValues[]>();
    for (const { unit, values } of rowsOf(input)) {
      if (!units.has(unit)) units.set(unit, []);
      units.get(unit)!.push(values);
    }
    return [...units].map(([unit, rows]) => ({
      unit,
      values: Object.fromEntries([
        ...columns.map(({ name }) => [name, rows[0][name]] as const),
        ...aggregates.map(aggregate => [aggregate.name, numberOf(aggregate, rows)] as const),
      ]),
    }));
  },
};

/** Whether every unit of a table has one row, and no more. */
export function hasOneRowEach(table: CheckedTable): boolean {
  if (table.kind === 'scan') return table.rowsAreUnits;
  if (table.kind === 'unitJoin') return hasOneRowEach(table.input) && hasOneRowEach(table.with);
  return table.kind === 'perUnit' || hasOneRowEach(table.input);
}

function checkNested(input: CheckedTable): void {
  if (nestedIn(input) < NESTED_MAX) return;
  refuse(
    'plan_too_large',
    `One row per unit may be made of one row per unit at most ${NESTED_MAX} times. After the first each unit has one row: compute with its columns instead.`,
  );
}

function nestedIn(table: CheckedTable): number {
  if (table.kind === 'scan') return 0;
  const beside = table.kind === 'unitJoin' ? nestedIn(table.with) : 0;
  return nestedIn(table.input) + beside + Number(table.kind === 'perUnit');
}

/** k of the rows below: what undeclared bounds are made of. */
function rowsPerUnitOf(input: CheckedTable, { policy }: CheckContext): bigint {
  const scan = scanOf(input);
  if (scan.unit === undefined)
    return refuse(
      'sample_needs_key',
      `The table ${scan.table} has no unit, so nothing tells which rows belong to one. Name its "unit", or a unique "key", in the policy.`,
    );
  return rowsMost(input, policy);
}

function checkedAggregate(aggregate: UnitAggregate, schema: Schema, rowsMost: bigint): CheckedUnitAggregate {
  const { name, clamp } = aggregate;
  if (aggregate.kind === 'count') return { kind: 'count', name, domain: numberOfRows(1n, rowsMost, clamp) };
  const { kind } = aggregate;
  const of = checkExpression(aggregate.of, schema);
  if (kind === 'countValues') return { kind, name, of, parts: 1n, domain: numberOfRows(0n, rowsMost, clamp) };
  if ((kind === 'min' || kind === 'max') && clamp === null) return { kind, name, of, parts: 1n, domain: stepped(of) };
  const { domain } = numeric(of, `What ${name} is made of`);
  const parts = kind === 'mean' ? MEAN_PARTS : 1n;
  const step = rational.div(domain.step, rational.ratio(parts));
  const most = clamp === null ? rowsMost : undefined;
  const ends = kind === 'sum' ? sumEnds(domain, most) : { low: parts * domain.low, high: parts * domain.high };
  if (clamp !== null) return { kind, name, of, parts, domain: clampedTo(clamp, step, ends) };
  if (domain.bounded) return { kind, name, of, parts, domain: numbers(ends.low!, ends.high!, step) };
  return refuse(
    'bound_missing',
    `${name} is made of values without public bounds. Give the column min and max in the policy, or clamp ${name}, as LEAST(GREATEST(sum(x), 0), 100) does.`,
  );
}

/** Absent where there is no end. */
interface Ends {
  readonly low?: bigint | undefined;
  readonly high?: bigint | undefined;
}

const numberOfRows = (low: bigint, most: bigint, clamp: UnitAggregate['clamp']): NumberDomain =>
  clamp === null ? integers(low, most) : clampedTo(clamp, rational.one, { low });

function stepped({ domain }: CheckedExpression): NumberDomain {
  if (isStepped(domain)) return domain;
  return refuse('type_mismatch', `min and max are of numbers and dates; this is of type ${domain.type}.`);
}

/** Of one row up to so many: a sum of values that are not negative is at least one of them. */
const sumEnds = ({ low, high }: NumberDomain, rows: bigint | undefined): Ends => ({
  low: low >= 0n ? low : rows && rows * low,
  high: high <= 0n ? high : rows && rows * high,
});

/** The whole steps within a clamp, as far as there can be values and numbers of steps. */
function clampedTo({ low, high }: NonNullable<UnitAggregate['clamp']>, step: Rational, ends: Ends): NumberDomain {
  const from = greatest([ceiling(rational.div(rational.fromDecimal(low), step)), -LARGEST]);
  const to = least([floor(rational.div(rational.fromDecimal(high), step)), LARGEST]);
  if (!(from <= to))
    return refuse('value_out_of_range', 'There must be at least one step between the ends of a clamp.');
  return numbers(within(ends.low ?? from, from, to), within(ends.high ?? to, from, to), step);
}

/** The number of one unit, of all its rows; nulls are no values. */
function numberOf(aggregate: CheckedUnitAggregate, rows: readonly RowValues[]): Value {
  const { low, high } = aggregate.domain;
  if (aggregate.kind === 'count') return within(BigInt(rows.length), low, high);
  const values = rows.map(row => evaluate(aggregate.of, row)).filter(value => value !== null);
  if (aggregate.kind === 'countValues') return within(BigInt(values.length), low, high);
  if (values.length === 0) return null;
  return within(made(aggregate.kind, values as readonly bigint[], aggregate.parts), low, high);
}

function made(kind: 'sum' | 'mean' | 'min' | 'max', values: readonly bigint[], parts: bigint): bigint {
  if (kind === 'min') return least(values);
  if (kind === 'max') return greatest(values);
  const sum = values.reduce((total, value) => total + value, 0n);
  return kind === 'sum' ? sum : halvesUp(parts * sum, BigInt(values.length));
}
