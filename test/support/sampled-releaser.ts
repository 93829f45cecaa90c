/** Questions told again and again, each time of another sample and with other noise, without an engine. */

import { amounts } from '../../src/amounts/index.ts';
import { releaserOf } from '../../src/answer/releaser.ts';
import {
  type Aggregate,
  type CheckedPlan,
  check,
  estimate,
  type GroupResult,
  type PlanTable,
  type SampleScheme,
  type SamplingDesign,
  samplingOf,
  sharesOf,
  type ValueCount,
} from '../../src/plan/index.ts';
import { meaning } from '../../src/plan/meaning.ts';
import type { EstimatedAggregate } from '../../src/plan/operators/aggregates/aggregates.ts';
import type { RawRow } from '../../src/plan/operators/operator.ts';
import { type Entropy, reproducibleEntropy, reservoir, uniform } from '../../src/random/index.ts';
import { definePolicy, loadPolicy } from '../../src/source/index.ts';
import { plan, scan } from './plan-builders.ts';

/** People of at most so many visits each. */
export const practice = (rowsPerUnit: number) =>
  loadPolicy(
    definePolicy({
      source: { engine: 'duckdb', path: 'visits.parquet' },
      tables: {
        visits: {
          unit: 'patient',
          rowsPerUnit,
          columns: {
            cost: { type: 'integer', min: 0, max: 1000 },
            change: { type: 'integer', min: -50, max: 50 },
            ward: { type: 'category', values: ['A', 'B', 'C'], perUnit: true },
          },
        },
      },
      budget: { epsilon: 2 },
      ledger: 'sqlite:visits.ledger',
    }),
  );

export interface SampledQuestion {
  readonly policy: Awaited<ReturnType<typeof practice>>;
  /** The rows of each person. */
  readonly people: readonly (readonly RawRow[])[];
  readonly scheme: SampleScheme;
  readonly aggregates: readonly Aggregate[];
  /** What may be spent in the sample. */
  readonly epsilon: string;
  readonly delta?: number;
  /** The number of people, where it is public. */
  readonly size?: number;
  /** The share of epsilon that buys tight intervals. */
  readonly interval?: string;
  readonly seed: number;
  /** What the teller is made to believe instead of the truth. */
  readonly belief?: (sampling: SamplingDesign) => SamplingDesign;
}

export const sampled = (scheme: SampleScheme, input: PlanTable = scan('visits')): PlanTable => ({
  kind: 'sample',
  input,
  scheme,
  name: null,
});

/** One more telling of one more sample, for a question without groups. */
export function sampledReleaser(question: SampledQuestion) {
  const { policy, people, scheme, aggregates, epsilon, delta = 0, size, interval, seed, belief = x => x } = question;
  const asked = (input: PlanTable) =>
    check({ ...plan(input, aggregates), ...(interval && { interval: { share: interval } }) }, policy);
  const checked = asked(sampled(scheme));
  const mechanisms = sharesOf(checked, { epsilon: amounts.written(epsilon), delta });
  const entropy = reproducibleEntropy(seed);
  const releaser = releaserOf(checked, mechanisms, uniform(entropy), belief(samplingOf(checked, size)));
  const undrawn = asked(scan('visits'));
  const added = people.map(visits => meaning(undrawn, { visits }, '5a'.repeat(32))[0].results);
  return {
    checked,
    release: () =>
      releaser.release([{ key: [], results: together(checked, drawn(checked, added, entropy)) }])[0].values,
    /** Of everybody, without noise. */
    whole: together(checked, added),
  };
}

type Results = GroupResult['results'];

/** Who is drawn: coins of 32 bits, or a reservoir. */
function drawn(checked: CheckedPlan, added: readonly Results[], entropy: Entropy): readonly Results[] {
  if (checked.input.kind !== 'sample') return added;
  const { membership } = checked.input;
  if (membership.kind === 'interval') {
    const threshold = Number(membership.to >> 32n);
    return added.filter(() => entropy.word() < threshold);
  }
  if (membership.kind !== 'smallest') return added;
  const { number } = membership;
  const part =
    'size' in number ? number.size : (number.rate.numerator * BigInt(added.length)) / number.rate.denominator;
  return reservoir(uniform(entropy), { size: Number(part) }, added);
}

function together({ statistics }: CheckedPlan, people: readonly Results[]): Results {
  return statistics.map(({ kind }, place) => {
    if (kind !== 'values') return people.reduce((sum, results) => sum + (results[place] as bigint), 0n);
    const rows = new Map<bigint, bigint>();
    for (const results of people)
      for (const tally of results[place] as readonly ValueCount[])
        rows.set(tally.value, (rows.get(tally.value) ?? 0n) + tally.rows);
    return [...rows].map(([value, count]) => ({ value, rows: count })).sort((a, b) => (a.value < b.value ? -1 : 1));
  });
}

/** What there is to be told, of one number. */
export function truthOf({ aggregates, statistics }: CheckedPlan, whole: Results, name: string): number {
  const aggregate = aggregates.find(one => one.name === name) as EstimatedAggregate;
  const exact = aggregate.uses.map(place => ({
    value: Number(whole[place]) / Number(statistics[place].resolution),
    variance: 0,
    halfWidth: 0,
  }));
  return estimate(aggregate, exact).estimate ?? Number.NaN;
}
