/** JOIN: rows of people are looked up in a public table by its key, or stand beside their rows in another protected table. */
import type { JoinExpr, Node, RangeVar } from 'libpg-query';
import type { Policy } from '../../source/index.ts';
import { joined, type KnownTable, tableOf } from '../scope.ts';
import { columnAt, type From } from './names.ts';
import { bodyOf, namesIn } from './node.ts';
import { placed, refuseAt, unsupported } from './place.ts';
import { unitJoined } from './unit-join.ts';

const NEAREST = 'write FROM people JOIN public_table ON people.column = public_table.key, or LEFT JOIN';

const REFUSED: Readonly<Record<string, string>> = { JOIN_RIGHT: 'RIGHT JOIN', JOIN_FULL: 'FULL JOIN' };

/** What the right side is where it is no public table. */
type ItemOf = (node: Node) => From;

export function join(
  policy: Policy,
  text: string,
  left: From,
  node: Node,
  body: JoinExpr,
  isQuery: (name: string) => boolean,
  itemOf: ItemOf,
): From {
  const { jointype = 'JOIN_INNER', rarg } = body;
  if (jointype !== 'JOIN_INNER' && jointype !== 'JOIN_LEFT')
    return unsupported(text, node, REFUSED[jointype] ?? jointype, NEAREST);
  if (body.isNatural === true) return unsupported(text, node, 'NATURAL JOIN', NEAREST);
  if (body.alias !== undefined || body.join_using_alias !== undefined)
    return unsupported(text, node, 'an alias of a join', 'give aliases to the tables');
  const right = rarg === undefined ? undefined : bodyOf(rarg, 'RangeVar');
  const name = right === undefined ? undefined : plainName(text, rarg!, right);
  if (right === undefined || name === undefined || isQuery(name) || isProtected(policy, name))
    return unitJoined(text, left, itemOf(rarg!), node, body);
  const table = placed(text, rarg, () => tableOf(policy, name, 'public'));
  const alias = right.alias?.aliasname ?? name;
  if (left.tables.has(alias))
    return refuseAt('name_taken', text, rarg, `two tables are named ${alias}; give one an alias`);
  const on = matchedColumn(text, left, node, body, { alias, table });
  const columns = placed(text, rarg, () => joined(policy, left.columns, name));
  const keep = jointype === 'JOIN_LEFT' ? 'all' : 'matched';
  // After LEFT JOIN the public table's own key may be null where the column it was joined on is not.
  const own = Object.keys(table.columns).filter(column => column !== table.key || keep === 'matched');
  const names = new Map(own.map(column => [column, column === table.key ? on : column]));
  return {
    ...left,
    input: { kind: 'join', input: left.input, table: name, on, keep },
    columns,
    tables: new Map([...left.tables, [alias, names]]),
  };
}

const isProtected = (policy: Policy, name: string): boolean =>
  Object.hasOwn(policy.tables, name) && !policy.tables[name].public;

/** Tables have one name, that of the policy: no schema, no catalogue, no columns renamed. */
export function plainName(
  text: string,
  node: Node,
  { catalogname, schemaname, relname, alias, inh }: RangeVar,
): string {
  if (catalogname !== undefined || schemaname !== undefined)
    return unsupported(text, node, 'a schema before a table', 'write the name that the policy gives the table');
  if (alias?.colnames !== undefined)
    return unsupported(text, node, 'new names for columns', 'rename with AS in a subquery');
  if (inh !== true) return unsupported(text, node, 'ONLY', 'write the name alone');
  return relname ?? '';
}

interface Right {
  readonly alias: string;
  readonly table: KnownTable;
}

/** The column of the people's side. */
function matchedColumn(text: string, left: From, node: Node, { usingClause, quals }: JoinExpr, right: Right): string {
  const { alias, table } = right;
  const using = namesIn(usingClause) ?? [];
  if (using.length === 1 && using[0] === table.key) return resolved(text, left, node, using);
  const condition = quals === undefined ? undefined : bodyOf(quals, 'A_Expr');
  const sides = [condition?.lexpr, condition?.rexpr].map(side => side && namesIn(bodyOf(side, 'ColumnRef')?.fields));
  const isEquality = condition?.kind === 'AEXPR_OP' && namesIn(condition.name)?.join('.') === '=';
  const isKey = (path: readonly string[] | undefined): boolean =>
    path?.length === 2
      ? path[0] === alias && path[1] === table.key
      : path?.length === 1 && path[0] === table.key && !left.columns.has(path[0]);
  const other = isKey(sides[0]) ? sides[1] : isKey(sides[1]) ? sides[0] : undefined;
  if (!isEquality || other === undefined)
    return refuseAt('join_unsupported', text, node, `${alias} can be joined by its key only; ${NEAREST}`);
  return resolved(text, left, node, other);
}

function resolved(text: string, left: From, node: Node, path: readonly string[]): string {
  const { expression } = columnAt(left, text, path, node);
  return expression.kind === 'column' ? expression.name : '';
}
