/** So many units at random are the part `first`, all others the part `rest`. */
import { unitSize } from '../../unit-size.ts';
import type { SplitOperator } from './split-operator.ts';
import { isRest } from './two-parts.ts';

export const fixedSizeSplit: SplitOperator<'fixed-size'> = {
  random: true,
  byUnit: false,
  membership: ({ size }, part) =>
    Object.freeze({ kind: 'smallest', number: { size: unitSize(size) }, others: isRest(part) }),
  rule: ({ size }, _schema, of) => ({ operator: 'fixed-size-split', size, of }),
  size: ({ size }, part, units) => (isRest(part) ? Math.max(units - size, 0) : Math.min(size, units)),
};
