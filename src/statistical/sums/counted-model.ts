/** Sums of entries that are multiples of a common step: Poisson counts, mixtures of values, columns of a table. */
import { latticeSum } from '../../accounting/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { type CountedLaw, countedEntries } from './counted-entries.ts';
import type { CountedDistribution } from './distribution.ts';
import { drawnWorld } from './drawn-world.ts';
import type { SumTable } from './table.ts';
import { onceWorld, type SumModel } from './world.ts';

export function countedModel(distribution: CountedDistribution, range: { lower: number; upper: number }): SumModel {
  const entries = countedEntries(distribution);
  const [lowest, ...higher] = entries.between(range);
  if (!(higher.length > 0))
    return refuse(
      'value_out_of_range',
      `The range from ${range.lower} to ${range.upper} must contain at least two values of the entries.`,
    );
  const values = [0, ...higher.map(value => value - lowest)];
  const reach = values[values.length - 1];
  return {
    values,
    logConcave: distribution.kind === 'poisson',
    sizeMin: 1,
    everything: count => onceWorld(1, sumOf(entries.law, count - 1, lowest), undefined, reach),
    subset: (size, rate) => onceWorld(rate, sumOf(entries.law, size - 1, lowest), sumOf(entries.law, size, 0), reach),
    coins(count, rate) {
      const law = withNothing(entries.law, rate);
      return onceWorld(rate, sumOf(law, count - 1, lowest), sumOf(law, count - 1, 0), reach);
    },
    draws: (count, draws) => drawnWorld(entries.law, { entries: count, draws, lowest, reach }),
  };
}

/** The law of the sum of so many entries, and of one more that has a given value. */
function sumOf(law: CountedLaw, count: number, value: number): SumTable {
  const sum = latticeSum(law, count);
  if (sum === undefined)
    return refuse(
      'value_out_of_range',
      'The sum takes too many values. Round the entries to a coarser step, or use fewer entries.',
    );
  return {
    first: sum.first + value,
    masses: sum.masses,
    slopes: undefined,
    bend: 0,
    noise: sum.error + count * law.error,
  };
}

/** An entry that counts with some chance, and is nothing otherwise. */
function withNothing({ first, masses, error }: CountedLaw, rate: number): CountedLaw {
  const from = Math.min(first, 0);
  const to = Math.max(first + masses.length - 1, 0);
  const drawn = new Float64Array(to - from + 1);
  masses.forEach((mass, i) => {
    drawn[first - from + i] = rate * mass;
  });
  drawn[-from] += 1 - rate;
  return { first: from, masses: drawn, error: error + 2 ** -52 };
}
