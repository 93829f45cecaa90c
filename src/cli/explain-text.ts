/** What a question would cost, for people: each operator's price, the error to expect, and the SQL that would run. */
import type { Explained } from '../answer.ts';
import { describeSpent } from './answer-text.ts';
import { atMost } from './digits.ts';
import { table } from './table.ts';

export function describeExplanation({ charged, steps, error, sql }: Explained): string {
  const rows = steps.map(({ operator, parameters, epsilon, replace }) => [
    `${operator} ${describeParameters(parameters)}`.trimEnd(),
    atMost(epsilon),
    atMost(replace),
  ]);
  const errors = Object.entries(error.noise).map(([name, deviation]) => [name, atMost(deviation)]);
  return [
    table([['operator', 'epsilon', 'for a replaced unit'], ...rows]),
    ...(errors.length === 0 ? [] : [table([['value', 'standard error to expect'], ...errors])]),
    `Asking would charge ${describeSpent(charged)} at most. No data was read and nothing was charged.`,
    sql,
  ].join('\n\n');
}

const describeParameters = (parameters: Explained['steps'][number]['parameters']): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
