/** GROUP BY: by columns, by expressions, by names or numbers of the select list. */
import type { Node, SelectStmt } from 'libpg-query';
import { check, type Grouping, type Plan, sizeOf } from '../../plan/index.ts';
import type { Policy } from '../../source/index.ts';
import { aggregateNameOf } from './aggregate.ts';
import { expressionOf } from './expression.ts';
import { type From, rowReading } from './names.ts';
import { bodyOf, namesIn } from './node.ts';
import { refuseAt, unsupported } from './place.ts';
import { isSame, type Key } from './results.ts';

/** An entry of the outer select list. */
export interface SelectTarget {
  readonly node: Node;
  readonly alias: string | undefined;
}

export const targetsOf = (text: string, { targetList = [] }: SelectStmt): readonly SelectTarget[] =>
  targetList.map(item => {
    const { val, name } = bodyOf(item, 'ResTarget') ?? {};
    const starred =
      val === undefined || bodyOf(val, 'ColumnRef')?.fields?.some(field => bodyOf(field, 'A_Star') !== undefined);
    return starred === true
      ? unsupported(text, item, 'SELECT *', 'rows are never shown; ask for aggregates such as count(*)')
      : { node: val!, alias: name };
  });

/** A key is called as the select list calls it, else by its column's name. */
export function keysOf(
  text: string,
  from: From,
  targets: readonly SelectTarget[],
  groups: readonly Node[],
): readonly Key[] {
  const rows = rowReading(from, text);
  const shown = targets
    .filter(({ node }) => aggregateNameOf(node) === undefined)
    .map(({ node, alias }) => ({ alias, expression: expressionOf(rows, node).expression }));
  const keys = groups.map((group): Key => {
    const node = meant(text, from, targets, group);
    const typed = expressionOf(rows, node);
    if (typed.expression.kind === 'literal') return unsupported(text, group, 'GROUP BY a constant', 'name a column');
    const alias = shown.find(
      ({ alias, expression }) => alias !== undefined && isSame(expression, typed.expression),
    )?.alias;
    const own = typed.expression.kind === 'column' ? typed.expression.name : undefined;
    const name = alias ?? own ?? unsupported(text, group, 'a key without a name', 'select it too and name it with AS');
    return { name, typed };
  });
  const names = keys.map(({ name }) => name);
  const twice = groups.find((_, index) => names.indexOf(names[index]) !== index);
  if (twice !== undefined) refuseAt('name_taken', text, twice, 'two keys have the same name; group by each once');
  return keys;
}

/** `GROUP BY 1` and `GROUP BY alias` mean entries of the select list; columns of the table come first. */
function meant(text: string, from: From, targets: readonly SelectTarget[], group: Node): Node {
  if (bodyOf(group, 'GroupingSet') !== undefined)
    return unsupported(text, group, 'GROUPING SETS, ROLLUP or CUBE', 'group by one list of keys');
  const position = bodyOf(group, 'A_Const')?.ival?.ival;
  const path = namesIn(bodyOf(group, 'ColumnRef')?.fields);
  const alias = path?.length === 1 && !from.columns.has(path[0]) ? path[0] : undefined;
  const target =
    position !== undefined
      ? targets[position - 1]
      : alias !== undefined && targets.find(entry => entry.alias === alias);
  return target ? target.node : group;
}

/** The values of a wider key are better looked for in the data than all answered. */
const LISTED_MAX = 10_000n;

/** Public where every key has a short public list of values; else all keys are found in the data, which needs a delta. */
export function groupingOf(policy: Policy, plan: Omit<Plan, 'grouping'>, keys: readonly Key[]): Grouping {
  if (keys.length === 0) return { kind: 'none' };
  const named = keys.map(({ name, typed }) => ({ name, expression: typed.expression }));
  const found: Grouping = { kind: 'private', keys: named };
  const checked = check({ ...plan, grouping: found }, policy).grouping.keys;
  const isListed = (size: bigint | undefined): boolean => size !== undefined && size <= LISTED_MAX;
  return checked.every(({ expression }) => isListed(sizeOf(expression.domain)))
    ? { kind: 'public', keys: named }
    : found;
}
