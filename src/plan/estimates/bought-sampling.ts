/** Whether squares of what units add tell how far sampling puts an answer off: decided before they are paid for. */
import { type Rational, rational } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { CheckedPlan } from '../checked-plan.ts';
import type { SamplingDesign } from './chance.ts';

export function checkBought({ plan, aggregates }: CheckedPlan, sampling: SamplingDesign): void {
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
