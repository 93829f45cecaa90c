/** The first units in the order of a column are the part `first`, all others the part `rest`. */
import { firstOf } from '../drawn.ts';
import type { SplitOperator } from './split-operator.ts';
import { isRest } from './two-parts.ts';

export const takeSkip: SplitOperator<'take-skip'> = {
  random: false,
  byUnit: false,
  membership: (split, part, schema) => firstOf(split, schema, isRest(part)),
  rule: ({ size }) => ({ operator: 'take-skip-split', size }),
  size: ({ size }, part, units) => (isRest(part) ? Math.max(units - size, 0) : Math.min(size, units)),
};
