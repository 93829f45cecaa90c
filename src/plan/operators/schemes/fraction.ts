/** This part of the units, rounded down: those with the smallest hashes. A split has the others too. */
import type { Sample } from '../../../accounting/index.ts';
import type { SplitRule } from '../../../accounting/tree/index.ts';
import { frozen } from '../../../json/index.ts';
import { toNumber } from '../../../numerics/index.ts';
import { exactText } from '../../../source/values/index.ts';
import { decimal } from '../../parsing/node-bricks.ts';
import { fractionOf, partOfUnits } from '../../rate.ts';
import { isRest, type Scheme } from './scheme.ts';

export interface FractionScheme {
  readonly kind: 'fraction';
  readonly rate: string;
}

/** Exactly this share of the people, rounded down. */
export const fraction = (rate: number) => frozen({ kind: 'fraction', rate: exactText(rate) } as const);

const both = {
  shape: { rate: decimal },
  random: true,
  byUnit: false,
  ofAll: true,
  rate: ({ rate }: FractionScheme) => rate,
} as const;

export const fractionSample: Scheme<FractionScheme, Sample> = {
  ...both,
  membership: ({ rate }) => Object.freeze({ kind: 'smallest', number: { rate: fractionOf(rate) }, others: false }),
  rule: ({ rate }, of) => ({ operator: 'fraction', rate: toNumber(fractionOf(rate), 'up'), of }),
  size: ({ rate }, units) => partOfUnits(fractionOf(rate), units),
  most: ({ rate }) => ({ rate }),
  words: ({ rate }) => `sample the fraction ${rate} of the units`,
  tableSample: { method: 'fraction', number: 'percent', scheme: rate => ({ kind: 'fraction', rate }) },
};

/** This part of the units at random is the part `first`, all others the part `rest`. */
export const fractionSplit: Scheme<FractionScheme, SplitRule> = {
  ...both,
  membership: ({ rate }, _schema, part) =>
    Object.freeze({ kind: 'smallest', number: { rate: fractionOf(rate) }, others: isRest(part) }),
  rule: ({ rate }) => ({ operator: 'fraction-split', rate: toNumber(fractionOf(rate), 'up') }),
  size: ({ rate }, units, part) => {
    const first = partOfUnits(fractionOf(rate), units);
    return isRest(part) ? units - first : first;
  },
  most: ({ rate }, part) => (isRest(part) ? undefined : { rate }),
  words: ({ rate }) => `a split of the fraction ${rate}`,
};
