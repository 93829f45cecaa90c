/** Every unit by a coin of its own: it is kept where its hash lies below the rate. */
import { rateOf, realised, thresholdOf } from '../../rate.ts';
import type { SampleOperator } from './sample-operator.ts';

export const bernoulli: SampleOperator<'bernoulli'> = {
  random: true,
  byUnit: true,
  membership: ({ rate }) => Object.freeze({ kind: 'interval', from: 0n, to: thresholdOf(rateOf(rate)) }),
  sample: ({ rate }) => ({ operator: 'bernoulli', rate: realised(thresholdOf(rateOf(rate))) }),
  size: () => undefined,
};
