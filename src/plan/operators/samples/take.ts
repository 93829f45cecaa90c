/** The first units in the order of a column that is constant in a unit, ties by the unit's id, null last. */
import { firstOf } from '../drawn.ts';
import type { SampleOperator } from './sample-operator.ts';

export const take: SampleOperator<'take'> = {
  random: false,
  byUnit: false,
  membership: (scheme, schema) => firstOf(scheme, schema, false),
  sample: ({ size }) => ({ operator: 'take', size }),
  size: ({ size }, units) => Math.min(size, units),
};
