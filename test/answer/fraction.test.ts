/** A fraction of n people is a whole number of them: what rounding leaves open is in the interval, and nothing tells n. */
import { expect, test } from 'vitest';
import type { Estimate } from '../../src/plan/estimates/index.ts';
import { fraction } from '../../src/query/index.ts';
import type { Visit } from '../support/clinic.ts';
import { CLEARLY, type Clinical, inTheClinic, policy } from '../support/sampled-clinic.ts';

const people = (number: number): Visit[] =>
  Array.from({ length: number }, (_, i) => ({ patient: `p${i}`, ward: 'A', age: 40, town: 'Ulm', cost: 10 }));

const asked = <T>(number: number, work: (data: Clinical) => Promise<T>, changes: object = {}): Promise<T> =>
  inTheClinic(async (data, clinic) => {
    clinic.fill(people(number));
    return work(data);
  }, changes);

const unitsOf = async (data: Clinical, rate: number, name: string): Promise<Estimate> =>
  (await data.table('visits').sample(fraction(rate), { name }).units().ask(CLEARLY)).rows[0].values.units as Estimate;

test('a tenth of a secret number of people: every number that it may be a tenth of', async () => {
  const seen = new Set<string>();
  for (const number of [90, 95, 99]) {
    const released = await asked(number, data => unitsOf(data, 0.1, 'tenth'));
    expect(released.interval95[0]).toBeLessThanOrEqual(90);
    expect(released.interval95[1]).toBeGreaterThanOrEqual(99);
    expect(released.interval95[1]).toBeLessThan(110);
    expect(released.standardError).toBeGreaterThan(1);
    seen.add(JSON.stringify(released));
  }
  // noise is nothing here: which of the ten it is must not be seen
  expect(seen.size).toBe(1);
});

test('a tenth of a public number is scaled by what it is', async () => {
  const visits = { ...policy.tables.visits, size: 'public', neighbours: 'replace-one' };
  const released = await asked(99, data => unitsOf(data, 0.1, 'tenth'), { tables: { visits } });
  // nine of nine: the others may be out of the question
  expect(released).toMatchObject({ estimate: 99, interval95: [expect.any(Number), 99] });
});

test('sums too', async () => {
  for (const number of [90, 99]) {
    const { rows } = await asked(number, data =>
      data.table('visits').sample(fraction(0.1), { name: 'tenth' }).sum('cost').ask(CLEARLY),
    );
    const [low, high] = (rows[0].values.sum_cost as Estimate).interval95;
    expect(low).toBeLessThanOrEqual(900);
    expect(high).toBeGreaterThanOrEqual(990);
  }
});
