/** How far sampling will put answers off, before anything is drawn: from public numbers and guesses alone. */
import { toNumber } from '../numerics/index.ts';
import { chanceOf, type SamplingDesign } from '../plan/estimates/index.ts';
import {
  type CheckedAggregate,
  type CheckedPlan,
  type CheckedTable,
  type EngineStatistic,
  tablesOf,
} from '../plan/index.ts';

/** The chance of the units that are the least likely to be drawn: their group is released with the largest error. */
export function leastRate({ rate, strata }: SamplingDesign): number {
  if (rate === null) return 1;
  const least = strata.map(({ rates }) => Math.min(...rates.map(one => toNumber(one.rate, 'nearest'))));
  return toNumber(rate, 'nearest') * least.reduce((product, one) => product * one, 1);
}

/**
 * The standard error that sampling may give each total at most, where so many units are asked about; null where nothing
 * is drawn. Of a mean nothing is said: how few rows it is of, nobody knows. `units` is a public guess: good for a forecast, never
 * for an interval.
 */
export function expectedSamplingErrors(
  checked: CheckedPlan,
  sampling: SamplingDesign,
  units: number | undefined,
): Record<string, number> | null {
  if (!sampling.drawn) return null;
  const rate = sampling.rate === null ? null : leastRate(sampling);
  const drawn = sampling.unitsMost ?? (rate === null || units === undefined ? null : rate * units);
  if (drawn === null) return {};
  const left = sampling.strata.length > 0 ? 1 - (rate ?? 0) : (chanceOf(sampling, [])?.left ?? 1);
  const errors = checked.aggregates.flatMap(aggregate => {
    const error = errorOf(aggregate, checked, Math.sqrt(left * drawn));
    return error === null ? [] : [[aggregate.name, error / (rate ?? 1)]];
  });
  return Object.fromEntries(errors);
}

/**
 * The standard error that sampling will give, where public numbers tell it: how many units there are altogether, of which
 * everyone is asked about. What else there is depends on the data.
 */
export function likelySamplingErrors(
  checked: CheckedPlan,
  sampling: SamplingDesign,
  units: number | undefined,
): Record<string, number> {
  const error = likelyError(sampling, units);
  if (error === null || checked.grouping.kind !== 'none' || !tablesOf(checked.input).every(keepsEverybody)) return {};
  const counted = checked.aggregates.filter(
    ({ kind }) => kind === 'units' || (kind === 'count' && checked.rowsPerUnit === 1n),
  );
  return Object.fromEntries(counted.map(({ name }) => [name, error]));
}

/** Coins vary by their number; so many of publicly many do not vary; of a part only the rounding is not known. */
function likelyError({ drawn, rate, exactly, share }: SamplingDesign, units: number | undefined): number | null {
  if (!drawn || rate === null) return null;
  const coin = toNumber(rate, 'nearest');
  if (exactly !== undefined) return 0;
  if (share !== undefined) return Math.sqrt((1 - coin ** 2) / 12) / coin;
  return units === undefined ? null : Math.sqrt((units * (1 - coin)) / coin);
}

/** No unit is left out but by the chance of a draw. */
function keepsEverybody(table: CheckedTable): boolean {
  if (table.kind === 'sample' || table.kind === 'part')
    return table.membership.kind === 'interval' || table.membership.kind === 'smallest';
  return table.kind !== 'where' && table.kind !== 'unitJoin' && !(table.kind === 'join' && table.keep === 'matched');
}

/** Of the sample's total, where the number of units in it varies by `deviation`; null where that tells nothing. */
function errorOf(
  aggregate: CheckedAggregate,
  { statistics, rowsPerUnit }: CheckedPlan,
  deviation: number,
): number | null {
  switch (aggregate.kind) {
    case 'units':
      return deviation;
    case 'count':
    case 'countValues':
      return Number(rowsPerUnit) * deviation;
    case 'sum': {
      const { low, high, step } = statistics[aggregate.uses[0]] as Extract<EngineStatistic, { readonly low: bigint }>;
      const most = Number(rowsPerUnit) * Math.max(-Number(low), Number(high));
      return most * toNumber(step, 'nearest') * deviation;
    }
    default:
      return null;
  }
}
