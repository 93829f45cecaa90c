/** What a question would cost, for people: each operator's price, the error to expect, and the SQL that would run. */
import type { Explained } from '../answer.ts';
import { describeSpent } from './answer-text.ts';
import { atMost } from './digits.ts';
import { table } from './table.ts';

export function describeExplanation({ charged, inner, steps, noises, error, otherRates, sum, sql }: Explained): string {
  const rows = steps.map(({ operator, parameters, epsilon, replace, rho, theorem }) => [
    `${operator} ${describeParameters(parameters)}`.trimEnd(),
    described(epsilon, rho),
    described(replace, rho),
    theorem,
  ]);
  return [
    table([['operator', 'epsilon', 'epsilon (replace-one)', 'theorem'], ...rows]),
    describeNoises(noises),
    ...describeErrors(error),
    ...describeOtherRates(otherRates, error),
    `Asking would charge at most ${describeSpent(charged)}${describeInner(charged, inner)}. No data was read and nothing was charged.`,
    ...describeSum(sum),
    sql,
  ].join('\n\n');
}

/** What is bought, and for which values. */
function describeNoises(noises: Explained['noises']): string {
  const rows = noises.map(({ statistics, values, share, noise, scale }) => [
    statistics.join(', '),
    values.join(', '),
    `${Number((100 * share).toPrecision(3))} %`,
    scale === null ? 'drawn' : `${noise} ${atMost(scale)}`,
  ]);
  return table([['noise on', 'for', 'share', 'scale'], ...rows]);
}

/** By rho there is no epsilon, whoever is replaced. */
const described = (epsilon: number | null, rho: number | undefined): string =>
  epsilon === null ? `rho ${atMost(rho ?? 0)}` : atMost(epsilon);

const describeSum = (sum: Explained['sum']): string[] => {
  if (sum === undefined) return [];
  return [
    sum === null
      ? 'Neither the sum of epsilon nor that of rho would stay within the budget.'
      : `The sum of ${sum} would stay within the budget: that is enough.`,
  ];
};

const describeInner = (charged: Explained['charged'], inner: Explained['inner']): string =>
  charged.epsilon === inner.epsilon ? '' : ` (${describeSpent(inner)} inside the sample or part)`;

function describeErrors({ noise, sampling, likely }: Explained['error']): string[] {
  const names = Object.keys(noise);
  if (names.length === 0) return [];
  const isKnown = names.some(name => Object.hasOwn(likely, name));
  const rows = names.map(name => [
    name,
    atMost(noise[name]),
    ...(sampling === null ? [] : [inTable(sampling, name)]),
    ...(isKnown ? [inTable(likely, name)] : []),
  ]);
  const header = [
    ...(sampling === null ? ['expected standard error'] : ['standard error from noise', 'from sampling, at most']),
    ...(isKnown ? ['likely'] : []),
  ];
  return [table([['value', ...header], ...rows])];
}

const inTable = (errors: Readonly<Record<string, number>>, name: string): string =>
  Object.hasOwn(errors, name) ? atMost(errors[name]) : '';

/** One value is enough to see which way it goes. */
function describeOtherRates(rates: Explained['otherRates'], here: Explained['error']): string[] {
  const [name] = Object.keys(rates[0]?.error.noise ?? {});
  if (name === undefined) return [];
  const rows = rates.map(({ rate, inner, error: { noise, sampling } }) => [
    `${100 * rate} %`,
    atMost(inner.epsilon),
    atMost(noise[name]),
    sampling === null ? '' : inTable(sampling, name),
  ]);
  const header = ['same charge at rate', 'epsilon inside', `${name}: from noise`, 'from sampling, at most'];
  return [table([header, ...rows]), ...betterRate(name, rates, here)];
}

/** Differences that nobody would sample anew for are not worth a sentence. */
const WORTH_SAYING = 0.9;

/** The rate with the least error by noise and sampling together, where both are known and not only bounded. */
function betterRate(name: string, rates: Explained['otherRates'], here: Explained['error']): string[] {
  const now = wholeError(name, here);
  const [best] = rates
    .map(({ rate, error }) => ({ rate, part: wholeError(name, error) / now }))
    .filter(({ part }) => part <= WORTH_SAYING)
    .sort((one, other) => one.part - other.part);
  if (best === undefined) return [];
  const drawn = best.rate === 1 ? 'Asking everyone' : `A ${100 * best.rate} % sample`;
  return [
    `${drawn} would reduce the standard error of ${name} to ${best.part.toPrecision(2)} times this one, at the same charge.`,
  ];
}

const wholeError = (name: string, { noise, sampling, likely }: Explained['error']): number => {
  if (sampling === null) return noise[name];
  return Object.hasOwn(likely, name) ? Math.hypot(noise[name], likely[name]) : Number.NaN;
};

const describeParameters = (parameters: Explained['steps'][number]['parameters']): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
