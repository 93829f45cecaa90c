/** Means from both ends of their range beside those from centred sums: how far they err at the same epsilon, and whether their intervals hold. */
import { describe, expect, test } from 'vitest';
import { amounts } from '../../src/amounts/index.ts';
import { releaserOf } from '../../src/answer/releaser.ts';
import { noiseFor } from '../../src/noise/index.ts';
import { placesOf, sharesOf } from '../../src/plan/costs/index.ts';
import { type Aggregate, type CheckedPlan, check, type Grouping } from '../../src/plan/index.ts';
import { meaning } from '../../src/plan/meaning.ts';
import type { SharingRules } from '../../src/plan/operators/index.ts';
import type { RawRow } from '../../src/plan/operators/operator.ts';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { definePolicy, loadPolicy } from '../../src/source/index.ts';
import { by, column, plan, scan } from '../support/plan-builders.ts';

const MOST = 120;
const columns = {
  age: { type: 'integer', min: 0, max: MOST },
  ward: { type: 'category', values: ['A', 'B'] },
} as const;
const policy = await loadPolicy(
  definePolicy({
    source: { engine: 'duckdb', path: 'none.duckdb' },
    tables: { people: { columns }, visits: { unit: 'id', rowsPerUnit: 3, columns } },
    budget: { epsilon: 1 },
    ledger: 'sqlite:none.ledger',
  }),
);
const mean: Aggregate = { kind: 'mean', name: 'mean', of: column('age') };
const sum: Aggregate = { kind: 'sum', name: 'sum', of: column('age') };

interface Asked {
  readonly rows: readonly RawRow[];
  readonly epsilon: string;
  readonly means?: SharingRules['means'];
  readonly table?: 'people' | 'visits';
  readonly grouping?: Grouping;
  readonly aggregates?: readonly Aggregate[];
}

/** What there is in the rows, once for all the epsilons that they are asked with. */
const answers = new WeakMap<readonly RawRow[], Map<string, ReturnType<typeof meaning>>>();

function exactAnswer(checked: CheckedPlan, table: string, rows: readonly RawRow[], question: string) {
  const known = answers.get(rows) ?? new Map<string, ReturnType<typeof meaning>>();
  answers.set(rows, known);
  const groups = known.get(question) ?? meaning(checked, { [table]: rows }, '5a'.repeat(32));
  known.set(question, groups);
  return groups;
}

function asked({ rows, epsilon, means, table = 'people', grouping, aggregates = [mean] }: Asked) {
  const checked = check(plan(scan(table), aggregates, grouping), policy, means);
  const priced = sharesOf(checked, { epsilon: amounts.written(epsilon), delta: 0 });
  const groups = exactAnswer(checked, table, rows, JSON.stringify([means, table, grouping, aggregates]));
  const { release } = releaserOf(checked, priced, uniform(reproducibleEntropy(rows.length)));
  return { checked, priced, tell: () => release(groups).map(({ values }) => values) };
}

/** The standard deviation of a mean of so many rows, by the law of its noise and the slopes of the mean. */
function deviationByLaw({ checked, priced }: ReturnType<typeof asked>, rows: number, truth: number): number {
  const [aggregate] = checked.aggregates;
  if (aggregate.kind !== 'mean') throw new Error('a mean');
  const part = truth / MOST;
  const slopes = 'from' in aggregate ? [1 - part, part] : [1, truth - Number(aggregate.of.centre)];
  const variances = aggregate.uses.map((place, i) => {
    const own = priced.find(({ mechanism }) => placesOf(mechanism).includes(place));
    if (own === undefined) throw new Error('released');
    return slopes[i] ** 2 * noiseFor(own).variance;
  });
  return Math.sqrt(variances.reduce((total, variance) => total + variance, 0)) / rows;
}

const COLUMNS = {
  uniform: (i: number, rows: number) => Math.floor(((i + 0.5) / rows) * (MOST + 1)),
  skewed: (i: number, rows: number) => Math.min(MOST, Math.floor(-10 * Math.log(1 - (i + 0.5) / rows))),
};

const errorsOf = (tell: () => readonly Record<string, unknown>[], truth: number, runs: number): number => {
  let squares = 0;
  for (let run = 0; run < runs; run++) {
    const { estimate } = tell()[0].mean as { estimate: number | null };
    // what is not told errs as far as the middle of the range
    squares += ((estimate ?? MOST / 2) - truth) ** 2 / runs;
  }
  return Math.sqrt(squares);
};

describe.each(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])('a %s column', kind => {
  describe.each([100, 1000, 100_000])('%d rows', number => {
    const rows = Array.from({ length: number }, (_, i) => ({ age: BigInt(COLUMNS[kind](i, number)), ward: 'A' }));

    test.each(['0.1', '1'])('at epsilon %s: the root mean square is lower', epsilon => {
      const truth = rows.reduce((total, { age }) => total + Number(age), 0) / number;
      const ways = (['best', 'centred'] as const).map(means => asked({ rows, epsilon, means }));
      const [best, centred] = ways.map(way => deviationByLaw(way, number, truth));
      expect(centred / best).toBeCloseTo(Math.SQRT2, 1);
      const [found, before] = ways.map(({ tell }) => errorsOf(tell, truth, 3000));
      // by noise alone, where it is small beside the rows
      if (number * Number(epsilon) >= 100) {
        expect(found / best).toBeCloseTo(1, 1);
        expect(before / found).toBeGreaterThan(1.3);
      } else expect(before / found).toBeGreaterThan(0.98);
    });
  });
});

describe('intervals hold 95 times in 100', () => {
  const RUNS = 2000;
  const crowded = Array.from({ length: 400 }, (_, i) =>
    Array.from({ length: i % 5 === 0 ? 12 : 1 }, (__, j) => ({
      id: `p${i}`,
      age: BigInt((i * 37 + j * 11) % (MOST + 1)),
      ward: (i + j) % 7 === 0 ? 'B' : 'A',
    })),
  ).flat();
  const skewed = Array.from({ length: 500 }, (_, i) => ({
    id: `p${i}`,
    age: BigInt(COLUMNS.skewed(i, 500)),
    ward: i % 17 === 0 ? 'B' : 'A',
  }));
  const cases: readonly [string, Asked, Grouping?][] = [
    ['crowded people', { rows: crowded, epsilon: '0.5', table: 'visits' }],
    ['crowded people by group', { rows: crowded, epsilon: '1', table: 'visits', grouping: by('ward') }],
    ['a skewed column', { rows: skewed, epsilon: '0.3' }],
    ['a small group', { rows: skewed, epsilon: '1', grouping: by('ward') }],
    ['sums beside means', { rows: skewed, epsilon: '0.5', aggregates: [mean, sum] }],
    [
      'sums beside variances',
      { rows: skewed, epsilon: '0.5', aggregates: [sum, { kind: 'variance', name: 'variance', of: column('age') }] },
    ],
  ];

  test.each(cases)('%s', (_name, question) => {
    const exactly = asked({ ...question, epsilon: '1000000000' }).tell();
    const { tell } = asked(question);
    const held = new Map<string, number>();
    for (let run = 0; run < RUNS; run++)
      for (const [group, values] of tell().entries())
        for (const name of ['mean', 'sum']) {
          const [told, truth] = [values[name], exactly[group][name]];
          if (told === undefined || !('interval95' in told && 'estimate' in truth)) continue;
          const [low, high] = told.interval95 ?? [0, 0];
          const isHeld = low <= Number(truth.estimate) + 1e-6 && high >= Number(truth.estimate) - 1e-6;
          held.set(`${group} ${name}`, (held.get(`${group} ${name}`) ?? 0) + (isHeld ? 1 : 0));
        }
    expect(held.size).toBeGreaterThan(0);
    for (const [where, times] of held) {
      expect([where, times / RUNS > 0.93]).toEqual([where, true]);
      expect([where, times / RUNS < 0.97]).toEqual([where, true]);
    }
  });
});
