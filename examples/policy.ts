/** The policy of the demo's hospital: who is protected, what is public, and how large the budget is. */
import { definePolicy } from '../src/index.ts';
import { WARDS } from './hospital.ts';

export const hospitalPolicy = (path: string, ledger: string) =>
  definePolicy({
    source: { engine: 'duckdb', path },
    tables: {
      visits: {
        unit: 'patient_id',
        rowsPerUnit: 15,
        approximateUnits: 200_000,
        columns: {
          age: { type: 'integer', min: 0, max: 120, perUnit: true },
          ward: { type: 'category', values: WARDS },
          cost: { type: 'number', min: 0, max: 10_000, step: 0.01 },
          town: { type: 'text', perUnit: true },
        },
      },
    },
    budget: { epsilon: 3, delta: 1e-5 },
    ledger: `sqlite:${ledger}`,
  });
