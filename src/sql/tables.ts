/** The operators on tables in SQL, one line of the table each; units stay beside their rows all the way. */

import type { Schema } from '../plan/expressions/index.ts';
import type { CheckedTable } from '../plan/index.ts';
import { invariant } from '../vocabulary/index.ts';
import { drawn } from './draw.ts';
import { type Fragment, join, sql } from './fragment.ts';
import { unitRows } from './per-unit.ts';
import { computed, derived, type Lowering, type SqlRelation, selectList } from './relation.ts';
import { scannedRows } from './scanned-rows.ts';
import { unitsMatched } from './unit-join.ts';
import { constantInUnits, oneRowEach, smallestOf } from './units.ts';

type Of<Kind> = Extract<CheckedTable, { readonly kind: Kind }>;
type Lower<Kind> = (node: Of<Kind>, lowering: Lowering) => SqlRelation;

export const lowerTable = (table: CheckedTable, lowering: Lowering): SqlRelation =>
  (lowerings[table.kind] as Lower<CheckedTable['kind']>)(table, lowering);

const lowerings: { readonly [Kind in CheckedTable['kind']]: Lower<Kind> } = {
  scan: ({ table, unit: unitColumn, rowsAreUnits, reads }, lowering) => {
    const { from, unit, columns } = scannedRows(table, reads, unitColumn, lowering);
    const relation = { from, unit, columns: named(reads, columns) };
    const constant = reads.flatMap(({ perUnit, domain }, place) =>
      perUnit ? [{ name: columns[place], type: domain.type }] : [],
    );
    if (rowsAreUnits) return unit === undefined ? relation : oneRowEach(relation, constant, lowering);
    return lowering.constantLater ? relation : constantInUnits(relation, constant, lowering);
  },
  where: ({ input, condition }, lowering) => {
    const { relation, values } = computed(lowerTable(input, lowering), [condition], lowering);
    return { ...relation, from: derived(sql`SELECT * FROM ${relation.from} WHERE ${values[0]}`, lowering) };
  },
  derive: ({ input, columns }, lowering) => {
    const expressions = columns.map(({ expression }) => expression);
    const { relation, values } = computed(lowerTable(input, lowering), expressions, lowering);
    const added = values.map(value => ({ name: lowering.fresh('derived'), value }));
    return {
      ...relation,
      from: derived(sql`SELECT *, ${selectList(added)} FROM ${relation.from}`, lowering),
      columns: new Map([
        ...relation.columns,
        ...named(
          columns,
          added.map(column => column.name),
        ),
      ]),
    };
  },
  project: ({ input }, lowering) => lowerTable(input, lowering),
  join: ({ input, table, on, key, keep, reads }, lowering) => {
    const relation = lowerTable(input, lowering);
    const { keyColumn, others, from } = publicRows(table, [key, ...reads], lowering);
    const how = keep === 'all' ? sql`LEFT JOIN` : sql`JOIN`;
    const onColumn = relation.columns.get(on);
    invariant(onColumn !== undefined, 'a checked join looks up a column that it has');
    return {
      ...relation,
      from: derived(sql`SELECT * FROM ${relation.from} ${how} ${from} ON ${onColumn} = ${keyColumn}`, lowering),
      columns: new Map([...relation.columns, ...named(reads, others)]),
    };
  },
  unitJoin: (node, lowering) => unitsMatched(node, lowering, lowerTable),
  perUnit: (node, lowering) => unitRows(node, lowerTable(node.input, lowering), lowering),
  sample: (node, lowering) => drawn(node, lowering, lowerTable),
  part: (node, lowering) => drawn(node, lowering, lowerTable),
};

/** One row a key, whatever the table holds by now: no join may multiply rows, even where a check came too early. */
function publicRows(table: string, [key, ...reads]: Schema, lowering: Lowering) {
  const { from: scan, columns } = scannedRows(table, [key, ...reads], undefined, lowering);
  const [keyColumn, ...values] = columns;
  const others = values.map((column, place) => ({
    name: lowering.fresh(reads[place].name),
    value: smallestOf(column, reads[place].domain.type),
  }));
  const list = join([keyColumn, ...others.map(({ name, value }) => sql`${value} AS ${name}`)], ', ');
  const from = derived(sql`SELECT ${list} FROM ${scan} GROUP BY ${keyColumn}`, lowering);
  return { keyColumn, others: others.map(({ name }) => name), from };
}

const named = (columns: readonly { readonly name: string }[], aliases: readonly Fragment[]): Map<string, Fragment> =>
  new Map(columns.map((column, place) => [column.name, aliases[place]]));
