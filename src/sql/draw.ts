/**
 * Draws: which units of a table, or which of its rows, belong to a sample or to a part. A unit is hashed once, however
 * many rows it has, and the list of members is made once, however often the question reads its rows.
 */
import type { CheckedTable } from '../plan/index.ts';
import { invariant } from '../vocabulary/index.ts';
import { type Fragment, parameter, sql } from './fragment.ts';
import { type MemberRule, type Membership, memberRules } from './membership.ts';
import { derived, type Lowering, type Relation } from './relation.ts';
import { typeOf } from './value-type.ts';

type DrawnTable = Extract<CheckedTable, { readonly membership: unknown }>;

export function drawn({ input, membership, place }: DrawnTable, relation: Relation, lowering: Lowering): Relation {
  if (membership.kind === 'key') return withValue(membership, input, relation, lowering);
  const isEverybody = membership.kind === 'interval' && membership.from <= 0n && membership.to >= 2n ** 64n;
  if (isEverybody || place <= lowering.held) return relation;
  const { from, unit } = relation;
  invariant(unit !== undefined, 'a checked draw is from a table with units');
  const trait = 'by' in membership ? traitOf(membership.by, input, relation) : undefined;
  const owner = lowering.fresh('owner');
  const rule = memberRules[membership.kind] as MemberRule<typeof membership.kind>;
  const select = rule(membership, { from, unit, owner, trait, key: lowering.drawKeys[place] }, lowering);
  const members = lowering.define('members', select);
  return {
    ...relation,
    from: derived(sql`SELECT * FROM ${from} WHERE ${unit} IN (SELECT ${owner} FROM ${members})`, lowering),
  };
}

/** Rows, not units: they are looked at again on a copy, which has all rows of its units. */
function withValue(
  { by, value }: Extract<Membership, { readonly kind: 'key' }>,
  input: CheckedTable,
  relation: Relation,
  lowering: Lowering,
): Relation {
  const { column, domain } = traitOf(by, input, relation);
  const text = domain.type === 'text' ? lowering.dialect.bytes(column) : column;
  const same: Fragment = value === null ? sql`${column} IS NULL` : sql`${text} = ${parameter(typeOf(domain), value)}`;
  return { ...relation, from: derived(sql`SELECT * FROM ${relation.from} WHERE ${same}`, lowering) };
}

function traitOf(by: string, { schema }: CheckedTable, { columns }: Relation) {
  const column = columns.get(by);
  const domain = schema.find(({ name }) => name === by)?.domain;
  invariant(column !== undefined && domain !== undefined, 'a checked draw looks at a column that it has');
  return { column, domain };
}
