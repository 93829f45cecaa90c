/** All units but the first in the order of a column that is constant in a unit. */
import { firstOf } from '../drawn.ts';
import type { SampleOperator } from './sample-operator.ts';

export const skip: SampleOperator<'skip'> = {
  random: false,
  byUnit: false,
  membership: (scheme, schema) => firstOf(scheme, schema, true),
  sample: ({ size }) => ({ operator: 'skip', size }),
  size: ({ size }, units) => Math.max(units - size, 0),
};
