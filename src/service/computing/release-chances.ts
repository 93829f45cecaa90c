/** How often a random sample of a table with such counts breaks its promise: in all, and value by value. */
import { countsOf, exactRate, failureChance, guarantee, mostShown } from '../../release/index.ts';

export interface ChancesAsked extends Readonly<Parameters<typeof guarantee>[0]> {
  readonly counts: readonly number[];
  readonly rates: readonly number[];
}

export function releaseChancesOf({ counts, rates, ...input }: ChancesAsked) {
  const promised = guarantee(input);
  const table = countsOf(counts);
  const delta = failureChance(table, promised);
  const eachDelta = counts.map(count => failureChance(countsOf([count]), promised));
  return {
    exactRate: exactRate(table, promised),
    rates: rates.map(rate => ({ rate, delta: delta(rate), byValue: eachDelta.map(at => at(rate)) })),
    most: counts.map(count => mostShown(count, promised)),
  };
}
