/** Every unit by a coin of its own: it is kept where its hash lies below the rate. */
import type { Sample } from '../../../accounting/index.ts';
import { frozen } from '../../../json/index.ts';
import { exactText } from '../../../source/values/index.ts';
import { decimal } from '../../parsing/node-bricks.ts';
import { rateOf, realised, thresholdOf } from '../../rate.ts';
import type { Scheme } from './scheme.ts';

export interface Bernoulli {
  readonly kind: 'bernoulli';
  readonly rate: string;
}

/** Bernoulli (Poisson) sampling: each person independently, with this probability. */
export const bernoulli = (rate: number) => frozen({ kind: 'bernoulli', rate: exactText(rate) } as const);

export const bernoulliSample: Scheme<Bernoulli, Sample> = {
  shape: { rate: decimal },
  random: true,
  byUnit: true,
  ofAll: false,
  membership: ({ rate }) => Object.freeze({ kind: 'interval', from: 0n, to: thresholdOf(rateOf(rate)) }),
  rule: ({ rate }) => ({ operator: 'bernoulli', rate: realised(thresholdOf(rateOf(rate))) }),
  size: () => undefined,
  rate: ({ rate }) => rate,
  most: ({ rate }) => ({ rate }),
  words: ({ rate }) => `sample each unit at rate ${rate}`,
  tableSample: { method: 'bernoulli', number: 'percent', scheme: rate => ({ kind: 'bernoulli', rate }) },
};
