/** A clinic whose data change between questions: the policy, the people, and questions whose charge is all that matters. */
import type { Data } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { type Clinic, inClinic, type Visit } from './clinic.ts';

export const columns = {
  age: { type: 'integer', min: 0, max: 120, perUnit: true },
  ward: { type: 'category', values: ['A', 'B'], perUnit: true },
} as const;
const wards = {
  public: true,
  key: 'ward',
  columns: { ward: { type: 'text' }, floor: { type: 'integer', min: 0, max: 3 } },
} as const;
export const policyOf = (table: object = {}, source: object = {}) =>
  ({
    source: { engine: 'duckdb', path: 'visits.csv', ...source },
    tables: { visits: { unit: 'patient', rowsPerUnit: 2, columns, ...table }, wards },
    budget: { epsilon: 1000, delta: 1e-3 },
    ledger: 'sqlite:visits.ledger',
  }) as unknown as PolicyInput;

export const people = (number: number, ward = 'A'): Visit[] =>
  Array.from({ length: number }, (_, i) => ({ patient: `p${i}`, ward, age: 20 + i }));

/** One question's charge. */
export const charged = async (
  question: { ask(how: object): Promise<{ charged: { epsilon: number } }> },
  how: object = ONE,
) => (await question.ask(how)).charged.epsilon;
export const ONE = { inner: { epsilon: 1 } };

export type Anything = Data<PolicyInput>;
/** The policy of these tests is not known to the compiler. */
export const table = (data: Anything) => (data as unknown as Data<never>).table('visits' as never) as never as Loose;
export interface Loose {
  units(): { ask(how: object): Promise<never> };
  partition(by: string): Record<string, Loose>;
  part(by: string, value: unknown): Loose;
  join(name: string, how: object): Loose;
  sample(scheme: object, how?: object): Loose;
  splitFixedSize(size: number, how?: object): { first: Loose; rest: Loose };
  split(parts: object, how?: object): Record<string, Loose>;
  take(size: number, how: object): Loose;
}

export const inChangingClinic = (work: (clinic: Clinic) => Promise<void>, policy = policyOf()): Promise<void> =>
  inClinic(work, policy, people(20));

export async function opened<T>(clinic: Clinic, work: (data: Anything) => Promise<T>): Promise<T> {
  const data = await clinic.open();
  try {
    return await work(data);
  } finally {
    await data.close();
  }
}
