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
    ...describeOtherRates(otherRates, error),
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
function describeOtherRates(rates: Explained['otherRates'], here: Explained['error']): string[] {
  const [name] = Object.keys(rates[0]?.error.noise ?? {});
  if (name === undefined) return [];
  const rows = rates.map(({ rate, inner, error: { noise, sampling } }) => [
    `${100 * rate} %`,
    atMost(inner.epsilon),
    atMost(noise[name]),
    sampling === null || !(name in sampling) ? '' : atMost(sampling[name]),
  ]);
  const header = ['the same charge at rate', 'epsilon inside', `${name}: by noise`, 'by sampling'];
  return [table([header, ...rows]), ...betterRate(name, rates, here)];
}

/** Differences that nobody would sample anew for are not worth a sentence. */
const WORTH_SAYING = 0.9;

/** The rate with the least error by noise and sampling together, where both are known. */
function betterRate(name: string, rates: Explained['otherRates'], here: Explained['error']): string[] {
  const now = wholeError(name, here);
  const [best] = rates
    .map(({ rate, error }) => ({ rate, part: wholeError(name, error) / now }))
    .filter(({ part }) => part <= WORTH_SAYING)
    .sort((one, other) => one.part - other.part);
  if (best === undefined) return [];
  const drawn = best.rate === 1 ? 'Asking everybody' : `A ${100 * best.rate} % sample`;
  return [`${drawn} would make the error of ${name} ${best.part.toPrecision(2)} times as large, for the same charge.`];
}

const wholeError = (name: string, { noise, sampling }: Explained['error']): number =>
  sampling === null || !(name in sampling) ? Number.NaN : Math.hypot(noise[name], sampling[name]);

const describeParameters = (parameters: Explained['steps'][number]['parameters']): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
