/** What FROM says: a table of people, narrowed by subqueries, looked up in public tables. */
import type { Node, RangeSubselect, RangeVar, SelectStmt } from 'libpg-query';
import type { Policy } from '../../source/index.ts';
import { scopeOf, tableOf } from '../scope.ts';
import { refuseClauses } from './clause.ts';
import { join, plainName } from './join.ts';
import { columnAt, type From } from './names.ts';
import { bodyOf, kindOf, namesIn } from './node.ts';
import { isDescending, limitOf, refuseTies } from './order.ts';
import { isGrouped, perPerson } from './per-unit.ts';
import { placed, refuseAt, unsupported } from './place.ts';
import { filtered, selected } from './rows.ts';
import { sampled } from './table-sample.ts';

const NEAREST = 'start from one table of the policy, or from a SELECT of its columns in parentheses';

/** The tables that FROM may name: those of the policy, and what WITH has named so far. */
export interface NamedTables {
  readonly policy: Policy;
  readonly named: ReadonlyMap<string, NamedQuery>;
}

/** A SELECT by its name, and the tables that it may name itself: those before it. */
interface NamedQuery {
  readonly select: SelectStmt;
  readonly tables: NamedTables;
}

export function fromOf(tables: NamedTables, text: string, { fromClause = [] }: SelectStmt): From {
  const [first, second] = fromClause;
  if (first === undefined) return unsupported(text, fromClause, 'a SELECT without FROM', NEAREST);
  if (second !== undefined) return unsupported(text, second, 'a second table in FROM', 'write JOIN with its condition');
  return itemOf(tables, text, first);
}

/** WITH names queries for those that follow; a query that names itself would have no end. */
export function withNames(tables: NamedTables, text: string, { withClause }: SelectStmt): NamedTables {
  if (withClause?.recursive === true)
    return unsupported(text, withClause, 'WITH RECURSIVE', 'write WITH x AS (SELECT ... FROM t)');
  return (withClause?.ctes ?? []).reduce<NamedTables>((before, node) => {
    const { ctename = '', ctequery, aliascolnames } = bodyOf(node, 'CommonTableExpr') ?? {};
    const select = ctequery === undefined ? undefined : bodyOf(ctequery, 'SelectStmt');
    if (select === undefined)
      return unsupported(text, node, 'a statement in WITH', 'write WITH x AS (SELECT ... FROM t)');
    if (aliascolnames !== undefined) return unsupported(text, node, 'new names for columns', 'rename with AS inside');
    if (before.named.has(ctename))
      return refuseAt('name_taken', text, node, `two queries of WITH are named ${ctename}; rename one`);
    return { ...before, named: new Map([...before.named, [ctename, { select, tables: before }]]) };
  }, tables);
}

function itemOf(tables: NamedTables, text: string, node: Node): From {
  const [table, subquery, joining, sample] = [
    bodyOf(node, 'RangeVar'),
    bodyOf(node, 'RangeSubselect'),
    bodyOf(node, 'JoinExpr'),
    bodyOf(node, 'RangeTableSample'),
  ];
  if (table !== undefined) return scan(tables, text, node, table);
  if (subquery !== undefined) return subselect(tables, text, node, subquery);
  if (joining !== undefined)
    return join(
      tables.policy,
      text,
      itemOf(tables, text, joining.larg!),
      node,
      joining,
      name => tables.named.has(name),
      side => itemOf(tables, text, side),
    );
  if (sample?.relation !== undefined) return sampled(text, itemOf(tables, text, sample.relation), node, sample);
  const called = bodyOf(node, 'RangeFunction') === undefined ? kindOf(node) : 'a function in FROM';
  return unsupported(text, node, called, NEAREST);
}

function scan({ policy, named }: NamedTables, text: string, node: Node, body: RangeVar): From {
  const name = plainName(text, node, body);
  const alias = body.alias?.aliasname ?? name;
  const query = named.get(name);
  if (query !== undefined) return rowsOf(query.tables, text, query.select, alias);
  const table = placed(text, node, () => tableOf(policy, name, 'protected'));
  const columns = scopeOf(table);
  const unit = table.unit ?? table.key; // a key is its table's unit
  return {
    input: { kind: 'scan', table: name },
    columns,
    tables: new Map([[alias, new Map([...columns.keys()].map(column => [column, column]))]]),
    unit: unit === undefined ? undefined : { table: alias, column: unit },
  };
}

function subselect(tables: NamedTables, text: string, node: Node, body: RangeSubselect): From {
  const { lateral, subquery, alias } = body;
  const select = subquery === undefined ? undefined : bodyOf(subquery, 'SelectStmt');
  if (lateral === true || select === undefined) return unsupported(text, node, 'LATERAL', NEAREST);
  if (alias?.colnames !== undefined) return unsupported(text, node, 'new names for columns', 'rename with AS inside');
  return rowsOf(tables, text, select, alias?.aliasname ?? '');
}

/** The rows of a SELECT that stands in FROM, or that WITH has named. */
function rowsOf(tables: NamedTables, text: string, select: SelectStmt, alias: string): From {
  refuseClauses(text, select, [
    'withClause',
    'targetList',
    'fromClause',
    'whereClause',
    'groupClause',
    'havingClause',
    'distinctClause',
    'sortClause',
    'limitCount',
    'limitOffset',
    'limitOption',
  ]);
  const inner = filtered(text, fromOf(withNames(tables, text, select), text, select), select.whereClause);
  if (isGrouped(select)) return firstOf(text, perPerson(text, inner, select, alias), select);
  return selected(text, firstOf(text, inner, select), select.targetList ?? [], alias);
}

const NEAREST_ORDER = 'write ORDER BY with one column of the table in FROM';

/** ORDER BY with LIMIT or OFFSET in a subquery: the first people in the order of a column, or all but those; OFFSET comes first. */
function firstOf(text: string, from: From, select: SelectStmt): From {
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
      NEAREST_ORDER,
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
    return unsupported(text, second?.node ?? sort.node, 'this order of people', NEAREST_ORDER);
  const { expression } = columnAt(from, text, path, sort.node);
  return expression.kind === 'column'
    ? { by: expression.name, descending: isDescending(text, sort) }
    : unsupported(text, sort.node, 'this order of people', NEAREST_ORDER);
}
