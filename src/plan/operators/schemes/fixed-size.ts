/** So many units, those with the smallest hashes; all of them where there are fewer. A split has the others too. */
import type { Sample } from '../../../accounting/index.ts';
import type { SplitRule } from '../../../accounting/tree/index.ts';
import { frozen } from '../../../json/index.ts';
import { whole } from '../../parsing/node-bricks.ts';
import { unitSize } from '../../rate.ts';
import { isRest, type Scheme } from './scheme.ts';

export interface FixedSizeScheme {
  readonly kind: 'fixed-size';
  readonly size: number;
}

/** A fixed number of people, or all of them if there are fewer. */
export const fixedSize = (size: number) => frozen({ kind: 'fixed-size', size } as const);

const both = { shape: { size: whole }, random: true, byUnit: false, ofAll: true, rate: () => undefined } as const;

export const fixedSizeSample: Scheme<FixedSizeScheme, Sample> = {
  ...both,
  membership: ({ size }) => Object.freeze({ kind: 'smallest', number: { size: unitSize(size) }, others: false }),
  rule: ({ size }, of) => ({ operator: 'fixed-size', size, of }),
  size: ({ size }, units) => Math.min(size, units),
  most: ({ size }) => ({ units: size }),
  words: ({ size }) => `sample ${size} units`,
  tableSample: { method: 'fixed', number: 'number', scheme: size => ({ kind: 'fixed-size', size: Number(size) }) },
};

/** So many units at random are the part `first`, all others the part `rest`. */
export const fixedSizeSplit: Scheme<FixedSizeScheme, SplitRule> = {
  ...both,
  membership: ({ size }, _schema, part) =>
    Object.freeze({ kind: 'smallest', number: { size: unitSize(size) }, others: isRest(part) }),
  rule: ({ size }, of) => ({ operator: 'fixed-size-split', size, of }),
  size: ({ size }, units, part) => (isRest(part) ? Math.max(units - size, 0) : Math.min(size, units)),
  most: ({ size }, part) => (isRest(part) ? undefined : { units: size }),
  words: ({ size }) => `a split of ${size} units`,
};
