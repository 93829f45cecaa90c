/** Rows of two protected tables beside each other, unit by unit. Equality of ids decides alone: nothing is chosen or ordered. */
import type { Schema } from '../plan/expressions/index.ts';
import type { CheckedTable } from '../plan/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import type { TypeFamily } from './catalogue.ts';
import { type Fragment, sql, word } from './fragment.ts';
import { derived, type Lowering, type SqlRelation } from './relation.ts';
import { familyOf, sameIds } from './units.ts';

type LowerTable = (table: CheckedTable, lowering: Lowering) => SqlRelation;

export function unitsMatched(
  { input, with: other }: Extract<CheckedTable, { readonly kind: 'unitJoin' }>,
  lowering: Lowering,
  lower: LowerTable,
): SqlRelation {
  const families = idsOf(input, other, lowering);
  const [left, right] = [lower(input, lowering), lower(other, lowering)];
  invariant(left.unit !== undefined && right.unit !== undefined, 'a checked join has units on both sides');
  return {
    unit: left.unit,
    from: derived(
      sql`SELECT * FROM ${left.from} JOIN ${right.from} ON ${compared(left.unit, families, lowering)} = ${compared(right.unit, families, lowering)}`,
      lowering,
    ),
    columns: new Map([...shown(input.schema, left), ...shown(other.schema, right)]),
  };
}

/** A column that a side hides must not cover one of the same name that the other shows. */
const shown = (schema: Schema, { columns }: SqlRelation) =>
  [...columns].filter(([known]) => schema.some(({ name }) => name === known));

/** Long integers and decimals meet as decimals in DuckDB, and one id that no decimal holds would fail everybody's question. */
const compared = (unit: Fragment, families: readonly TypeFamily[], { dialect }: Lowering): Fragment =>
  families.includes('wide') ? sql`CAST(${unit} AS ${word(dialect.types.wide)})` : unit;

/** How the ids of both sides lie in the engine. */
function idsOf(input: CheckedTable, other: CheckedTable, lowering: Lowering): readonly TypeFamily[] {
  const [one, two] = [scanOf(input), scanOf(other)];
  invariant(one.unit !== undefined && two.unit !== undefined, 'a checked join has units on both sides');
  const families = [familyOf(one.table, one.unit, lowering), familyOf(two.table, two.unit, lowering)] as const;
  if (sameIds(...families)) return families;
  return refuse(
    'source_mismatch',
    `Column ${one.unit} of ${one.table} and column ${two.unit} of ${two.table} name units, but have different types in the data. Offer a view with the same type.`,
  );
}

const scanOf = (table: CheckedTable): Extract<CheckedTable, { readonly kind: 'scan' }> =>
  table.kind === 'scan' ? table : scanOf(table.input);
