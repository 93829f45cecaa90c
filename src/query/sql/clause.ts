/** The clauses of a SELECT: which may stand where, and what the others are called. */
import type { SelectStmt } from 'libpg-query';
import { unsupported } from './place.ts';

type Clause = keyof SelectStmt;

const CALLED: { readonly [C in Clause]: readonly [construct: string, nearest: string] } = {
  targetList: ['a select list', 'ask for aggregates'],
  fromClause: ['FROM', 'start from one protected table'],
  whereClause: ['WHERE', 'put the condition in the outer WHERE'],
  groupClause: ['GROUP BY in a subquery', 'group in the outer SELECT, and choose groups with HAVING'],
  havingClause: ['HAVING in a subquery', 'put it in the outer SELECT'],
  sortClause: ['ORDER BY', 'put it in the outer SELECT'],
  limitCount: ['LIMIT', 'put it in the outer SELECT'],
  limitOption: ['LIMIT', 'put it in the outer SELECT'],
  op: ['a set operation', 'ask a separate question for each part'],
  distinctClause: ['DISTINCT', 'write SELECT DISTINCT town FROM t, count(DISTINCT x), or GROUP BY'],
  intoClause: ['INTO', 'answers are returned, never written to tables'],
  groupDistinct: ['GROUP BY DISTINCT', 'write GROUP BY'],
  windowClause: ['WINDOW', 'use aggregates with GROUP BY'],
  valuesLists: ['VALUES', 'start from a protected table'],
  limitOffset: ['OFFSET', 'write ORDER BY and LIMIT'],
  lockingClause: ['FOR UPDATE or FOR SHARE', 'questions change nothing and need no lock'],
  withClause: ['WITH here', 'put it before the first SELECT'],
  all: ['a set operation', 'ask a separate question for each part'],
  larg: ['a set operation', 'ask a separate question for each part'],
  rarg: ['a set operation', 'ask a separate question for each part'],
};

/** Said of every SELECT, also of those that use none of them. */
const INNOCENT: { readonly [C in Clause]?: unknown } = {
  op: 'SETOP_NONE',
  limitOption: 'LIMIT_OPTION_DEFAULT',
};

const SET_OPERATIONS: Readonly<Record<string, string>> = {
  SETOP_UNION: 'UNION',
  SETOP_INTERSECT: 'INTERSECT',
  SETOP_EXCEPT: 'EXCEPT',
};

/** Refuses every clause but these: what a new version of the parser adds is refused until somebody thinks about it. */
export function refuseClauses(text: string, select: SelectStmt, allowed: readonly Clause[]): void {
  const operation = SET_OPERATIONS[select.op ?? 'SETOP_NONE'];
  if (operation !== undefined) unsupported(text, select, operation, 'ask a separate question for each part');
  for (const [clause, body] of Object.entries(select) as [Clause, unknown][]) {
    if (allowed.includes(clause) || INNOCENT[clause] === body) continue;
    const [construct, nearest] = CALLED[clause] ?? [clause, 'leave it out'];
    unsupported(text, body, construct, nearest);
  }
}
