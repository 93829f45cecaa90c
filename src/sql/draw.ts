/**
 * Draws: which units of a table, or which of its rows, belong to a sample or to a part. A unit is hashed once, however
 * many rows it has, and the list of members is made once, however often the question reads its rows.
 */
import type { CheckedTable } from '../plan/index.ts';
import { invariant } from '../vocabulary/index.ts';
import { traitIsTheConstant } from './constant-keys.ts';
import { type Fragment, parameter, sql } from './fragment.ts';
import { type DrawMembership, type MemberRule, memberRules } from './membership.ts';
import { derived, type Lowering, type Members, type SqlRelation } from './relation.ts';
import { typeOf } from './value-type.ts';

export type CheckedDraw = Extract<CheckedTable, { readonly membership: unknown }>;
type Lower = (table: CheckedTable, lowering: Lowering) => SqlRelation;

/** `lower` comes as an argument: tables are made of draws, and draws of tables. */
export function drawn(draw: CheckedDraw, lowering: Lowering, lower: Lower): SqlRelation {
  const { input, membership, place } = draw;
  const relation = lower(input, lowering);
  if (membership.kind === 'key') return withValue(membership, input, relation, lowering);
  if (isEverybody(membership) || place <= lowering.held) return relation;
  const { from, unit } = relation;
  invariant(unit !== undefined, 'a checked draw is from a table with units');
  const { owner, list } = membersOf(draw, lowering, lower);
  return {
    ...relation,
    from: derived(sql`SELECT * FROM ${from} WHERE ${unit} IN (SELECT ${owner} FROM ${list})`, lowering),
  };
}

/** The ids of a draw's members, as the engine has them. */
export function selectMembers(draw: CheckedDraw, lowering: Lowering, lower: Lower): Fragment {
  const { from, unit } = drawn({ ...draw, input: draw.population }, lowering, lower);
  const made = lowering.members.get(draw.place);
  return made === undefined ? sql`SELECT DISTINCT ${unit!} FROM ${from}` : sql`SELECT ${made.owner} FROM ${made.list}`;
}

const isEverybody = (membership: DrawMembership): boolean =>
  membership.kind === 'interval' && membership.from <= 0n && membership.to >= 2n ** 64n;

/** Who is in does not depend on who asks: a draw that is met again, below another one, has the same members. */
function membersOf({ population, membership, place }: CheckedDraw, lowering: Lowering, lower: Lower): Members {
  const known = lowering.members.get(place);
  if (known !== undefined) return known;
  invariant(membership.kind !== 'key', 'rows with a value are no list of units');
  const later = 'by' in membership && traitIsTheConstant(population, membership.by);
  const { from, unit, columns } = lower(population, later ? { ...lowering, constantLater: true } : lowering);
  invariant(unit !== undefined, 'a checked draw is from a table with units');
  const owner = lowering.fresh('owner');
  const trait = 'by' in membership ? traitOf(membership.by, population, columns) : undefined;
  const rule = memberRules[membership.kind] as MemberRule<typeof membership.kind>;
  const select = rule(membership, { from, unit, owner, trait, key: lowering.drawKeys[place] }, lowering);
  const members = { owner, list: lowering.define('members', select, 'once') };
  lowering.members.set(place, members);
  return members;
}

/** Rows, not units: they are looked at again on a copy, which has all rows of its units. */
function withValue(
  { by, value }: Extract<DrawMembership, { readonly kind: 'key' }>,
  input: CheckedTable,
  relation: SqlRelation,
  lowering: Lowering,
): SqlRelation {
  const { column, domain } = traitOf(by, input, relation.columns);
  const text = domain.type === 'text' ? lowering.dialect.bytes(column) : column;
  const same = value === null ? sql`${column} IS NULL` : sql`${text} = ${parameter(typeOf(domain), value)}`;
  return { ...relation, from: derived(sql`SELECT * FROM ${relation.from} WHERE ${same}`, lowering) };
}

function traitOf(by: string, { schema }: CheckedTable, columns: SqlRelation['columns']) {
  const column = columns.get(by);
  const domain = schema.find(({ name }) => name === by)?.domain;
  invariant(column !== undefined && domain !== undefined, 'a checked draw looks at a column that it has');
  return { column, domain };
}
