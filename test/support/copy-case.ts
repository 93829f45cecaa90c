/** What a process that is killed while it makes a copy, and the one that comes after it, have in common. */
import { join } from 'node:path';
import { loadPolicy, type Policy } from '../../src/source/index.ts';
import type { Statement } from '../../src/sql/index.ts';

export const NAME = 'june';

export const policyIn = (folder: string): Promise<Policy> =>
  loadPolicy({
    source: { engine: 'duckdb', path: join(folder, 'visits.csv') },
    tables: { visits: { unit: 'patient', rowsPerUnit: 2, columns: { age: { type: 'integer' } } } },
    budget: { epsilon: 1 },
    ledger: 'sqlite:x',
  });

const statement = (text: string): Statement => ({ dialect: 'duckdb', text, parameters: [] });

export const endlessUnits = statement(
  `SELECT CAST(a.range AS VARCHAR) FROM range(1000000000) a, range(1000000) b WHERE a.range <> b.range`,
);

export const everybody = statement('SELECT patient FROM visits');
