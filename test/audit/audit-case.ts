/** What is asked: people, the policy that protects them, and what a case of the audit says. */
import type { Data } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';

export interface Person {
  readonly id: string;
  readonly age: number;
  readonly ward: 'A' | 'B';
  readonly cost: number;
  readonly town: string;
}

/** Where everybody is drawn and counted alone, so many copies of the same few people are asked at once. */
export const COPIES = Array.from({ length: 40 }, (_, i) => `${i}`);

export const policy = {
  source: { engine: 'duckdb', path: 'people.csv', version: '1' },
  tables: {
    people: {
      unit: 'id',
      rowsPerUnit: 2,
      columns: {
        copy: { type: 'category', values: COPIES, perUnit: true },
        age: { type: 'integer', min: 0, max: 10, perUnit: true },
        ward: { type: 'category', values: ['A', 'B'], perUnit: true },
        cost: { type: 'number', min: 0, max: 10, step: 1 },
        town: { type: 'text' },
      },
    },
    wards: {
      public: true,
      key: 'ward',
      columns: { ward: { type: 'text' }, floor: { type: 'integer', min: 0, max: 3 } },
    },
  },
  budget: { epsilon: 1e9, delta: 0.99 },
  ledger: 'sqlite:people.ledger',
} as const satisfies PolicyInput;

export type Asked = Data<typeof policy>;

export interface AuditCase {
  readonly name: string;
  /** What this case is in the set for. */
  readonly covers: readonly string[];
  readonly engine: 'duckdb' | 'postgres';
  /** The column of which each copy of the people has a value of its own; null where people matter to one another. */
  readonly copiesBy: 'copy' | 'town' | null;
  readonly byWard: boolean;
  readonly replaceOne: boolean;
  readonly delta: number;
  /** One table for each state of the world, and the neighbour's. */
  readonly people: readonly (readonly Person[])[];
  readonly neighbours: readonly (readonly Person[])[];
  /** One round: where there are several states, each question is asked of its own. `round` names what must be new. */
  readonly questions: readonly ((data: Asked, round: number) => unknown)[];
}
