/** A checked plan becomes the queries of one engine: one for all totals, and one for the values of each quantile. */

import type { SchemaColumn } from '../plan/expressions/index.ts';
import type { CheckedPlan, CheckedTable } from '../plan/index.ts';
import { invariant } from '../vocabulary/index.ts';
import type { Catalogue } from './catalogue.ts';
import { type DialectName, dialects } from './dialects/dialects.ts';
import { distinct } from './distinct.ts';
import { type CheckedDraw, selectMembers } from './draw.ts';
import { type Fragment, join, name, sql, word } from './fragment.ts';
import { type OutputType, render, type SqlQuery, type Statement } from './query.ts';
import { freshNames, type Lowering } from './relation.ts';
import { scannedRows } from './scanned-rows.ts';
import { lowerTable } from './tables.ts';
import { totals } from './totals.ts';
import { outputTypeOf } from './value-type.ts';
import { values } from './values.ts';

export interface LoweringTarget {
  readonly dialect: DialectName;
  readonly catalogue: Catalogue;
  /** 64 hexadecimal digits, new for every question: they order the cells of units with too many rows. */
  readonly key: string;
  /** 64 hexadecimal digits for each random draw of the plan, by its place. */
  readonly drawKeys?: readonly string[];
  /** The engine offers a copy: the members of the draw at this place and nobody else. */
  readonly held?: number;
}

export function lower(checked: CheckedPlan, target: LoweringTarget): readonly SqlQuery[] {
  const { key } = target;
  const keys = checked.grouping.keys.map(({ expression }) => outputTypeOf(expression.domain));
  const places = [...checked.statistics.keys()];
  const added = places.filter(place => !['values', 'distinct'].includes(checked.statistics[place].kind));
  const total = query(target, { kind: 'totals', keys, statistics: added }, lowering =>
    totals(checked, added, key, lowering),
  );
  const listed = checked.statistics.flatMap((statistic, place) =>
    statistic.kind === 'values'
      ? [
          query(target, { kind: 'values', keys, statistics: [place] }, lowering =>
            values(checked, statistic, key, lowering),
          ),
        ]
      : statistic.kind === 'distinct'
        ? [
            query(target, { kind: 'distinct', keys, statistics: [place] }, lowering =>
              distinct(checked, statistic.of, key, lowering),
            ),
          ]
        : [],
  );
  return Object.freeze([...(added.length > 0 ? [total] : []), ...listed]);
}

/** The ids of the units in the draw at a place: what a copy of it is made from. */
export const unitsQuery = (checked: CheckedPlan, target: LoweringTarget, place: number): Statement =>
  statement(target, lowering => selectMembers(drawAt(checked.input, place), lowering, lowerTable));

function drawAt(node: CheckedTable, place: number): CheckedDraw {
  if ('place' in node && node.place === place) return node;
  invariant(node.kind !== 'scan', 'a plan has a draw at each of its places');
  return drawAt(node.input, place);
}

/** A look at public tables before anything is charged: a row comes back where a key is not unique. */
export const keyChecks = (checked: CheckedPlan, target: LoweringTarget): readonly KeyCheck[] =>
  publicKeys(checked).map(({ table, key }) => ({
    table,
    column: key.name,
    query: query(target, { kind: 'totals', keys: [], statistics: [0] }, lowering =>
      repeatedKey({ table, key }, lowering),
    ),
  }));

export interface KeyCheck {
  readonly table: string;
  readonly column: string;
  readonly query: SqlQuery;
}

interface Shape {
  readonly kind: SqlQuery['kind'];
  readonly keys: readonly OutputType[];
  readonly statistics: readonly number[];
}

export function query(
  target: LoweringTarget,
  { kind, keys, statistics }: Shape,
  make: (lowering: Lowering) => Fragment,
): SqlQuery {
  const numbers = Array<OutputType>(kind === 'values' ? 2 : statistics.length).fill('whole');
  return Object.freeze({
    kind,
    statistics,
    keys: keys.length,
    columns: Object.freeze([...keys, ...numbers]),
    ...statement(target, make),
  });
}

function statement(
  { dialect: dialectName, catalogue, drawKeys = [], held = -1 }: LoweringTarget,
  make: (lowering: Lowering) => Fragment,
): Statement {
  const dialect = dialects[dialectName];
  const fresh = freshNames();
  const definitions: Fragment[] = [];
  const define: Lowering['define'] = (base, select, computed) => {
    const defined = fresh(base);
    definitions.push(sql`${defined} ${word(dialect.definitions[computed])} (${select})`);
    return defined;
  };
  const body = make({
    dialect,
    catalogue,
    table: tableIn(catalogue),
    fresh,
    define,
    members: new Map(),
    drawKeys,
    held,
  });
  const defined = definitions.length === 0 ? body : sql`WITH ${join(definitions, ', ')} ${body}`;
  return Object.freeze({ dialect: dialectName, ...render(defined, dialect.types) });
}

function tableIn(catalogue: Catalogue): Lowering['table'] {
  return wanted => {
    const found = catalogue.get(wanted);
    invariant(found !== undefined, 'a checked plan reads tables of the policy');
    return join(found.path.map(name), '.');
  };
}

interface PublicKey {
  readonly table: string;
  readonly key: SchemaColumn;
}

/** Every public table that the plan looks up. */
const publicKeys = ({ input }: CheckedPlan): readonly PublicKey[] => joinsOf(input);

function joinsOf(node: CheckedTable): readonly PublicKey[] {
  if (node.kind === 'scan') return [];
  const own = node.kind === 'join' ? [{ table: node.table, key: node.key }] : [];
  return [...joinsOf(node.input), ...own, ...(node.kind === 'unitJoin' ? joinsOf(node.with) : [])];
}

/** One row with the number 1 where a key names two rows; none otherwise. */
function repeatedKey({ table, key }: PublicKey, lowering: Lowering): Fragment {
  const { from, columns } = scannedRows(table, [key], undefined, lowering);
  return sql`SELECT 1 FROM ${from} WHERE ${columns[0]} IS NOT NULL GROUP BY ${columns[0]} HAVING count(*) > 1 LIMIT 1`;
}
