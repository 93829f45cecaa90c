/** From a policy of the right shape to one that is ready for use: defaults filled in, paths absolute, all of it frozen. */
import { resolve } from 'node:path';
import { rational, toNumber } from '../numerics/index.ts';
import { sourceEngine } from './engines/engines.ts';
import { type TableFile, tableFiles } from './engines/table-files.ts';
import { ledgerOf } from './places/ledger-place.ts';
import type { Budget, Column, DeclaredTable, Policy, Range } from './policy.ts';
import { withPaths } from './policy-paths.ts';
import type { ShapedColumn, ShapedPolicy, ShapedTable } from './policy-schema.ts';
import { day, instant } from './values/calendar.ts';
import { type Decimal, decimal, plainText } from './values/decimal.ts';

/** `folder` is where relative paths begin. The policy must have passed its rules. */
export function resolvePolicy(written: ShapedPolicy, folder: string): Policy {
  const policy = withPaths(written, path => resolve(folder, path));
  const { files } = tableFiles(policy);
  return Object.freeze({
    source: Object.freeze(sourceEngine(policy.source).resolved(policy.source)),
    tables: record(policy.tables, (table, name) => tableOf(table, files.get(name))),
    budget: budgetOf(policy.budget),
    ...concentratedOf(policy.budget),
    analysts: record(policy.analysts ?? {}, limitOf),
    ledger: ledgerOf(policy.ledger),
    ...(policy.anchor !== undefined && { anchor: policy.anchor.slice('file:'.length) }),
    ...(policy.keyFile !== undefined && { keyFile: policy.keyFile }),
  });
}

/** No prototype, so that no name is found that the policy does not hold. */
const record = <From, To>(entries: Readonly<Record<string, From>>, make: (entry: From, name: string) => To) =>
  Object.freeze(
    Object.assign(
      Object.create(null) as Record<string, To>,
      Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, make(entry, name)])),
    ),
  );

function tableOf(table: ShapedTable, file: TableFile | undefined): DeclaredTable {
  const perUnitAlways = table.public !== true && table.unit === undefined;
  const shared = {
    ...(file !== undefined && { file: Object.freeze(file) }),
    columns: record(table.columns, column => columnOf(column, perUnitAlways)),
  };
  if (table.public === true) return Object.freeze({ public: true, key: table.key, ...shared });
  const { unit, rowsPerUnit, rowsPerGroup, neighbours = 'add-remove', approximateUnits, size, key, budget } = table;
  return Object.freeze({
    public: false,
    ...(unit !== undefined && { unit }),
    rowsPerUnit: rowsPerUnit?.nearest ?? 1,
    ...(rowsPerGroup !== undefined && { rowsPerGroup: rowsPerGroup.nearest }),
    neighbours,
    ...(approximateUnits !== undefined && { approximateUnits: approximateUnits.nearest }),
    sizeIsPublic: size === 'public',
    ...(key !== undefined && { key }),
    ...(budget !== undefined && { budget: limitOf(budget) }),
    ...shared,
  });
}

interface WrittenBudget {
  readonly epsilon: Decimal;
  readonly delta?: Decimal | undefined;
}

const budgetOf = ({ epsilon, delta = decimal('0')! }: WrittenBudget): Budget => Object.freeze({ epsilon, delta });

/** A hundredth of delta unless said; the policy's rules have seen that there is a delta, and that this is less. */
function concentratedOf({ accounting, delta, thresholdDelta }: ShapedPolicy['budget']): Pick<Policy, 'concentrated'> {
  if (accounting !== 'concentrated') return {};
  return { concentrated: Object.freeze({ thresholdDelta: thresholdDelta ?? hundredthOf(delta!) }) };
}

function hundredthOf({ exact: whole }: Decimal): Decimal {
  const exact = rational.div(whole, rational.ratio(100n));
  return Object.freeze({ text: plainText(exact), exact, nearest: toNumber(exact, 'nearest') });
}

/** A limit within the budget that says nothing of delta sets none: no budget reaches 1. */
const limitOf = ({ epsilon, delta = decimal('1')! }: WrittenBudget): Budget => Object.freeze({ epsilon, delta });

function columnOf(column: ShapedColumn, perUnitAlways: boolean): Column {
  const perUnit = perUnitAlways || column.perUnit === true;
  switch (column.type) {
    case 'integer':
    case 'number': {
      const step = column.step ?? (column.type === 'integer' ? decimal('1') : undefined);
      const { type } = column;
      return Object.freeze({ type, ...boundsOf(column, bound => bound), ...(step !== undefined && { step }), perUnit });
    }
    case 'category':
      return Object.freeze({ type: column.type, values: Object.freeze([...column.values]), perUnit });
    case 'text':
    case 'boolean':
      return Object.freeze({ type: column.type, perUnit });
    case 'date':
      return Object.freeze({ type: column.type, ...boundsOf(column, text => day(text)!), perUnit });
    case 'timestamp':
      return Object.freeze({ type: column.type, ...boundsOf(column, text => instant(text)!), perUnit });
  }
}

interface WrittenBounds<Value> {
  readonly min?: Value | undefined;
  readonly max?: Value | undefined;
}

const boundsOf = <From, To>({ min, max }: WrittenBounds<From>, read: (bound: From) => To): { bounds?: Range<To> } =>
  min === undefined || max === undefined ? {} : { bounds: Object.freeze({ min: read(min), max: read(max) }) };
