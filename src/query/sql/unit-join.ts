/** JOIN of two protected tables: on their common unit, and in no other way. */
import type { JoinExpr, Node } from 'libpg-query';
import { checkDifferent } from '../../plan/operators/index.ts';
import { narrowed } from '../scope.ts';
import { besideEachOther } from '../unit-join.ts';
import { type From, isUnit } from './names.ts';
import { bodyOf, namesIn } from './node.ts';
import { placed, refuseAt, unsupported } from './place.ts';

const NEAREST = 'write FROM a JOIN b ON a.id = b.id, where id is the unit of both tables';

export function unitJoined(text: string, left: From, right: From, node: Node, body: JoinExpr): From {
  if (body.jointype === 'JOIN_LEFT') return unsupported(text, node, 'LEFT JOIN of protected tables', NEAREST);
  const twice = [...right.tables.keys()].find(alias => left.tables.has(alias));
  if (twice !== undefined)
    return refuseAt('name_taken', text, body.rarg, `two tables are named ${twice}; give one an alias`);
  // whatever it is joined on: no other condition would help
  placed(text, body.rarg, () => checkDifferent(left.input, right.input));
  if (left.unit === undefined || right.unit === undefined || !isOnUnits(left, right, body))
    return refuseAt(
      'join_unsupported',
      text,
      node,
      `protected tables can be joined on their common unit only; ${NEAREST}, and select it in subqueries`,
    );
  const other = withoutUnit(left, right);
  return {
    ...placed(text, body.rarg, () => besideEachOther(left, other)),
    tables: new Map([...left.tables, ...right.tables]),
    unit: { ...left.unit, same: [...(left.unit.same ?? []), right.unit, ...(right.unit.same ?? [])] },
  };
}

/** The unit's column may be one that both tables show: it is the same then, and one is enough. */
function withoutUnit(left: From, right: From): From {
  const shared = right.unit?.column ?? '';
  if (left.unit?.column !== shared || !left.columns.has(shared) || !right.columns.has(shared)) return right;
  const columns = [...right.columns.keys()].filter(name => name !== shared);
  return {
    ...right,
    input: { kind: 'project', input: right.input, columns },
    columns: narrowed(right.columns, columns),
  };
}

function isOnUnits(left: From, right: From, { usingClause, quals }: JoinExpr): boolean {
  const using = namesIn(usingClause) ?? [];
  if (using.length > 0) return using.length === 1 && using[0] === left.unit?.column && using[0] === right.unit?.column;
  const condition = quals === undefined ? undefined : bodyOf(quals, 'A_Expr');
  const [one, other] = [condition?.lexpr, condition?.rexpr];
  if (condition?.kind !== 'AEXPR_OP' || namesIn(condition.name)?.join('.') !== '=') return false;
  if (one === undefined || other === undefined) return false;
  const names = (from: From, not: From, side: Node): boolean => isUnit(from, side) && !isUnit(not, side);
  return (
    (names(left, right, one) && names(right, left, other)) || (names(right, left, one) && names(left, right, other))
  );
}
