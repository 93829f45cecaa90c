/** Questions answered again and again, each time of another sample and with other noise, without an engine. */

import { amounts } from '../../src/amounts/index.ts';
import { releaserOf } from '../../src/answer/releaser.ts';
import { sharesOf } from '../../src/plan/costs/index.ts';
import { type SamplingDesign, samplingOf } from '../../src/plan/estimates/index.ts';
import type { ValueCount } from '../../src/plan/expressions/index.ts';
import { type Aggregate, type CheckedPlan, check, type GroupResult, type PlanTable } from '../../src/plan/index.ts';
import { meaning } from '../../src/plan/meaning.ts';
import type { EstimatedAggregate } from '../../src/plan/operators/aggregates/aggregates.ts';
import { estimate, type SampleScheme } from '../../src/plan/operators/index.ts';
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
  /** What the estimates suppose instead of the truth. */
  readonly belief?: (sampling: SamplingDesign) => SamplingDesign;
}

export const sampled = (scheme: SampleScheme, input: PlanTable = scan('visits')): PlanTable => ({
  kind: 'sample',
  input,
  scheme,
  name: null,
});

/** One more answer from one more sample, for a question without groups. */
export function sampledReleaser(question: SampledQuestion) {
  const { policy, people, scheme, aggregates, epsilon, delta = 0, size, interval, seed, belief = x => x } = question;
  const asked = (input: PlanTable, means?: 'best') =>
    check({ ...plan(input, aggregates), ...(interval && { interval: { share: interval } }) }, policy, means);
  const checked = asked(sampled(scheme));
  const mechanisms = sharesOf(checked, { epsilon: amounts.written(epsilon), delta });
  const entropy = reproducibleEntropy(seed);
  const releaser = releaserOf(checked, mechanisms, uniform(entropy), belief(samplingOf(checked, size)));
  // the rule by which no more sums are joint where nobody was drawn
  const undrawn = asked(scan('visits'), 'best');
  const kindsOf = ({ statistics }: CheckedPlan): string => statistics.map(({ kind }) => kind).join();
  if (kindsOf(checked) !== kindsOf(undrawn)) throw new Error('A sample and everybody are asked for other statistics.');
  const everybody = people.map((_, person) => person);
  const together = totalsOf(
    checked,
    people.map(visits => meaning(undrawn, { visits }, '5a'.repeat(32))[0].results),
  );
  return {
    checked,
    release: () => releaser.release([{ key: [], results: together(drawn(checked, everybody, entropy)) }])[0].values,
    /** Of everybody, without noise. */
    whole: together(everybody),
  };
}

type Results = GroupResult['results'];

/** Who is drawn: coins of 32 bits, or a reservoir. */
function drawn(checked: CheckedPlan, everybody: readonly number[], entropy: Entropy): readonly number[] {
  if (checked.input.kind !== 'sample') return everybody;
  const { membership } = checked.input;
  if (membership.kind === 'interval') {
    const threshold = Number(membership.to >> 32n);
    return everybody.filter(() => entropy.word() < threshold);
  }
  if (membership.kind !== 'smallest') return everybody;
  const { number } = membership;
  const part =
    'size' in number ? number.size : (number.rate.numerator * BigInt(everybody.length)) / number.rate.denominator;
  return reservoir(uniform(entropy), { size: Number(part) }, everybody);
}

/** What those who were drawn add up to, in each statistic. */
function totalsOf({ statistics }: CheckedPlan, added: readonly Results[]): (people: readonly number[]) => Results {
  const totals = statistics.map(({ kind }, place) =>
    kind === 'values' ? valuesTogether(added, place) : sumsTogether(added.map(results => results[place] as bigint)),
  );
  return people => totals.map(total => total(people));
}

/** Sums of whole numbers that doubles hold exactly are taken in doubles: there are thousands of them in every run. */
function sumsTogether(each: readonly bigint[]): (people: readonly number[]) => bigint {
  const reach = each.reduce((sum, value) => sum + (value < 0n ? -value : value), 0n);
  if (reach > Number.MAX_SAFE_INTEGER) return people => people.reduce((sum, person) => sum + each[person], 0n);
  const doubles = Float64Array.from(each, Number);
  return people => {
    let sum = 0;
    for (const person of people) sum += doubles[person];
    return BigInt(sum);
  };
}

const valuesTogether = (added: readonly Results[], place: number) => (people: readonly number[]) => {
  const rows = new Map<bigint, bigint>();
  for (const person of people)
    for (const tally of added[person][place] as readonly ValueCount[])
      rows.set(tally.value, (rows.get(tally.value) ?? 0n) + tally.rows);
  return [...rows].map(([value, count]) => ({ value, rows: count })).sort((a, b) => (a.value < b.value ? -1 : 1));
};

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
