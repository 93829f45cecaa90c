/** Neighbouring tables must look alike in everything but noise: refusals, costs, what is left, the shape of answers. */
import { expect, test } from 'vitest';
import { ask, clinicPolicy, inClinic, someVisits, type Visit } from '../support/clinic.ts';

const policy = { ...clinicPolicy, budget: { epsilon: 3 } };

const ATTEMPTS: readonly (readonly [sql: string, epsilon: number | string])[] = [
  [`SELECT count(*) FROM visits WHERE patient = 'mallory'`, 1],
  [`SELECT count(*) FROM visits WHERE town = 'Rome'`, 0.5],
  [`SELECT sum(cost / (age - 99)) FROM visits WHERE town = 'Rome'`, 0.5],
  [`SELECT ward, avg(cost), count(*) FROM visits WHERE town = 'Rome' GROUP BY ward`, 0.5],
  ['SELECT median(cost) FROM visits', 1],
  ['SELECT town, count(*) FROM visits GROUP BY town', 0.5],
  ['SELECT sum(nothing) FROM visits', 0.5],
  [`SELECT median(age) FROM visits WHERE town = 'Rome'`, 0.75],
  [`SELECT count(*) FROM visits WHERE town = 'Rome' AND age = 99`, 0.25],
  [`SELECT count(*) FROM visits WHERE town = 'Oslo'`, '0.250000000000000001'],
  [`SELECT count(*) FROM visits WHERE town = 'Rome'`, 0.5],
];

/** Everything that an analyst is told, estimates left out. */
const transcript = (visits: readonly Visit[]): Promise<unknown[]> =>
  inClinic(
    async clinic => {
      const data = await clinic.open();
      const shown: unknown[] = [];
      for (const [sql, epsilon] of ATTEMPTS) {
        const asked = ask(data, sql, { epsilon });
        shown.push(
          await asked.then(
            ({ rows, head: _, ...rest }) => ({ rest, keys: rows.map(({ key, values }) => [key, Object.keys(values)]) }),
            ({ code, message }) => ({ code, message }),
          ),
        );
      }
      shown.push((await data.sql('SELECT ward, count(*) FROM visits GROUP BY ward')).explain({ epsilon: 1 }));
      const { head: _, ...budget } = await data.deployment.ledger.budget();
      shown.push(budget);
      await data.close();
      return shown;
    },
    policy,
    visits,
  );

test('with the person and without, the transcript is the same, word for word', async () => {
  const person: Visit = { patient: 'mallory', ward: 'C', cost: 100, age: 99, seen: '2024-05-05', town: 'Rome' };
  const without = await transcript(someVisits);
  expect(await transcript([...someVisits, person])).toEqual(without);
  expect(await transcript([...someVisits, ...Array<Visit>(50).fill(person)])).toEqual(without);
  const odd: Visit = {
    patient: ' mallory',
    ward: '"',
    cost: '-Infinity',
    age: '9'.repeat(99),
    seen: 'epoch',
    town: '\0',
  };
  expect(await transcript([...someVisits, odd])).toEqual(without);
  expect(await transcript([])).toEqual(without);
  const codes = without.flatMap(shown => (shown as { readonly code?: string }).code ?? []);
  expect(codes).toEqual(['unknown_column', 'delta_needed', 'unknown_column', 'budget_exhausted', 'budget_exhausted']);
});
