/** How far the noise of a question puts its values off, before any data are read. */
import { toNumber } from '../numerics/index.ts';
import { type PricedMechanism, placesOf } from '../plan/costs/index.ts';
import { nothingDrawn, type SamplingDesign } from '../plan/estimates/index.ts';
import type { CheckedPlan } from '../plan/index.ts';
import { leastRate } from './sampling-errors.ts';
import { noiseOf } from './selection.ts';

/** The standard error that noise alone will give each aggregate of one statistic; ratios depend on the data. */
export function expectedErrors(
  checked: CheckedPlan,
  mechanisms: readonly PricedMechanism[],
  sampling: SamplingDesign = nothingDrawn,
): Record<string, number> {
  const errors: Record<string, number> = {};
  const deviationOf = (place: number): number | undefined => {
    const priced = mechanisms.find(({ mechanism }) => !('drawing' in mechanism) && placesOf(mechanism).includes(place));
    return priced && Math.sqrt(noiseOf(priced).variance) / Number(checked.statistics[place].resolution);
  };
  for (const aggregate of checked.aggregates) {
    const { uses } = aggregate;
    // bounds are off by whole ranges, which depends on the data
    if (aggregate.kind === 'bounds') continue;
    const factors = 'factors' in aggregate ? aggregate.factors?.map(each => toNumber(each, 'nearest')) : undefined;
    const deviations = uses.flatMap((place, i) => (deviationOf(place) ?? Number.NaN) * (factors?.[i] ?? 1));
    const deviation = Math.hypot(...deviations);
    if (Number.isNaN(deviation) || (uses.length > 1 && factors === undefined)) continue;
    const step = aggregate.kind === 'sum' ? toNumber(aggregate.step, 'nearest') : 1;
    errors[aggregate.name] = (deviation * step) / leastRate(sampling);
  }
  return errors;
}
