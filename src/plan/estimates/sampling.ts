/**
 * How the units of a question were drawn, and of which population: all that scaling and sampling errors rest on.
 *
 * The population is the table that the last take or skip left, or the base: its first units in an order are what is asked
 * about, whoever they were taken from. Rows chosen by a condition or a key are chosen alike in the sample and in the
 * population, so they change neither. Coins multiply; so many of publicly many are a rate too. So many of secretly many
 * are none: ratios and quantiles are estimated for them, totals are not.
 */
import { type Rational, rational } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { CheckedPlan, EngineStatistic } from '../checked-plan.ts';
import { aggregateOf } from '../operators/aggregates/aggregates.ts';
import { nothingDrawn, type SamplingDesign, times } from './chance.ts';
import { drawingOf, type StratumRates } from './drawing.ts';

/** Decided from the plan and public numbers alone; `size` is the number of units of the base where that is public. */
export function samplingOf(checked: CheckedPlan, size?: number): SamplingDesign {
  const { strata, ...drawing } = drawingOf(checked, size);
  if (!drawing.drawn) {
    checkBought(checked, nothingDrawn);
    return nothingDrawn;
  }
  // where a question groups by a stratum it knows who was left out; where it does not, it asks about those who were not
  const together = strata.filter(one => isEven(one) && keyOf(one, checked) === undefined);
  const rate = together.reduce((product, { rates }) => times(product, rates[0].rate), drawing.rate);
  const keys = strata
    .filter(one => !together.includes(one))
    .map(one => Object.freeze({ key: keyOf(one, checked) ?? refuseTogether(one), rates: one.rates }));
  const sampling = Object.freeze({ ...drawing, rate, strata: Object.freeze(keys) });
  if (size === 0 || (rate !== null && !(rate.numerator > 0n)))
    refuse('value_out_of_range', 'The table has so few units that this sample is empty. Use a larger sample.');
  checkTotals(checked, sampling);
  checkBought(checked, sampling);
  return sampling;
}

const isEven = ({ rates }: StratumRates): boolean => rates.every(({ rate }) => rational.equals(rate, rates[0].rate));

function keyOf({ by, shown }: StratumRates, { grouping }: CheckedPlan): number | undefined {
  if (!shown) return undefined;
  const key = grouping.keys.findIndex(({ expression }) => expression.kind === 'column' && expression.name === by);
  return key >= 0 ? key : undefined;
}

/** Strata of different rates are only known apart. */
const refuseTogether = ({ by }: StratumRates): never =>
  refuse(
    'sampling_unsupported',
    `The strata of ${by} were sampled at different rates, so they cannot be combined. Group by ${by}, or use one rate for all strata.`,
  );

function checkTotals(checked: CheckedPlan, { rate, unitsMost }: SamplingDesign): void {
  const { plan, aggregates, statistics } = checked;
  const total = aggregates.find(aggregate => aggregateOf(aggregate).total);
  if (rate === null && total !== undefined)
    refuse(
      'size_not_public',
      `${total.name} is a total, and the number of units in the table is secret. Ask for a mean or a quantile, sample by bernoulli or fraction, or set "size": "public" in the policy.`,
    );
  const signed = aggregates.find(({ kind, uses }) => kind === 'sum' && isSigned(statistics[uses[0]]));
  const counted = countsIn(checked).length > 0;
  if (signed !== undefined && unitsMost === null && !counted && plan.interval === undefined)
    refuse(
      'sampling_unsupported',
      `The sampling error of ${signed.name} depends on the number of units, because its values may have either sign. Ask for a count in the same question or for a mean instead, buy an interval, or clamp the values to one sign.`,
    );
}

/** What it adds up may be of either sign. */
export const isSigned = (statistic: EngineStatistic): boolean =>
  statistic.kind === 'total' && statistic.low < 0n && statistic.high > 0n;

/** The released numbers of rows and of units, by the places of their statistics. */
export const countsIn = ({ aggregates }: Pick<CheckedPlan, 'aggregates'>): readonly number[] =>
  aggregates.filter(({ kind }) => kind === 'count' || kind === 'units').flatMap(({ uses }) => uses);

/** Whether squares of what units add tell how far sampling puts an answer off: decided before they are paid for. */
function checkBought({ plan, aggregates }: CheckedPlan, sampling: SamplingDesign): void {
  if (plan.interval === undefined) return;
  if (!sampling.drawn || isEverybody(sampling))
    refuse(
      'interval_unavailable',
      'Without sampling, the interval covers the noise only and is already tight. Leave the interval out.',
    );
  const total = aggregates.find(({ moments, uses }) => moments !== undefined && uses.length === 1);
  if (sampling.rate === null)
    refuse(
      'interval_unavailable',
      'The sampling error of this sample depends on the number of units, which is secret. Sample by bernoulli or fraction, or leave the interval out.',
    );
  if (total !== undefined && !sampling.independent && sampling.exactly === undefined)
    refuse(
      'interval_unavailable',
      `The sampling error of ${total.name} depends on the number of sampled units, which is secret. Sample by bernoulli, ask for a mean, or leave the interval out.`,
    );
}

const isEverybody = ({ rate, strata }: SamplingDesign): boolean =>
  [rate, ...strata.flatMap(({ rates }) => rates.map(one => one.rate))].every(isOne);

const isOne = (rate: Rational | null): boolean => rate !== null && rational.equals(rate, rational.one);
