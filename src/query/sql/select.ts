/** A SELECT as a plan: from rows to groups, from groups to numbers, and what is done with the noisy numbers. */
import { frozen } from '../../json/index.ts';
import type { Plan, PostProcessing } from '../../plan/index.ts';
import type { Policy } from '../../source/index.ts';
import { nameOf } from '../aggregate.ts';
import { aggregateNameOf, hasAggregate, isPopulation } from './aggregate.ts';
import { refuseClauses } from './clause.ts';
import { expressionOf } from './expression.ts';
import { fromOf, withNames } from './from.ts';
import { groupingOf, groupsOf, keysOf, type SelectTarget, targetsOf } from './keys.ts';
import { type From, rowReading } from './names.ts';
import { bodyOf } from './node.ts';
import { unsupported } from './place.ts';
import { postProcessingOf } from './post-processing.ts';
import { askedOf, include, type Key, nameFor, nameOfKey, type Results, resultReading } from './results.ts';
import { filtered } from './rows.ts';
import { parseSelect } from './statement.ts';

/** The plan of a question in SQL. Only the policy's names and the text's constants are in it. */
export async function fromSql(text: string, policy: Policy): Promise<Plan> {
  const select = await parseSelect(text);
  refuseClauses(text, select, [
    'withClause',
    'distinctClause',
    'targetList',
    'fromClause',
    'whereClause',
    'groupClause',
    'havingClause',
    'sortClause',
    'limitCount',
    'limitOption',
  ]);
  const tables = withNames({ policy, named: new Map() }, text, select);
  const from = filtered(text, fromOf(tables, text, select), select.whereClause);
  const targets = targetsOf(text, select);
  const keys = keysOf(text, from, targets, groupsOf(text, targets, select));
  const results = resultsOf(text, from, targets, keys);
  const asksForGroups = results.aggregates.length === 0;
  if (asksForGroups) includeUnits(text, select, results);
  const postProcessing = postProcessingOf(text, from, targets, results, select);
  const ungrouped = {
    version: 1,
    input: from.input,
    aggregates: results.aggregates,
    afterwards: { ...postProcessing, ...computedIn(results) },
  } as const;
  const grouping = groupingOf(policy, ungrouped, results.keys);
  if (asksForGroups && grouping.kind === 'public')
    unsupported(
      text,
      select,
      WITHOUT_AGGREGATE,
      'all values of these keys are in the policy; add count(*) to count their rows',
    );
  return frozen<Plan>({ ...ungrouped, grouping });
}

const WITHOUT_AGGREGATE = 'a SELECT without an aggregate';

/** Which groups there are is decided by the noisy number of people in each, which is told at no further cost. */
function includeUnits(text: string, select: object, results: Results): void {
  if (results.keys.length === 0)
    unsupported(text, select, WITHOUT_AGGREGATE, 'rows are never shown; ask for count(*), sum(x) or avg(x)');
  include(results, { unnamed: { kind: 'units' }, type: 'number' }, nameFor(text, select, results, 'units'));
}

/** Aggregates first, so that what is computed finds them under the names that the select list gives them. */
function resultsOf(text: string, from: From, targets: readonly SelectTarget[], keys: readonly Key[]): Results {
  const results: Results = {
    keys,
    aggregates: [],
    computed: [],
    shown: [],
    given: new Set(targets.flatMap(({ alias }) => alias ?? [])),
    types: new Map(),
  };
  const names = new Map<SelectTarget, string>();
  const isAggregate = ({ node }: SelectTarget): boolean => {
    const name = aggregateNameOf(node);
    return name !== undefined && !isPopulation(name);
  };
  for (const target of targets.filter(isAggregate)) names.set(target, readAggregate(text, from, results, target));
  for (const target of targets.filter(one => !isAggregate(one) && isComputed(one)))
    names.set(target, readComputed(text, from, results, target));
  for (const target of targets.filter(one => !names.has(one))) readKey(text, from, results, target);
  results.shown.push(...targets.flatMap(target => names.get(target) ?? []));
  return results;
}

const isComputed = ({ node }: SelectTarget): boolean => hasAggregate(node) || !isOfRows(node);

/** Whether a column stands in it, or a question of its own. */
function isOfRows(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return 'ColumnRef' in part || 'SubLink' in part || Object.values(part).some(isOfRows);
}

function readAggregate(text: string, from: From, results: Results, { node, alias }: SelectTarget): string {
  const asked = askedOf(text, from, node, bodyOf(node, 'FuncCall')!);
  const name = nameFor(text, node, results, nameOf(asked.unnamed), alias);
  include(results, asked, name);
  return name;
}

/** What is computed from aggregates, keys and constants: one number. */
function readComputed(text: string, from: From, results: Results, { node, alias }: SelectTarget): string {
  const { expression, type } = expressionOf(resultReading(text, from, results, true), node);
  if (type !== 'integer' && type !== 'number')
    unsupported(
      text,
      node,
      `a computed value of type ${type}`,
      'compute numbers, such as sum(x) / count(*); put conditions in HAVING',
    );
  const name = nameFor(text, node, results, aggregateNameOf(node) ?? 'value', alias);
  results.computed.push({ name, expression });
  return name;
}

function readKey(text: string, from: From, results: Results, { node, alias }: SelectTarget): void {
  const { expression } = expressionOf(rowReading(from, text), node);
  const own = expression.kind === 'column' ? expression.name : undefined;
  const key = nameOfKey(text, node, results, expression);
  if ((alias ?? own ?? key) !== key) unsupported(text, node, 'one key under two names', 'select it once');
}

/** Where nothing is computed, aggregates are shown in their own order. */
const computedIn = ({ computed, shown }: Results): PostProcessing =>
  computed.length === 0 ? {} : { computed, show: shown };
