/**
 * Where rows come from, and the last place that sees a raw value: data is made to obey the policy before any expression.
 * Numbers become whole steps and clamp to their bounds; NaN, unparsable and unlisted values become null; infinities clamp.
 */
import type { ProtectedTable } from '../../source/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { Schema } from '../checked-plan.ts';
import { compareValues, type Value } from '../value.ts';
import type { Operator, Row } from './operator.ts';
import { scannedRow, schemaOf } from './scanned-columns.ts';

export const scan: Operator<'scan'> = {
  check: (node, { policy, mentioned, drawing }) => {
    const table = policy.tables[node.table];
    if (table === undefined)
      return refuse(
        'unknown_table',
        `The policy has no table ${JSON.stringify(node.table)}; it has ${Object.keys(policy.tables).join(', ')}.`,
      );
    if (table.public)
      return refuse('unknown_table', `${node.table} is public: read it directly, or join it to a protected table.`);
    const schema = schemaOf(table.columns);
    const reads = Object.freeze(schema.filter(({ name }) => mentioned.has(name)));
    const unit = table.unit ?? (drawing ? keyOf(node.table, table) : undefined);
    return Object.freeze({ kind: 'scan', table: node.table, unit, reads, schema });
  },
  // rows that break `perUnit`, or have no unit, are dropped by looking at one unit alone
  derivation: ({ unit }) => ({ kind: unit === undefined ? 'map' : 'where' }),
  // of one column the rows with a unit's smallest value stay; of two, perhaps no row has both
  size: ({ unit, reads }, units) =>
    unit === undefined || reads.filter(({ perUnit }) => perUnit).length <= 1 ? units : undefined,
  meaning: ({ table, unit, reads }, { data }) => {
    const rows = data[table].flatMap((raw, place) => {
      const name = unit === undefined ? place : raw[unit];
      return name === null ? [] : [{ unit: String(name), values: scannedRow(reads, raw) }];
    });
    return unit === undefined
      ? rows
      : constantInUnits(
          rows,
          reads.filter(({ perUnit }) => perUnit),
        );
  },
};

/** Rows that are their own units are told apart by a key, or cannot be drawn. */
const keyOf = (name: string, { key }: ProtectedTable): string =>
  key ??
  refuse(
    'sample_needs_key',
    `The table ${name} has no unit, so that its rows cannot be told apart when they are drawn: name a unique column as its "key" in the policy.`,
  );

/** Rows that differ from the smallest value of their unit, null being the largest, are dropped. */
function constantInUnits(rows: readonly Row[], columns: Schema): readonly Row[] {
  const smallest = new Map<string, Map<string, Value>>();
  for (const { unit, values } of rows) {
    const seen = smallest.get(unit) ?? smallest.set(unit, new Map()).get(unit)!;
    for (const { name } of columns) seen.set(name, smaller(seen.get(name) ?? null, values[name]));
  }
  return rows.filter(({ unit, values }) => columns.every(({ name }) => smallest.get(unit)!.get(name) === values[name]));
}

const smaller = (one: Value, other: Value): Value =>
  one === null ? other : other === null || compareValues(one, other) <= 0 ? one : other;
