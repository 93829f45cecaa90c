/** Where there is nothing to average, no average is told; and what is told of dates is a date. */
import { expect, test } from 'vitest';
import type { Estimate } from '../../src/plan/estimates/index.ts';
import { ask, clinicPolicy, type Visit, withData } from '../support/clinic.ts';

/** Two hundred in A, one in B, nobody in C. */
const visits: readonly Visit[] = [
  ...Array.from({ length: 200 }, (_, i) => ({ patient: `a${i}`, ward: 'A', cost: 20 + (i % 11), seen: '2024-02-29' })),
  { patient: 'b', ward: 'B', cost: 90, seen: '2024-02-29' },
];
const byWard = (what: string, epsilon: number, more = '') =>
  withData(
    async data => {
      const { rows } = await ask(data, `SELECT ward, ${what} FROM visits GROUP BY ward ${more}`, { epsilon });
      return Object.fromEntries(rows.map(({ key, values }) => [String(key.ward), Object.values(values)]));
    },
    { ...clinicPolicy, budget: { epsilon: 1e9, delta: 0 } },
    visits,
  );

/** So much that noise is nothing: with less an empty group is told of in up to one of forty answers, as its interval says. */
const CLEARLY = 1e7;

test.each([
  ['avg(cost)', [0, 100]],
  ['variance(cost)', [0, 5000]],
])('%s of a group that may be empty is only known to be possible', async (what, interval95) => {
  const { A, C } = await byWard(what, CLEARLY);
  expect(A[0]).toHaveProperty('estimate', expect.any(Number));
  expect(C[0]).toEqual({ estimate: null, standardError: null, interval95, reason: 'too_few' });
});

test('a variance needs more than one row, and a mean does not', async () => {
  const { B: means } = await byWard('avg(cost)', CLEARLY);
  expect((means[0] as Estimate).estimate).toBeCloseTo(90, 0);
  const { B: variances } = await byWard('variance(cost)', CLEARLY);
  expect(variances[0]).toHaveProperty('reason', 'too_few');
});

test('a median is left out only by a count that is bought', async () => {
  const alone = await byWard('median(seen)', 1e4);
  expect(alone.C[0]).toHaveProperty('estimate', expect.stringMatching(/^\d{4}-\d\d-\d\d$/));
  const counted = await byWard('count(*), median(seen)', 1e4);
  expect(counted.C[1]).toMatchObject({ estimate: null, reason: 'too_few' });
  expect(counted.A[1]).toMatchObject({ estimate: '2024-02-29' });
});

test('medians of dates are compared with dates, and with nothing else', async () => {
  const asked = (having: string) => byWard(`count(*), median(seen)`, 1e4, `HAVING ${having}`);
  expect(Object.keys(await asked(`median(seen) > '2024-01-01'`))).toContain('A');
  expect(Object.keys(await asked(`median(seen) < '2024-01-01'`))).not.toContain('A');
  await expect(asked('median(seen) > 5')).rejects.toMatchObject({ code: 'type_mismatch' });
});

/** Nothing exact may decide what is withheld: a lone person is told of as often as nobody. */
test('whether a group is empty is not seen in what is withheld', async () => {
  const released = async (rows: readonly Visit[]): Promise<number> =>
    withData(
      async data => {
        const runs = Array.from({ length: 100 }, () =>
          ask(data, `SELECT avg(cost) FROM visits WHERE ward = 'B'`, { epsilon: 0.1, fresh: true }),
        );
        const answers = await Promise.all(runs);
        return answers.filter(answer => (Object.values(answer.rows[0].values)[0] as Estimate).estimate !== null).length;
      },
      { ...clinicPolicy, budget: { epsilon: 1e6, delta: 0 } },
      rows,
    );
  const [withOne, without] = [await released(visits), await released(visits.slice(0, -1))];
  // a ratio of e^0.1 at most; five standard deviations of 100 tries
  expect(Math.abs(withOne - without)).toBeLessThan(10 + 5 * Math.sqrt(100 / 2));
});
