/** This part of the units, rounded down: those with the smallest hashes. */
import { toNumber } from '../../../numerics/index.ts';
import { fractionOf } from '../../rate.ts';
import { partOfUnits } from '../../unit-size.ts';
import type { SampleOperator } from './sample-operator.ts';

export const fraction: SampleOperator<'fraction'> = {
  random: true,
  byUnit: false,
  membership: ({ rate }) => Object.freeze({ kind: 'smallest', number: { rate: fractionOf(rate) }, others: false }),
  sample: ({ rate }, of) => ({ operator: 'fraction', rate: toNumber(fractionOf(rate), 'up'), of }),
  size: ({ rate }, units) => partOfUnits(fractionOf(rate), units),
};
