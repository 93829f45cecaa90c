/** Trade-off functions of a count, sampled and not, side by side at some chances of a false alarm. */
import type { PropertyQuery } from './property-query.ts';
import { propertyTradeOff } from './property-trade-off.ts';
import type { Sampling } from './sampling.ts';
import { missedAt, sampledTradeOff } from './trade-off.ts';

export interface TradeOffRow {
  readonly falsePositiveRate: number;
  readonly falseNegativeRate: { readonly unsampled: number; readonly bound: number | null; readonly exact: number };
}

/** The operator on trade-off functions is known for samples without replacement only. */
export function tradeOffRows(query: PropertyQuery, sampling: Sampling, rates: readonly number[]): TradeOffRow[] {
  const unsampled = propertyTradeOff(query, { kind: 'everything' });
  const exact = propertyTradeOff(query, sampling);
  const bound =
    sampling.kind === 'without-replacement'
      ? sampledTradeOff(propertyTradeOff({ ...query, entries: sampling.size }, { kind: 'everything' }), {
          size: sampling.size,
          entries: query.entries,
        })
      : undefined;
  return rates.map(falsePositiveRate => ({
    falsePositiveRate,
    falseNegativeRate: {
      unsampled: missedAt(unsampled, falsePositiveRate),
      bound: bound === undefined ? null : missedAt(bound, falsePositiveRate),
      exact: missedAt(exact, falsePositiveRate),
    },
  }));
}
