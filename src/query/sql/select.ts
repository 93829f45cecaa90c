/** A SELECT as a plan: from rows to groups, from groups to numbers, and what is done with the noisy numbers. */
import { frozen } from '../../json/index.ts';
import type { Plan } from '../../plan/index.ts';
import type { Policy } from '../../source/index.ts';
import { nameOf } from '../aggregate.ts';
import { aggregateNameOf } from './aggregate.ts';
import { refuseClauses } from './clause.ts';
import { expressionOf } from './expression.ts';
import { fromOf } from './from.ts';
import { groupingOf, keysOf, type SelectTarget, targetsOf } from './keys.ts';
import { type From, rowReading } from './names.ts';
import { bodyOf } from './node.ts';
import { unsupported } from './place.ts';
import { postProcessingOf } from './post-processing.ts';
import { askedOf, include, nameOfKey, type Results } from './results.ts';
import { filtered } from './rows.ts';
import { parseSelect } from './statement.ts';

/** The plan of a question in SQL. Only the policy's names and the text's constants are in it. */
export async function fromSql(text: string, policy: Policy): Promise<Plan> {
  const select = await parseSelect(text);
  refuseClauses(text, select, [
    'targetList',
    'fromClause',
    'whereClause',
    'groupClause',
    'havingClause',
    'sortClause',
    'limitCount',
    'limitOption',
  ]);
  const from = filtered(text, fromOf(policy, text, select), select.whereClause);
  const targets = targetsOf(text, select);
  const keys = keysOf(text, from, targets, select.groupClause ?? []);
  const results: Results = { keys, aggregates: [], types: new Map() };
  for (const target of targets) readTarget(text, from, results, target);
  if (results.aggregates.length === 0)
    unsupported(
      text,
      select,
      'a SELECT without an aggregate',
      'rows are never shown; ask for count(*), sum(x) or avg(x)',
    );
  const postProcessing = postProcessingOf(text, from, targets, results, select);
  const ungrouped = {
    version: 1,
    input: from.input,
    aggregates: results.aggregates,
    afterwards: postProcessing,
  } as const;
  return frozen<Plan>({ ...ungrouped, grouping: groupingOf(policy, ungrouped, results.keys) });
}

/** An entry is an aggregate, or one of the keys. */
function readTarget(text: string, from: From, results: Results, { node, alias }: SelectTarget): void {
  const call = aggregateNameOf(node) === undefined ? undefined : bodyOf(node, 'FuncCall');
  if (call === undefined) {
    const { expression } = expressionOf(rowReading(from, text), node);
    const own = expression.kind === 'column' ? expression.name : undefined;
    const key = nameOfKey(text, node, results, expression);
    if ((alias ?? own ?? key) !== key) unsupported(text, node, 'one key under two names', 'select it once');
    return;
  }
  const asked = askedOf(text, from, node, call);
  include(text, node, results, asked, alias ?? nameOf(asked.unnamed));
}
