/** A chance of failure on its way to the base, where no cap has paid for it. */
import type { Spending } from '../../amounts/index.ts';
import { type Rational, rational } from '../../numerics/index.ts';
import type { Relation } from '../../vocabulary/index.ts';
import { type DerivedTable, deltaIncrement } from '../stability/index.ts';
import { greatest, least, toPlaces } from './exact-amounts.ts';
import type { DrawNode } from './lineage.ts';
import { asCost } from './spending.ts';

/** The question as its own table was asked it, and the tables from here to there. */
export interface FailurePath {
  readonly question: Spending;
  readonly tables: readonly DerivedTable[];
}

/** The path with one more table below it; `spent` is what was spent on that before. */
export function below(path: FailurePath, draw: DrawNode, spent: Spending): FailurePath {
  const table: DerivedTable =
    draw.kind === 'part'
      ? { operator: draw.split.operator }
      : draw.sample.operator === 'bernoulli'
        ? { ...draw.sample, spent: asCost(spent).epsilon }
        : { operator: draw.sample.operator };
  return { ...path, tables: [table, ...path.tables] };
}

/**
 * The increment is linear: the share of delta and that of a replaced unit's delta are asked for one by one, so that what is
 * charged in full stays exact. Otherwise rounded up.
 */
export function increment({ question: { delta, replaceDelta }, tables }: FailurePath, relation: Relation): Rational {
  const [whole, none] = [1, 0];
  const added = deltaIncrement(tables, { delta: whole, replaceDelta: none }, relation);
  const replaced = deltaIncrement(tables, { delta: none, replaceDelta: whole }, relation);
  const part = (share: number, of: Rational): Rational =>
    least(of, toPlaces(rational.mul(rational.fromNumber(share), of), 'up'));
  return greatest(part(added, delta), part(replaced, replaceDelta));
}
