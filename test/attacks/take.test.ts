/**
 * The attack on PINQ's `Take` ([EAS16], Algorithm 3): a transformation that is charged like a filter, though one person more
 * may push another one out. Repeated, it tells for certain who is in the data.
 */
import { describe, expect, test } from 'vitest';
import { price } from '../../src/accounting/index.ts';
import { laplaceNoise } from '../../src/noise/calibration.ts';
import { noiseSource } from '../../src/noise/index.ts';
import { rational } from '../../src/numerics/index.ts';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import type { Cost } from '../../src/vocabulary/index.ts';
import { spentOf, type Visit, withData } from '../support/clinic.ts';

const EPSILON = 0.01;
const ROUNDS = 1000;

describe('the listing', () => {
  /** Whoever is 7 stays alone in its part, or makes room for a stranger in every round. */
  const afterRounds = (people: readonly number[]): number => {
    let data = [...people];
    for (let round = 0; round < ROUNDS; round++) {
      const stranger = 999 + round / 10_000;
      const [first] = [...data.filter(person => person === 7), stranger];
      data = [first, ...data.filter(person => person !== 7)];
    }
    return data.length;
  };

  /** What a question after so many rounds costs the data, when `take` costs what it is said to. */
  const charged = (rounds: number, take: (following: Cost) => Cost): number => {
    let cost: Cost = { epsilon: EPSILON, replace: 2 * EPSILON };
    for (let round = 0; round < rounds; round++) cost = price({ operator: 'partition', costs: [take(cost), cost] });
    return cost.epsilon;
  };
  const asFilter = (following: Cost): Cost => following;
  const correctly = (cost: Cost): Cost => price({ operator: 'take', size: 1, cost });

  test('charged like a filter it costs 0.01 and shows for certain whether 7 is there', () => {
    const below = uniform(reproducibleEntropy(7));
    const draw = noiseSource(below, laplaceNoise(1n, rational.fromDecimal(String(EPSILON))));
    const without = [1, 2, 3, 4, 5, 6, 8, 9, 10];
    const released = [without, [...without, 7]].map(people => afterRounds(people) + Number(draw()));
    expect(charged(ROUNDS, asFilter)).toBeCloseTo(EPSILON, 10);
    // noise of scale 100 is below 500 but for one time in 150
    expect(released[0]).toBeGreaterThan(500);
    expect(released[1]).toBeLessThan(500);
  });

  test('charged correctly every round costs more than the one before, and twelve exhaust a budget of 1', () => {
    const costs = Array.from({ length: 12 }, (_, rounds) => charged(rounds + 1, correctly));
    for (const [round, cost] of costs.entries()) expect(cost).toBeGreaterThan(round === 0 ? EPSILON : costs[round - 1]);
    expect(costs[11]).toBeGreaterThan(1);
  });
});

const policy = {
  source: { engine: 'duckdb', path: 'visits.csv' },
  tables: {
    visits: {
      unit: 'patient',
      rowsPerUnit: 1,
      columns: {
        age: { type: 'integer', min: 0, max: 120, perUnit: true },
        ward: { type: 'category', values: ['A', 'B', 'C'], perUnit: true },
      },
    },
  },
  budget: { epsilon: 1 },
  ledger: 'sqlite:visits.ledger',
} as const satisfies PolicyInput;

const others: readonly Visit[] = Array.from({ length: 20 }, (_, i) => ({ patient: `p${i}`, age: 30 + i, ward: 'B' }));
const target: Visit = { patient: 'target', age: 20, ward: 'A' };
const FIRST_BY_GROUP = 'SELECT ward, count(*) FROM (SELECT * FROM visits ORDER BY age LIMIT 1) x GROUP BY ward';

test('a grouped count of the first person moves by two when a younger one comes: it is charged as a replacement', async () => {
  const answers = await withData(async data => (await data.sql(FIRST_BY_GROUP)).ask({ epsilon: 0.1 }), policy, [
    ...others,
    target,
  ]);
  expect(answers.charged.epsilon).toBeCloseTo(0.1, 9);
  // PINQ would allow 0.1 inside, and move the odds of the two wards by 0.2 together
  expect(answers.inner.epsilon).toBeCloseTo(0.05, 9);
});

test('asked again and again, every round is charged, until nothing is left', () =>
  withData(
    async data => {
      const question = await data.sql(FIRST_BY_GROUP);
      for (let round = 0; round < 10; round++) {
        const { charged } = await question.ask({ epsilon: 0.1, fresh: true });
        expect(charged.epsilon).toBeCloseTo(0.1, 9);
      }
      await expect(question.ask({ epsilon: 0.1, fresh: true })).rejects.toMatchObject({ code: 'budget_exhausted' });
      expect(await spentOf(data)).toBeLessThanOrEqual(1);
    },
    policy,
    [...others, target],
  ));

test('with ties the order of ids decides, whatever the order of the file', async () => {
  const twins: readonly Visit[] = ['c', 'a', 'b'].map((patient, i) => ({ patient, age: 40, ward: 'ABC'[i] }));
  for (const visits of [twins, [...twins].reverse()])
    await withData(
      async data => {
        const { rows } = await (await data.sql(FIRST_BY_GROUP)).ask({ epsilon: 400 });
        const counts = Object.fromEntries(
          rows.map(({ key, values }) => [String(key.ward), 'estimate' in values.count ? values.count.estimate : null]),
        );
        expect(counts).toEqual({ A: 0, B: 1, C: 0, null: 0 });
      },
      { ...policy, budget: { epsilon: 1000 } },
      visits,
    );
});
