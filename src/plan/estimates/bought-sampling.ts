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
      'Everybody is asked, so that noise alone puts the answer off, and its interval is tight already. Leave the interval out.',
    );
  const total = aggregates.find(({ moments, uses }) => moments !== undefined && uses.length === 1);
  if (sampling.rate === null)
    refuse(
      'interval_unavailable',
      'How far such a sample is off depends on how many units it was drawn from, which is secret. Draw by bernoulli or fraction, or leave the interval out.',
    );
  if (total !== undefined && !sampling.independent && sampling.exactly === undefined)
    refuse(
      'interval_unavailable',
      `How far ${total.name} is off depends on how many units were drawn, which is secret. Draw by bernoulli, ask for a mean, or leave the interval out.`,
    );
}

const isEverybody = ({ rate, strata }: SamplingDesign): boolean =>
  [rate, ...strata.flatMap(({ rates }) => rates.map(one => one.rate))].every(isOne);

const isOne = (rate: Rational | null): boolean => rate !== null && rational.equals(rate, rational.one);
