/** So many units, those with the smallest hashes; all of them where there are fewer. */
import { unitSize } from '../../unit-size.ts';
import type { SampleOperator } from './sample-operator.ts';

export const fixedSize: SampleOperator<'fixed-size'> = {
  random: true,
  byUnit: false,
  membership: ({ size }) => Object.freeze({ kind: 'smallest', number: { size: unitSize(size) }, others: false }),
  sample: ({ size }, of) => ({ operator: 'fixed-size', size, of }),
  size: ({ size }, units) => Math.min(size, units),
};
