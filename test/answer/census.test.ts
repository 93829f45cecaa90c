/** Private marginals of published data: the errors are those that `explain` foretells without reading any of it. */
import { describe, expect, test } from 'vitest';
import type { Data } from '../../src/answer.ts';
import type { Estimate } from '../../src/plan/estimates/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { adults, type Census, californians, type Person } from '../support/census.ts';
import { ask, withData } from '../support/clinic.ts';

const EPSILON = { epsilon: 0.5 };

/** How far each cell of a marginal is off, in the standard errors that were foretold. */
async function errors(data: Data<PolicyInput>, people: readonly Person[], keys: readonly string[]): Promise<number[]> {
  const names = keys.map(name => `"${name}"`).join(', ');
  const sql = `SELECT ${names}, count(*) AS n FROM people GROUP BY ${names}`;
  const { n: expected } = (await data.sql(sql)).explain(EPSILON).error.noise;
  const { rows } = await ask(data, sql, EPSILON);
  const shown = new Set(rows.map(({ key }) => keys.map(name => String(key[name])).join()));
  const truth = new Map<string, number>();
  for (const person of people) {
    const cell = keys.map(name => String(person[name])).join();
    // what the policy does not list is null
    const known = shown.has(cell) ? cell : keys.map(name => (person[name] === '?' ? 'null' : person[name])).join();
    truth.set(known, (truth.get(known) ?? 0) + 1);
  }
  expect([...truth.keys()].filter(cell => !shown.has(cell))).toEqual([]);
  return rows.map(({ key, values }) => {
    const { estimate, standardError } = values.n as Estimate;
    expect(standardError).toBe(expected);
    return (estimate - (truth.get(keys.map(name => String(key[name])).join()) ?? 0)) / expected;
  });
}

/** Of hundreds of cells: as large as foretold on the whole, and few beyond four standard errors. */
function expectAsExplained(found: readonly number[]): void {
  expect(found.length).toBeGreaterThan(600);
  const square = found.reduce((sum, error) => sum + error ** 2, 0) / found.length;
  expect(Math.sqrt(square)).toBeGreaterThan(0.75);
  expect(Math.sqrt(square)).toBeLessThan(1.35);
  expect(found.filter(error => Math.abs(error) > 4).length).toBeLessThan(found.length / 50);
}

const onCensus = (name: string, found: Census, work: (census: Census, data: Data<PolicyInput>) => Promise<void>) =>
  test(name, () => withData(data => work(found, data), found.policy));

describe('marginals are as far off as foretold', () => {
  const marginals = async ({ people }: Census, data: Data<PolicyInput>, keys: readonly string[][]) => {
    const found: number[] = [];
    for (const key of keys) found.push(...(await errors(data, people, key)));
    expectAsExplained(found);
  };

  onCensus('adults', adults(), (census, data) =>
    marginals(census, data, [
      ['workclass'],
      ['education'],
      ['income'],
      ['race', 'sex'],
      ['education', 'occupation'],
      ['workclass', 'race', 'sex', 'income'],
    ]),
  );

  onCensus('californians', californians(), (census, data) =>
    marginals(census, data, [
      ['educ'],
      ['race'],
      ['married', 'sex'],
      ['educ', 'race', 'married'],
      ['age', 'sex', 'married'],
    ]),
  );
});

describe('sums and means lie where they say', () => {
  const clamped = (people: readonly Person[], name: string, most: number): number[] =>
    people.map(person => Math.min(Math.max(Number(person[name]), 0), most));
  const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

  onCensus('hours of adults', adults(), async ({ people }, data) => {
    const hours = clamped(people, 'hours-per-week', 80);
    const sql = 'SELECT sum("hours-per-week") AS total, avg("hours-per-week") AS mean FROM people';
    const [{ values }] = (await ask(data, sql, { epsilon: 1 })).rows;
    within(values.total as Estimate, total(hours));
    within(values.mean as Estimate, total(hours) / hours.length);
  });

  onCensus('incomes of Californians', californians(), async ({ people }, data) => {
    const incomes = clamped(people, 'income', 200_000);
    const sql = 'SELECT sum(income) AS total, avg(income) AS mean FROM people';
    const [{ values }] = (await ask(data, sql, { epsilon: 1 })).rows;
    within(values.total as Estimate, total(incomes));
    within(values.mean as Estimate, total(incomes) / incomes.length);
  });

  /** Fifteen standard errors of Laplace noise happen less than once in 1,000,000,000; a wrong unit is a thousand off. */
  function within({ estimate, standardError }: Estimate, truth: number): void {
    expect(Math.abs(estimate - truth)).toBeLessThan(15 * standardError);
    expect(standardError).toBeLessThan(truth / 100);
  }
});
