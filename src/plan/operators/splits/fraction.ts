/** This part of the units at random, rounded down, is the part `first`, all others the part `rest`. */
import { toNumber } from '../../../numerics/index.ts';
import { fractionOf } from '../../rate.ts';
import { partOfUnits } from '../../unit-size.ts';
import type { SplitOperator } from './split-operator.ts';
import { isRest } from './two-parts.ts';

export const fractionSplit: SplitOperator<'fraction'> = {
  random: true,
  byUnit: false,
  membership: ({ rate }, part) =>
    Object.freeze({ kind: 'smallest', number: { rate: fractionOf(rate) }, others: isRest(part) }),
  rule: ({ rate }) => ({ operator: 'fraction-split', rate: toNumber(fractionOf(rate), 'up') }),
  size: ({ rate }, part, units) => {
    const first = partOfUnits(fractionOf(rate), units);
    return isRest(part) ? units - first : first;
  },
};
