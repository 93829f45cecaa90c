/** Rows of two protected tables beside each other, unit by unit. Equality of ids decides alone: nothing is chosen or ordered. */
import type { Schema } from '../plan/expressions/index.ts';
import type { CheckedTable } from '../plan/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import { sql } from './fragment.ts';
import { derived, type Lowering, type SqlRelation } from './relation.ts';
import { familyOf, sameIds } from './units.ts';

type LowerTable = (table: CheckedTable, lowering: Lowering) => SqlRelation;

export function unitsMatched(
  { input, with: other }: Extract<CheckedTable, { readonly kind: 'unitJoin' }>,
  lowering: Lowering,
  lower: LowerTable,
): SqlRelation {
  checkSameIds(input, other, lowering);
  const [left, right] = [lower(input, lowering), lower(other, lowering)];
  invariant(left.unit !== undefined && right.unit !== undefined, 'a checked join has units on both sides');
  return {
    unit: left.unit,
    from: derived(sql`SELECT * FROM ${left.from} JOIN ${right.from} ON ${left.unit} = ${right.unit}`, lowering),
    columns: new Map([...shown(input.schema, left), ...shown(other.schema, right)]),
  };
}

/** A column that a side hides must not cover one of the same name that the other shows. */
const shown = (schema: Schema, { columns }: SqlRelation) =>
  [...columns].filter(([known]) => schema.some(({ name }) => name === known));

function checkSameIds(input: CheckedTable, other: CheckedTable, lowering: Lowering): void {
  const [one, two] = [scanOf(input), scanOf(other)];
  invariant(one.unit !== undefined && two.unit !== undefined, 'a checked join has units on both sides');
  if (sameIds(familyOf(one.table, one.unit, lowering), familyOf(two.table, two.unit, lowering))) return;
  refuse(
    'source_mismatch',
    `Column ${one.unit} of ${one.table} and column ${two.unit} of ${two.table} name units, but have different types in the data. Offer a view with the same type.`,
  );
}

const scanOf = (table: CheckedTable): Extract<CheckedTable, { readonly kind: 'scan' }> =>
  table.kind === 'scan' ? table : scanOf(table.input);
