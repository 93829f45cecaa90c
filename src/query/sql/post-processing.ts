/** Outermost HAVING, ORDER BY and LIMIT: they act on noisy answers and are free. */
import type { Node, SelectStmt } from 'libpg-query';
import type { PostProcessing } from '../../plan/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import { aggregateNameOf, hasAggregate, isPopulation } from './aggregate.ts';
import { expressionOf } from './expression.ts';
import type { SelectTarget } from './keys.ts';
import { type From, rowReading } from './names.ts';
import { bodyOf, namesIn } from './node.ts';
import { isDescending, limitOf, refuseTies } from './order.ts';
import { unsupported } from './place.ts';
import { isSame, nameOfKey, type Results, resultReading } from './results.ts';

export function postProcessingOf(
  text: string,
  from: From,
  targets: readonly SelectTarget[],
  results: Results,
  select: SelectStmt,
): PostProcessing {
  const { havingClause, sortClause = [] } = select;
  const reading = resultReading(text, from, results);
  const having = havingClause === undefined ? undefined : expressionOf(reading, havingClause).expression;
  const order = sortClause.map(node => {
    const sort = bodyOf(node, 'SortBy')!;
    return { name: sortedBy(text, from, targets, results, sort.node!), descending: isDescending(text, sort) };
  });
  refuseTies(text, select);
  const limit = limitOf(text, select.limitCount, 'LIMIT');
  return {
    ...(having !== undefined && { having }),
    ...(order.length > 0 && { order }),
    ...(limit !== undefined && { limit }),
  };
}

/** A result by its name, by its number in the select list, or by what it is. */
function sortedBy(text: string, from: From, targets: readonly SelectTarget[], results: Results, node: Node): string {
  const path = namesIn(bodyOf(node, 'ColumnRef')?.fields) ?? [];
  if (
    path.length === 1 &&
    [...results.keys, ...results.aggregates, ...results.computed].some(({ name }) => name === path[0])
  )
    return path[0];
  const target = targets[(bodyOf(node, 'A_Const')?.ival?.ival ?? 0) - 1];
  if (target?.alias !== undefined) return target.alias;
  const meant = target?.node ?? node;
  const called = aggregateNameOf(meant);
  if (isPopulation(called) || (called === undefined && hasAggregate(meant)))
    return computedAs(text, from, results, meant);
  if (called === undefined)
    return nameOfKey(text, meant, results, expressionOf(rowReading(from, text), meant).expression);
  const { expression } = expressionOf(resultReading(text, from, results), meant);
  invariant(expression.kind === 'column', 'an aggregate stands for a result');
  return expression.name;
}

/** The name under which the select list computes the same. */
function computedAs(text: string, from: From, results: Results, node: Node): string {
  const { expression } = expressionOf(resultReading(text, from, results, true), node);
  const found = results.computed.find(computed => isSame(computed.expression, expression));
  return (
    found?.name ??
    unsupported(
      text,
      node,
      'ORDER BY a value that is not selected',
      'select it too: sum(x) / count(*) AS r, and ORDER BY r',
    )
  );
}
