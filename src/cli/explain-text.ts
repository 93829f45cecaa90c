/** What a question would cost, for people: each operator's price, the error to expect, and the SQL that would run. */
import type { Explained } from '../answer.ts';
import { describeSpent } from './answer-text.ts';
import { atMost } from './digits.ts';
import { table } from './table.ts';

export function describeExplanation({ charged, inner, steps, error, otherRates, sql }: Explained): string {
  const rows = steps.map(({ operator, parameters, epsilon, replace, theorem }) => [
    `${operator} ${describeParameters(parameters)}`.trimEnd(),
    atMost(epsilon),
    atMost(replace),
    theorem,
  ]);
  return [
    table([['operator', 'epsilon', 'for a replaced unit', 'theorem'], ...rows]),
    ...describeErrors(error),
    ...describeOtherRates(otherRates),
    `Asking would charge ${describeSpent(charged)} at most${describeInner(charged, inner)}. No data was read and nothing was charged.`,
    sql,
  ].join('\n\n');
}

const describeInner = (charged: Explained['charged'], inner: Explained['inner']): string =>
  charged.epsilon === inner.epsilon ? '' : `, for ${describeSpent(inner)} inside the table that is asked`;

function describeErrors({ noise, sampling }: Explained['error']): string[] {
  const names = Object.keys(noise);
  if (names.length === 0) return [];
  const rows = names.map(name => [
    name,
    atMost(noise[name]),
    ...(sampling === null ? [] : [name in sampling ? atMost(sampling[name]) : '']),
  ]);
  const header = sampling === null ? ['standard error to expect'] : ['standard error by noise', 'by sampling'];
  return [table([['value', ...header], ...rows])];
}

/** One value is enough to see which way it goes. */
function describeOtherRates(rates: Explained['otherRates']): string[] {
  const [name] = Object.keys(rates[0]?.error.noise ?? {});
  if (name === undefined) return [];
  const rows = rates.map(({ rate, inner, error: { noise, sampling } }) => [
    `${100 * rate} %`,
    atMost(inner.epsilon),
    atMost(noise[name]),
    sampling === null || !(name in sampling) ? '' : atMost(sampling[name]),
  ]);
  return [table([['the same charge at rate', 'epsilon inside', `${name}: by noise`, 'by sampling'], ...rows])];
}

const describeParameters = (parameters: Explained['steps'][number]['parameters']): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
