/** All rows of a unit that contradicts itself carry its smallest value, wherever the engine looks for it. */
import { expect, test } from 'vitest';
import type { PolicyInput } from '../../src/source/index.ts';
import { exactly, inClinic, type Visit } from '../support/clinic.ts';

const policy = {
  source: { engine: 'duckdb', path: 'visits.csv' },
  tables: {
    visits: {
      unit: 'patient',
      rowsPerUnit: 5,
      columns: {
        ward: { type: 'category', values: ['A', 'B', 'C'], perUnit: true },
        town: { type: 'category', values: ['Bonn', 'Ulm'], perUnit: true },
        cost: { type: 'number', min: 0, max: 100, step: 1 },
      },
    },
  },
  budget: { epsilon: 1 },
  ledger: 'sqlite:visits.ledger',
} as const satisfies PolicyInput;

const visits: readonly Visit[] = [
  ...['B', 'A', 'A', 'C'].map(ward => ({ patient: 'changes', ward, town: 'Ulm', cost: 1 })),
  ...['C', undefined, 'C'].map(ward => ({ patient: 'forgets', ...(ward && { ward }), town: 'Ulm', cost: 10 })),
  { patient: 'nowhere', town: 'Bonn', cost: 50 },
  { patient: 'moves', ward: 'A', town: 'Ulm', cost: 7 },
  { patient: 'moves', ward: 'B', town: 'Bonn', cost: 7 },
  { patient: 'moves', ward: 'A', town: 'Bonn', cost: 3 },
];

/** The second question drops nobody, but the engine cannot know that and looks at rows. */
test.each([
  ['SELECT ward, count(*), sum(cost) FROM visits', 'GROUP BY ward'],
  ['SELECT ward, town, count(*), sum(cost) FROM visits', 'GROUP BY ward, town'],
  ['SELECT town, count(DISTINCT patient) FROM visits', 'GROUP BY town'],
  ["SELECT ward, sum(CASE WHEN ward = 'A' THEN cost ELSE 0 END), avg(cost) FROM visits", 'GROUP BY ward'],
])('%s', (asked, grouped) =>
  inClinic(
    async clinic => {
      const byCells = await exactly(`${asked} ${grouped}`, clinic);
      expect(byCells).toEqual(await exactly(`${asked} WHERE cost >= 0 ${grouped}`, clinic));
    },
    policy,
    visits,
  ),
);

test('the smallest value counts, null last', () =>
  inClinic(
    async clinic => {
      const [rows, costs] = await exactly('SELECT ward, count(*), sum(cost) FROM visits GROUP BY ward', clinic);
      expect(rows).toEqual(
        new Map([
          ['A', 7],
          ['C', 3],
          ['', 1],
        ]),
      );
      expect(costs).toEqual(
        new Map([
          ['A', 21],
          ['C', 30],
          ['', 50],
        ]),
      );
    },
    policy,
    visits,
  ));
