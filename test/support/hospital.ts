/** A small hospital, as tests of several stations know it: every type of column, a unit, a public table. */
import { definePolicy } from '../../src/source/index.ts';

export const hospital = definePolicy({
  source: { engine: 'duckdb', path: 'visits.parquet' },
  tables: {
    visits: {
      unit: 'patient_id',
      rowsPerUnit: 10,
      columns: {
        age: { type: 'integer', min: 0, max: 120, perUnit: true },
        ward: { type: 'category', values: ['A', 'B', 'C'] },
        cost: { type: 'number', min: 0, max: 10000, step: 0.01 },
        weight: { type: 'number' },
        postcode: { type: 'integer', min: 0, max: 99999 },
        seen: { type: 'date', min: '2020-01-01', max: '2026-12-31' },
        arrived: { type: 'timestamp', min: '2020-01-01T00:00:00Z', max: '2027-01-01T00:00:00Z' },
        urgent: { type: 'boolean' },
        town: { type: 'text' },
        Doctor: { type: 'text' },
      },
    },
    wards: {
      public: true,
      key: 'ward',
      path: 'wards.csv',
      columns: { ward: { type: 'text' }, floor: { type: 'integer', min: 0, max: 9 }, label: { type: 'text' } },
    },
    staff: { columns: { hours: { type: 'integer', min: 0, max: 80 } }, path: 'staff.csv' },
  },
  budget: { epsilon: 2, delta: 1e-6 },
  ledger: 'sqlite:visits.ledger',
});
