/**
 * How the rows of a table fit what its policy says of them: counts of what is cut off, moved or not read. They are exact, for
 * whoever owns the data alone.
 */
import type { Schema } from '../plan/expressions/index.ts';
import { whole } from './arithmetic.ts';
import { type Fragment, join, name, parameter, sql } from './fragment.ts';
import { type LoweringTarget, query } from './lower.ts';
import type { SqlQuery } from './query.ts';
import { derived, type Lowering } from './relation.ts';
import { isBeyond, scanned } from './scan.ts';
import { readerOf } from './scanned-rows.ts';
import { canNameUnits, familyOf, unitOf } from './units.ts';

/** Names of the numbers that a query answers with, in their order. */
type Counted<Name extends string> = SqlQuery & { readonly names: readonly Name[] };

const counted = <Name extends string>(
  target: LoweringTarget,
  names: readonly Name[],
  make: (lowering: Lowering) => Fragment,
): Counted<Name> => ({
  ...query(target, { kind: 'totals', keys: [], statistics: [...names.keys()] }, make),
  names,
});

/** Of the values of one column: how many there are, how many can be read, and how many lie beyond a bound. */
const valuesFit = (table: string, schema: Schema, target: LoweringTarget): Counted<string> =>
  counted(
    target,
    ['rows', ...schema.flatMap(({ name }) => [`${name}: present`, `${name}: read`, `${name}: beyond`])],
    lowering => {
      const { dialect } = lowering;
      const { once, rows } = readerOf(table, lowering);
      const counts = schema.flatMap(({ name: column, domain }) => {
        const family = familyOf(table, column, lowering);
        const isText = family === 'textual' || family === 'digits';
        const present = once(isText ? sql`NULLIF(trim(CAST(${name(column)} AS VARCHAR)), '')` : name(column));
        const value = scanned({ table, name: column, family, domain }, dialect, once);
        const beyond = isBeyond({ name: column, family, domain }, dialect, once) ?? sql`FALSE`;
        return [
          // a blank is nothing, unless it is a category
          sql`count(CASE WHEN ${present} IS NOT NULL OR ${value} IS NOT NULL THEN 1 END)`,
          sql`count(${value})`,
          sql`count(CASE WHEN ${beyond} AND ${value} IS NOT NULL THEN 1 END)`,
        ];
      });
      return sql`SELECT ${join([sql`count(*)`, ...counts], ', ')} FROM ${rows()}`;
    },
  );

const OWNERS = ['units', 'rows', 'units above', 'rows above', 'alike'] as const;

/** Who has rows, and how many; who has more than so many, and how many more; how many ids differ by case or spaces alone. */
const ownersFit = (
  table: string,
  { column, rowsMost }: { readonly column: string; readonly rowsMost: number },
  target: LoweringTarget,
): Counted<(typeof OWNERS)[number]> =>
  counted(target, OWNERS, lowering => {
    const { dialect } = lowering;
    const owner = unitOf(table, column, lowering);
    const rows = sql`SELECT ${owner} AS owner, count(*) AS number FROM ${lowering.table(table)} WHERE ${name(column)} IS NOT NULL GROUP BY ${owner}`;
    const most = parameter('integer', BigInt(rowsMost));
    const above = sql`CASE WHEN number > ${most} THEN number - ${most} ELSE 0 END`;
    const alike = sql`count(*) - count(DISTINCT lower(trim(CAST(owner AS VARCHAR))))`;
    const total = (number: Fragment): Fragment => whole(sql`COALESCE(${dialect.sum(number)}, 0)`, dialect);
    const numbers = [
      sql`count(*)`,
      total(sql`number`),
      sql`count(CASE WHEN number > ${most} THEN 1 END)`,
      total(above),
      alike,
    ];
    return sql`SELECT ${join(numbers, ', ')} FROM ${derived(rows, lowering)}`;
  });

const WITNESSES = [
  'settings that log statements',
  'extensions that keep statements',
  'roles that read others’ statements',
] as const;

/** Who may read the statements of a server; undefined where nobody else is there. */
const witnessesFit = (target: LoweringTarget): Counted<(typeof WITNESSES)[number]> | undefined =>
  target.dialect === 'postgres'
    ? counted(
        target,
        WITNESSES,
        () => sql`SELECT
          (SELECT count(*) FROM pg_settings WHERE (name = 'log_statement' AND setting <> 'none')
            OR (name IN ('log_min_duration_statement', 'log_min_duration_sample') AND setting <> '-1')),
          (SELECT count(*) FROM pg_extension WHERE extname = 'pg_stat_statements'),
          (SELECT count(*) FROM pg_roles WHERE rolcanlogin AND NOT rolsuper AND rolname <> current_user
            AND pg_has_role(oid, 'pg_read_all_stats', 'MEMBER'))`,
      )
    : undefined;

export const fit = { values: valuesFit, owners: ownersFit, witnesses: witnessesFit, canNameUnits } as const;
