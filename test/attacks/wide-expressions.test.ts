/** Whoever asks chooses how wide an expression is: no bound of a policy makes one person's rows overflow what an engine adds up. */
import { expect, test } from 'vitest';
import { ask, inClinic } from '../support/clinic.ts';

const ROWS = 200_000;

const generous = {
  source: { engine: 'duckdb', path: 'visits.csv', version: '1' },
  tables: {
    visits: {
      unit: 'patient',
      rowsPerUnit: 1e12,
      rowsPerGroup: 1e5,
      columns: { age: { type: 'integer', min: 0, max: 1 }, ward: { type: 'category', values: ['A', 'B'] } },
    },
  },
  budget: { epsilon: 10 },
  ledger: 'sqlite:visits.ledger',
} as const;

test.each([ROWS, 1])('the rows of %d people are averaged and added up, or refused by public numbers', people =>
  inClinic(
    async clinic => {
      const data = await clinic.open();
      const by = (asked: string) => ask(data, `SELECT ward, ${asked} FROM visits GROUP BY ward`, { epsilon: 1 });
      for (const asked of ['avg(age * 1024.0)', 'sum(age * 1024.0)', 'count(*)'])
        expect((await by(asked)).rows).toHaveLength(3);
      for (const asked of ['avg(age * 4611686018427387904.0)', 'sum(age * 4611686018427387904.0)'])
        await expect(by(asked)).rejects.toMatchObject({ code: 'overflow_possible' });
      await data.close();
    },
    generous,
    Array.from({ length: ROWS }, (_, i) => ({ patient: `p${i % people}`, age: 1, ward: 'A' })),
  ),
);

test('wide expressions of one person with many rows are averaged under bounds that people use', () =>
  inClinic(
    async clinic => {
      const data = await clinic.open();
      for (const asked of ['avg', 'sum'])
        expect(
          (
            await ask(data, `SELECT ward, ${asked}(age * 4611686018427387904.0) FROM visits GROUP BY ward`, {
              epsilon: 1,
            })
          ).rows,
        ).toHaveLength(3);
      await data.close();
    },
    { ...generous, tables: { visits: { ...generous.tables.visits, rowsPerUnit: 1000, rowsPerGroup: 100 } } },
    Array.from({ length: ROWS }, () => ({ patient: 'p', age: 1, ward: 'A' })),
  ));
