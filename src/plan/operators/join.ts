/** Looks each row up in a public table by its unique key: at most one match, so no row becomes two. */
import { rational } from '../../numerics/index.ts';
import { invariant, refuse } from '../../vocabulary/index.ts';
import { checkNameFree, columnNamed } from '../expressions/columns.ts';
import { type Domain, isStepped, sameType } from '../expressions/domain.ts';
import type { RowValues } from '../expressions/evaluate.ts';
import type { Value } from '../expressions/value.ts';
import type { Operator } from './operator.ts';
import { scannedRow, schemaOf } from './scanned-columns.ts';

export const join: Operator<'join'> = {
  check: (node, { policy, mentioned, check }) => {
    const input = check(node.input);
    const table = policy.tables[node.table];
    if (table === undefined) return refuse('unknown_table', `The policy has no table ${JSON.stringify(node.table)}.`);
    if (!table.public)
      return refuse('join_unsupported', `${node.table} is protected. Only public tables can be joined, on their key.`);
    const on = columnNamed(input.schema, node.on);
    const columns = schemaOf(table.columns);
    const key = columnNamed(columns, table.key);
    checkComparable(on.domain, key.domain);
    const added = columns
      .filter(({ name }) => name !== table.key)
      .map(column => Object.freeze({ ...column, perUnit: on.perUnit }));
    for (const { name } of added) checkNameFree(input.schema, name);
    const reads = Object.freeze(added.filter(({ name }) => mentioned.has(name)));
    const schema = Object.freeze([...input.schema, ...added]);
    return Object.freeze({ kind: 'join', input, table: node.table, on: node.on, key, keep: node.keep, reads, schema });
  },
  derivation: ({ keep }) => ({ kind: keep === 'matched' ? 'where' : 'map' }),
  size: ({ keep }, units) => (keep === 'matched' ? undefined : units),
  meaning: ({ input, table, on, key, keep, reads }, { data, rowsOf }) => {
    const found = new Map<Value, RowValues>();
    for (const raw of data[table]) {
      const { [key.name]: name, ...values } = scannedRow([key, ...reads], raw);
      invariant(name === null || !found.has(name), 'the key of a public table is unique');
      found.set(name, values);
    }
    const none: RowValues = Object.fromEntries(reads.map(({ name }) => [name, null]));
    return rowsOf(input).flatMap(({ unit, values }) => {
      const match = values[on] === null ? undefined : found.get(values[on]);
      return match === undefined && keep === 'matched' ? [] : [{ unit, values: { ...values, ...(match ?? none) } }];
    });
  },
};

function checkComparable(one: Domain, other: Domain): void {
  const sameStep = !isStepped(one) || !isStepped(other) || rational.equals(one.step, other.step);
  if (sameType(one, other) && sameStep) return;
  refuse(
    'type_mismatch',
    `The two sides of a join must have the same type and step; ${one.type} and ${other.type} do not match.`,
  );
}
