/** A clinic whose patients have a ward, an age and a visit in each of two towns: for questions to samples and parts of it. */
import type { Answered, Data } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { type Clinic, inClinic, type Visit } from './clinic.ts';

export const policy = {
  source: { engine: 'duckdb', path: 'visits.csv', version: '1' },
  tables: {
    visits: {
      unit: 'patient',
      rowsPerUnit: 2,
      columns: {
        age: { type: 'integer', min: 0, max: 120, perUnit: true },
        ward: { type: 'category', values: ['A', 'B', 'C'], perUnit: true },
        town: { type: 'category', values: ['Ulm', 'Bonn'] },
        cost: { type: 'number', min: 0, max: 100, step: 1 },
      },
    },
  },
  budget: { epsilon: 1e6, delta: 0.5 },
  ledger: 'sqlite:visits.ledger',
} as const satisfies PolicyInput;

export const PATIENTS = 400;
/** Two visits each, in both towns. */
export const visits: readonly Visit[] = Array.from({ length: 2 * PATIENTS }, (_, i) => {
  const patient = i % PATIENTS;
  return {
    patient: `p${patient}`,
    age: patient % 100,
    ward: 'ABC'[patient % 3],
    town: i < PATIENTS ? 'Ulm' : 'Bonn',
    cost: 10,
  };
});

export type Clinical = Data<typeof policy>;

export const inTheClinic = <T>(
  work: (data: Clinical, clinic: Clinic) => Promise<T>,
  changes: object = {},
): Promise<T> =>
  inClinic(
    async clinic => {
      const data = (await clinic.open()) as unknown as Clinical;
      try {
        return await work(data, clinic);
      } finally {
        await data.close();
      }
    },
    { ...policy, ...changes },
    visits,
  );

/** So much that noise is nothing. */
export const CLEARLY = { inner: { epsilon: 400 } };

export const number = ({ rows }: Answered, name: string, row = 0): number => {
  const released = rows[row].values[name];
  return 'estimate' in released && typeof released.estimate === 'number' ? released.estimate : Number.NaN;
};
