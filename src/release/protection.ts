/** What a draw promises: for this one table, or differential privacy for every table. Decided before any row is read. */
import type { Spending } from '../amounts/index.ts';
import { rational } from '../numerics/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { checkRate, guarantee, type ReleaseGuarantee } from './rates/guarantee.ts';
import { thresholdDelta, thresholdFor } from './rates/threshold.ts';
import type { DrawOrder } from './release-order.ts';
import { thresholdCost } from './threshold-cost.ts';

export type Protection =
  | { readonly kind: 'table'; readonly promised: ReleaseGuarantee }
  | { readonly kind: 'threshold'; readonly threshold: number; readonly cost: Spending };

/** A rate that is to be found. */
export const AUTO = 'auto';

type Ordered = Pick<DrawOrder, 'epsilon' | 'delta' | 'rate' | 'unknownRows' | 'threshold'>;

export function protectionOf({ threshold, ...order }: Ordered): Protection {
  const promised = guarantee(order);
  if (order.rate !== AUTO) checkRate(Number(order.rate));
  return threshold === undefined ? { kind: 'table', promised } : underThreshold(threshold, order);
}

function underThreshold(wanted: number | 'auto', order: Ordered): Protection {
  const { delta, unknownRows = 1 } = order;
  if (order.rate === AUTO)
    return refuse(
      'value_out_of_range',
      'With a threshold the rate must be a number, because a rate chosen from the data reveals something about them.',
    );
  if (unknownRows !== 1)
    return refuse(
      'flags_conflict',
      'A threshold already protects each person. Leave out the unknown rows, or name a unit.',
    );
  const [rate, epsilon] = [Number(order.rate), Number(order.epsilon)];
  const threshold = wanted === 'auto' ? thresholdFor({ rate, epsilon, delta }) : wanted;
  const reached = thresholdDelta({ rate, epsilon, threshold });
  if (!(reached <= delta))
    return refuse(
      'release_unsafe',
      `Threshold ${threshold} gives epsilon ${epsilon} at rate ${rate} only with delta ${reached}. Choose a higher threshold, or auto.`,
    );
  const cost = thresholdCost({ epsilon: rational.fromDecimal(String(order.epsilon)), delta: reached, rate });
  return { kind: 'threshold', threshold, cost };
}
