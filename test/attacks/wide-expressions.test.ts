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

test.each([ROWS, 1])('the rows of %d people are averaged and added up, however wide the expression', people =>
  inClinic(
    async clinic => {
      const data = await clinic.open();
      const wide = 'age * 4611686018427387904.0';
      for (const asked of [`avg(${wide})`, `sum(${wide})`, 'count(*)'])
        expect((await ask(data, `SELECT ward, ${asked} FROM visits GROUP BY ward`, { epsilon: 1 })).rows).toHaveLength(
          3,
        );
      await data.close();
    },
    generous,
    Array.from({ length: ROWS }, (_, i) => ({ patient: `p${i % people}`, age: 1, ward: 'A' })),
  ),
);
