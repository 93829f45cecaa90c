/** A checked plan becomes the queries of one engine: one for all totals, and one for the values of each quantile. */
import type { CheckedPlan } from '../plan/index.ts';
import { invariant } from '../vocabulary/index.ts';
import type { Catalogue } from './catalogue.ts';
import type { Dialect, DialectName } from './dialect.ts';
import { duckdb } from './duckdb.ts';
import { type Fragment, join, name } from './fragment.ts';
import { publicKeys, repeatedKey } from './key-check.ts';
import { postgres } from './postgres.ts';
import { type OutputType, type Query, render } from './query.ts';
import { freshNames, type Lowering } from './relation.ts';
import { totals } from './totals.ts';
import { outputTypeOf } from './value-type.ts';
import { values } from './values.ts';

export interface Target {
  readonly dialect: DialectName;
  readonly catalogue: Catalogue;
  /** 64 hexadecimal digits, new for every question: they order the cells of units with too many rows. */
  readonly key: string;
}

const dialects: Readonly<Record<DialectName, Dialect>> = { duckdb, postgres };

export function lower(checked: CheckedPlan, target: Target): readonly Query[] {
  const { key } = target;
  const keys = checked.grouping.keys.map(({ expression }) => outputTypeOf(expression.domain));
  const places = [...checked.statistics.keys()];
  const added = places.filter(place => checked.statistics[place].kind !== 'values');
  const addedUp = added.map(place => checked.statistics[place]);
  const total = query(target, { kind: 'totals', keys, statistics: added }, lowering =>
    totals(checked, addedUp, key, lowering),
  );
  const listed = checked.statistics.flatMap((statistic, place) =>
    statistic.kind === 'values'
      ? [
          query(target, { kind: 'values', keys, statistics: [place] }, lowering =>
            values(checked, statistic.of, key, lowering),
          ),
        ]
      : [],
  );
  return Object.freeze([...(added.length > 0 ? [total] : []), ...listed]);
}

/** A look at public tables before anything is charged: a row comes back where a key is not unique. */
export const keyChecks = (checked: CheckedPlan, target: Target): readonly KeyCheck[] =>
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
  readonly query: Query;
}

interface Shape {
  readonly kind: Query['kind'];
  readonly keys: readonly OutputType[];
  readonly statistics: readonly number[];
}

function query(
  { dialect: dialectName, catalogue }: Target,
  { kind, keys, statistics }: Shape,
  make: (lowering: Lowering) => Fragment,
): Query {
  const dialect = dialects[dialectName];
  const numbers = Array<OutputType>(kind === 'values' ? 2 : statistics.length).fill('whole');
  return Object.freeze({
    dialect: dialectName,
    kind,
    statistics,
    keys: keys.length,
    columns: Object.freeze([...keys, ...numbers]),
    ...render(make(loweringFor(dialect, catalogue)), dialect.types),
  });
}

function loweringFor(dialect: Dialect, catalogue: Catalogue): Lowering {
  const table = (wanted: string): Fragment => {
    const found = catalogue.get(wanted);
    invariant(found !== undefined, 'a checked plan reads tables of the policy');
    return join(found.path.map(name), '.');
  };
  return { dialect, catalogue, table, fresh: freshNames() };
}
