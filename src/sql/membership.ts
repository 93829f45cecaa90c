/** The members of a draw by each kind of membership: a query for the units that are in. */

import type { Domain } from '../plan/expressions/index.ts';
import type { CheckedTable } from '../plan/index.ts';
import { invariant } from '../vocabulary/index.ts';
import type { Dialect } from './dialects/dialect.ts';
import { type Fragment, join, parameter, secret, sql, word } from './fragment.ts';
import { derived, type Lowering, selectList } from './relation.ts';
import { smallestOf } from './units.ts';
import { typeOf } from './value-type.ts';

export type DrawMembership = Extract<CheckedTable, { readonly membership: unknown }>['membership'];
type Of<Kind> = Extract<DrawMembership, { readonly kind: Kind }>;

/** The table that units are drawn from. */
export interface SamplingFrame {
  readonly from: Fragment;
  readonly unit: Fragment;
  /** What a member is called. */
  readonly owner: Fragment;
  /** The column, constant in a unit, that decides; where one does. */
  readonly trait: { readonly column: Fragment; readonly domain: Domain } | undefined;
  /** 64 hexadecimal digits; undefined where chance plays no part. */
  readonly key: string | undefined;
}

export type MemberRule<Kind> = (membership: Of<Kind>, candidates: SamplingFrame, lowering: Lowering) => Fragment;

export const memberRules: { readonly [Kind in Exclude<DrawMembership['kind'], 'key'>]: MemberRule<Kind> } = {
  interval: ({ from, to }, candidates, lowering) => {
    const { owner, hashed, hash } = hashedUnits(candidates, lowering);
    const bound = (number: bigint): Fragment => digestOf(number, lowering.dialect);
    const conditions = [
      ...(from > 0n ? [from < ALL ? sql`${hash} >= ${bound(from)}` : sql`FALSE`] : []),
      ...(to < ALL ? [sql`${hash} < ${bound(to)}`] : []),
    ];
    return sql`SELECT ${owner} FROM ${hashed} WHERE ${join(conditions, ' AND ')}`;
  },
  strata: ({ thresholds }, candidates, lowering) => {
    const { owner, hashed, hash, trait } = hashedUnits(candidates, lowering);
    const { domain } = candidates.trait!;
    const branches = thresholds.map(({ value, threshold }) => {
      const isIn = threshold < ALL ? sql`${hash} < ${digestOf(threshold, lowering.dialect)}` : sql`TRUE`;
      return sql`WHEN ${parameter(typeOf(domain), value)} THEN ${isIn}`;
    });
    return sql`SELECT ${owner} FROM ${hashed} WHERE CASE ${trait!} ${join(branches, ' ')} END`;
  },
  smallest: ({ number, others }, candidates, lowering) => {
    const { owner, hashed, hash, units } = hashedUnits(candidates, lowering);
    const order = sql`${hash}, ${idText(owner, lowering.dialect)}`;
    const size = 'size' in number ? parameter('integer', number.size) : partOf(number.rate, units, lowering);
    return firstIn({ owner, from: hashed, order, size, others }, lowering);
  },
  first: ({ descending, size, others }, candidates, lowering) => {
    const { owner, units, trait } = unitsOf(candidates, lowering);
    const direction = descending ? sql`DESC` : sql`ASC`;
    const order = sql`${trait!} ${direction} NULLS LAST, ${idText(owner, lowering.dialect)}`;
    return firstIn({ owner, from: units, order, size: parameter('integer', size), others }, lowering);
  },
};

const ALL = 2n ** 64n;

/** What the first digits of a hash are compared with. */
const digestOf = (number: bigint, dialect: Dialect): Fragment =>
  dialect.digestStart(parameter('text', number.toString(16).padStart(16, '0')));

/** Ties are settled by the bytes of the id, so the order is total. */
const idText = (owner: Fragment, { bytes, types }: Dialect): Fragment =>
  bytes(sql`CAST(${owner} AS ${word(types.text)})`);

interface Ordered {
  readonly owner: Fragment;
  readonly from: Fragment;
  readonly order: Fragment;
  readonly size: Fragment;
  readonly others: boolean;
}

/** The first so many units in an order, or all others. */
function firstIn({ owner, from, order, size, others }: Ordered, lowering: Lowering): Fragment {
  if (lowering.dialect.limitsByExpression)
    return sql`SELECT ${owner} FROM ${from} ORDER BY ${order} ${others ? sql`OFFSET` : sql`LIMIT`} ${size}`;
  const place = lowering.fresh('place');
  const placed = derived(
    sql`SELECT ${owner}, row_number() OVER (ORDER BY ${order}) AS ${place} FROM ${from}`,
    lowering,
  );
  return sql`SELECT ${owner} FROM ${placed} WHERE ${place} ${others ? sql`>` : sql`<=`} ${size}`;
}

/** Each unit once, with what is constant in it. */
function unitsOf({ from, unit, owner, trait }: SamplingFrame, lowering: Lowering) {
  if (trait === undefined)
    return {
      owner,
      units: lowering.define(
        'units',
        sql`SELECT DISTINCT ${unit} AS ${owner} FROM ${from}${word(lowering.dialect.apart)}`,
        'once',
      ),
    };
  const alias = lowering.fresh('trait');
  const list = selectList([
    { name: owner, value: unit },
    { name: alias, value: traitValue(trait, lowering) },
  ]);
  return {
    owner,
    units: lowering.define('units', sql`SELECT ${list} FROM ${from} GROUP BY ${unit}`, 'once'),
    trait: alias,
  };
}

function traitValue({ column, domain }: NonNullable<SamplingFrame['trait']>, { dialect }: Lowering): Fragment {
  return smallestOf(domain.type === 'text' ? dialect.bytes(column) : column, domain.type);
}

function hashedUnits(candidates: SamplingFrame, lowering: Lowering) {
  const { key } = candidates;
  invariant(key !== undefined, 'a random draw has a key');
  const found = unitsOf(candidates, lowering);
  const { dialect, fresh } = lowering;
  const hash = fresh('hash');
  const text = sql`${secret(key)} || ':' || CAST(${found.owner} AS ${word(dialect.types.text)})`;
  const hashed = derived(sql`SELECT *, ${dialect.digest(text)} AS ${hash} FROM ${found.units}`, lowering);
  return { ...found, hashed, hash };
}

/** Rounded down, in exact whole numbers. */
function partOf(
  { numerator, denominator }: { readonly numerator: bigint; readonly denominator: bigint },
  units: Fragment,
  { dialect }: Lowering,
): Fragment {
  const wide = (value: bigint): Fragment => parameter('wide', value);
  const all = sql`CAST(count(*) AS ${word(dialect.types.wide)})`;
  const number = dialect.quotient(sql`(${all} * ${wide(numerator)})`, wide(denominator));
  return sql`(SELECT CAST(${number} AS ${word(dialect.types.integer)}) FROM ${units})`;
}
