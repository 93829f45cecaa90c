/** ORDER BY with LIMIT or OFFSET in a subquery: the first people in the order of a column, or all but those. */
import type { SelectStmt } from 'libpg-query';
import { columnAt, type From } from './names.ts';
import { bodyOf, namesIn } from './node.ts';
import { isDescending, limitOf, refuseTies } from './order.ts';
import { unsupported } from './place.ts';

const NEAREST = 'write ORDER BY with one column of the table in FROM';

/** As in SQL, OFFSET comes before LIMIT. */
export function firstOf(text: string, from: From, select: SelectStmt): From {
  const { sortClause = [], limitCount, limitOffset } = select;
  refuseTies(text, select);
  const [skipped, taken] = [limitOf(text, limitOffset, 'OFFSET'), limitOf(text, limitCount, 'LIMIT')];
  if (skipped === undefined && taken === undefined) {
    if (sortClause.length === 0) return from;
    return unsupported(text, sortClause, 'ORDER BY without LIMIT in a subquery', 'put it in the outer SELECT');
  }
  if (sortClause.length === 0)
    return unsupported(
      text,
      limitCount ?? limitOffset,
      `${taken === undefined ? 'OFFSET' : 'LIMIT'} without ORDER BY in a subquery`,
      NEAREST,
    );
  const order = orderOf(text, from, sortClause);
  const rest = skipped === undefined ? from.input : ordered('skip', from.input, { ...order, size: skipped });
  return { ...from, input: taken === undefined ? rest : ordered('take', rest, { ...order, size: taken }) };
}

type OrderedBy = Extract<
  Extract<From['input'], { readonly kind: 'sample' }>['scheme'],
  { readonly kind: 'take' | 'skip' }
>;

const ordered = (kind: OrderedBy['kind'], input: From['input'], order: Omit<OrderedBy, 'kind'>): From['input'] => ({
  kind: 'sample',
  input,
  scheme: { kind, ...order },
  name: null,
});

/** Ties are settled by the unit's id: a second column would only be in the way. */
function orderOf(text: string, from: From, sorts: readonly NonNullable<SelectStmt['sortClause']>[number][]) {
  const [sort, second] = sorts.map(node => bodyOf(node, 'SortBy')!);
  const path = sort.node === undefined ? undefined : namesIn(bodyOf(sort.node, 'ColumnRef')?.fields);
  if (second !== undefined || sort.node === undefined || path === undefined || path.length === 0)
    return unsupported(text, second?.node ?? sort.node, 'this order of people', NEAREST);
  const { expression } = columnAt(from, text, path, sort.node);
  return expression.kind === 'column'
    ? { by: expression.name, descending: isDescending(text, sort) }
    : unsupported(text, sort.node, 'this order of people', NEAREST);
}
