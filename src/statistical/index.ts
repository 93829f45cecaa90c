/**
 * Statistical privacy: what an exact answer, without any noise, tells an adversary who knows only the distribution of the
 * entries. Exact values beside the paper's bounds. This notion does not compose: it speaks of one answer.
 */
export { independentDelta, type SampledProperty } from './independent-queries.ts';
export { mixedDelta } from './mixed-entries.ts';
export { othersOf } from './others.ts';
export { type PropertyDelta, type PropertyVerdict, propertyDelta } from './property-delta.ts';
export type { PropertyQuery } from './property-query.ts';
export { propertyTradeOff } from './property-trade-off.ts';
export { samplability } from './samplability.ts';
export type { Sampling } from './sampling.ts';
export type { EntryDistribution, WeighedValue } from './sums/distribution.ts';
export { type SumVerdict, sumDelta } from './sums/sum-delta.ts';
export type { SumQuery } from './sums/sum-query.ts';
export { missedAt, missedByCurve, type TradeOff } from './trade-off.ts';
export { type TradeOffRow, tradeOffRows } from './trade-off-rows.ts';
