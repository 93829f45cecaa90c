/** A recorded question in the words of the sentence that asks it. */
import {
  type AskedAggregate,
  notUnderstood,
  type PastPlan,
  type PlanExpression,
  rowsOf,
  understood,
} from './asked-plan.ts';

/** One sentence; `otherwise` where a part of the plan has no words here. */
export const planWords = (plan: unknown, otherwise: string): string =>
  understood(plan, sentenceOf) ?? otherwise.replaceAll('\n', '; ');

function sentenceOf({ input, grouping, aggregates, afterwards }: PastPlan): string {
  if (Object.keys(afterwards).some(part => part === 'computed' || part === 'having')) notUnderstood('computed values');
  const { table, conditions, sample } = rowsOf(input);
  const keys = (grouping.keys ?? []).map(({ expression }) => termWords(expression));
  return [
    `${listed(aggregates.map(aggregateWords))} in ${table}`,
    ...(keys.length === 0 ? [] : [`by ${listed(keys)}`]),
    ...(conditions.length === 0 ? [] : [`where ${conditions.map(conditionWords).join(' and ')}`]),
    sample === null ? 'from everybody' : sampleWords(sample),
  ].join(' ');
}

const sampleWords = ({ percent, name }: { readonly percent: string; readonly name: string | null }): string =>
  `from a random ${percent} %${name === null ? '' : ` called ${name}`}`;

const KINDS: Readonly<Record<string, string>> = {
  countValues: 'number of values',
  sum: 'sum',
  mean: 'average',
  variance: 'variance',
  standardDeviation: 'standard deviation',
  histogram: 'histogram',
};

export function aggregateWords({ kind, of, rank }: AskedAggregate): string {
  if (kind === 'count') return 'number of rows';
  if (kind === 'units') return 'number of people';
  if (of === undefined) return notUnderstood(kind);
  const what = kind === 'quantile' ? quantileWords(rank ?? '') : KINDS[kind];
  return `${what ?? notUnderstood(kind)} of ${termWords(of)}`;
}

function quantileWords(rank: string): string {
  const named: Readonly<Record<string, string>> = { '0': 'minimum', '0.5': 'median', '1': 'maximum' };
  return named[rank] ?? `${Number((100 * Number(rank)).toPrecision(6))}th percentile`;
}

const PARTS: Readonly<Record<string, string>> = { dayOfWeek: 'day of the week' };

/** Apart from months of all years together, which are parts. */
const UNITS: Readonly<Record<string, string>> = { month: 'month and year', quarter: 'quarter and year' };

function termWords(expression: PlanExpression): string {
  switch (expression.kind) {
    case 'column':
      return expression.name;
    case 'literal':
      return String(expression.value ?? 'nothing');
    case 'datePart':
      return `${PARTS[expression.part] ?? expression.part} of ${termWords(expression.operand)}`;
    case 'startOf':
      return `${UNITS[expression.unit] ?? expression.unit} of ${termWords(expression.operand)}`;
    default:
      return notUnderstood(expression.kind);
  }
}

const COMPARED: Readonly<Record<string, string>> = {
  equal: 'is',
  notEqual: 'is not',
  less: 'is below',
  atMost: 'is at most',
  greater: 'is above',
  atLeast: 'is at least',
};

function conditionWords(expression: PlanExpression): string {
  switch (expression.kind) {
    case 'comparison': {
      const { left, operator, right } = expression;
      return `${termWords(left)} ${COMPARED[operator] ?? notUnderstood(operator)} ${termWords(right)}`;
    }
    case 'in':
      return `${termWords(expression.operand)} is ${expression.values.map(termWords).join(' or ')}`;
    case 'or':
      return `(${expression.operands.map(conditionWords).join(' or ')})`;
    default:
      return termWords(expression);
  }
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
