/**
 * Where rows come from, and the last place that sees a raw value: data is made to obey the policy before any expression.
 * Numbers become whole steps and clamp to their bounds; NaN, unparsable and unlisted values become null; infinities clamp.
 */
import { refuse } from '../../vocabulary/index.ts';
import type { Schema } from '../expressions/columns.ts';
import { compareValues, type Value } from '../expressions/value.ts';
import type { Operator, UnitRow } from './operator.ts';
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
      return refuse('unknown_table', `${node.table} is public. Read it directly, or join it to a protected table.`);
    const schema = schemaOf(table.columns);
    const reads = Object.freeze(schema.filter(({ name }) => mentioned.has(name)));
    const unit = table.unit ?? table.key;
    if (unit === undefined && drawing) return refuseUnnamed(node.table);
    return Object.freeze({
      kind: 'scan',
      table: node.table,
      unit,
      rowsAreUnits: table.unit === undefined,
      reads,
      schema,
    });
  },
  // Nobody is dropped here: rows without an id are nobody's. But a question is of one state of the data, and a unit may be in
  // some of them only, unless the number of units is public in every one: then a replaced unit and its other are in the same.
  derivation: (node, { sizeOf }) => ({ kind: sizeOf(node) === undefined ? 'where' : 'map' }),
  size: (_node, units) => units,
  meaning: ({ table, unit, rowsAreUnits, reads }, { data }) => {
    const rows = data[table].flatMap((raw, place) => {
      const name = unit === undefined ? place : raw[unit];
      return name === null ? [] : [{ unit: String(name), values: scannedRow(reads, raw) }];
    });
    const constant = constantInUnits(
      rows,
      reads.filter(({ perUnit }) => perUnit),
    );
    return rowsAreUnits ? [...new Map(constant.map(row => [row.unit, row])).values()] : constant;
  },
};

const refuseUnnamed = (name: string): never =>
  refuse(
    'sample_needs_key',
    `The table ${name} has no unit, so its rows cannot be identified for sampling. Name a unique column as its "key" in the policy.`,
  );

/**
 * All rows of a unit carry its smallest value, null only where it has no other: a map that the policy fixes, whatever is
 * asked, so that a unit which contradicts itself is one and the same unit in every table.
 */
function constantInUnits(rows: readonly UnitRow[], columns: Schema): readonly UnitRow[] {
  const smallest = new Map<string, Record<string, Value>>();
  for (const { unit, values } of rows) {
    const seen = smallest.get(unit) ?? {};
    for (const { name } of columns) seen[name] = smaller(seen[name] ?? null, values[name]);
    smallest.set(unit, seen);
  }
  return rows.map(({ unit, values }) => ({ unit, values: { ...values, ...smallest.get(unit) } }));
}

const smaller = (one: Value, other: Value): Value =>
  one === null ? other : other === null || compareValues(one, other) <= 0 ? one : other;
