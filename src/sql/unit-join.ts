/**
 * Rows of two protected tables beside each other, unit by unit. Equality of ids decides, and how many rows a unit has: nothing is chosen
 * or ordered.
 */
import type { Schema } from '../plan/expressions/index.ts';
import type { CheckedTable } from '../plan/index.ts';
import { JOINED_ROWS_MAX } from '../plan/operators/index.ts';
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
  const sides = [input, other].map(side => lower(side, lowering));
  const [left, right] = sides.map(({ from, unit }): JoinedSide => {
    invariant(unit !== undefined, 'a checked join has units on both sides');
    const rows = lowering.define('beside', sql`SELECT * FROM ${from}`, 'wherever');
    return { rows, unit, id: compared(unit, families, lowering) };
  });
  const few = sql`SELECT * FROM ${left.rows} WHERE ${left.id} NOT IN (SELECT * FROM ${crowdedIn(left, right, lowering)})`;
  return {
    unit: left.unit,
    from: derived(
      sql`SELECT * FROM ${derived(few, lowering)} JOIN ${right.rows} ON ${left.id} = ${right.id}`,
      lowering,
    ),
    columns: new Map([...shown(input.schema, sides[0]), ...shown(other.schema, sides[1])]),
  };
}

interface JoinedSide {
  readonly rows: Fragment;
  readonly unit: Fragment;
  /** The unit as it is compared with that of the other side. */
  readonly id: Fragment;
}

/** Whose rows are too many beside each other: found by their numbers, before any two stand there. */
function crowdedIn(left: JoinedSide, right: JoinedSide, lowering: Lowering): Fragment {
  const { define, fresh } = lowering;
  const [one, two] = [left, right].map(({ rows, id }) => {
    const [owner, number] = [fresh('owner'), fresh('number')];
    const select = sql`SELECT ${id} AS ${owner}, count(*) AS ${number} FROM ${rows} GROUP BY 1`;
    return { owner, number, from: derived(select, lowering) };
  });
  const most = word(String(JOINED_ROWS_MAX));
  return define(
    'crowded',
    sql`SELECT ${one.owner} FROM ${one.from} JOIN ${two.from} ON ${one.owner} = ${two.owner} WHERE ${one.number} * ${two.number} > ${most}`,
    'once',
  );
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
