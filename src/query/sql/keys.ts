/** GROUP BY: by columns, by expressions, by names or numbers of the select list. */
import type { Node, SelectStmt } from 'libpg-query';
import { type Expression, sizeOf } from '../../plan/expressions/index.ts';
import { check, type Grouping, type Plan } from '../../plan/index.ts';
import type { Policy } from '../../source/index.ts';
import { hasAggregate } from './aggregate.ts';
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

/** What GROUP BY lists; `SELECT DISTINCT a, b` groups by all that it selects. */
export function groupsOf(text: string, targets: readonly SelectTarget[], select: SelectStmt): readonly Node[] {
  const { groupClause = [], distinctClause } = select;
  if (distinctClause === undefined) return groupClause;
  if (distinctClause.some(node => Object.keys(node).length > 0))
    return unsupported(text, distinctClause, 'DISTINCT ON', 'write SELECT DISTINCT town FROM t, or GROUP BY');
  if (groupClause.length > 0 || targets.some(({ node }) => hasAggregate(node)))
    return unsupported(
      text,
      targets[0]?.node,
      'DISTINCT beside aggregates',
      'leave it out: each group is answered once',
    );
  return targets.map(({ node }) => node);
}

/** A key is called as the select list calls it, else by its column's name. */
export function keysOf(
  text: string,
  from: From,
  targets: readonly SelectTarget[],
  groups: readonly Node[],
): readonly Key[] {
  const rows = rowReading(from, text);
  const shown = targets
    .filter(({ node }) => !hasAggregate(node))
    .map(({ node, alias }) => ({ alias, expression: expressionOf(rows, node).expression }));
  const keys: Key[] = [];
  for (const group of groups) {
    const node = meant(text, from, targets, group);
    const typed = expressionOf(rows, node);
    if (typed.expression.kind === 'literal') return unsupported(text, group, 'GROUP BY a constant', 'name a column');
    const alias = shown.find(
      ({ alias, expression }) => alias !== undefined && isSame(expression, typed.expression),
    )?.alias;
    const own = typed.expression.kind === 'column' ? typed.expression.name : undefined;
    keys.push({ name: alias ?? own ?? unnamedKey(typed.expression, keys), typed });
  }
  const names = keys.map(({ name }) => name);
  const twice = groups.find((_, index) => names.indexOf(names[index]) !== index);
  if (twice !== undefined) refuseAt('name_taken', text, twice, 'two keys have the same name; group by each once');
  return keys;
}

/** `year_seen`; other expressions by their place, and so the month of all years beside the one of its year. */
function unnamedKey(expression: Expression, before: readonly Key[]): string {
  const numbered = `key_${before.length + 1}`;
  const named = expression.kind === 'datePart' || expression.kind === 'startOf' ? expression : undefined;
  if (named?.operand.kind !== 'column') return numbered;
  const name = `${named.kind === 'datePart' ? named.part : named.unit}_${named.operand.name}`;
  return before.some(key => key.name === name && !isSame(key.typed.expression, expression)) ? numbered : name;
}

/** `GROUP BY 1` and `GROUP BY alias` mean entries of the select list; columns of the table come first. */
export function meant(text: string, from: From, targets: readonly SelectTarget[], group: Node): Node {
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
