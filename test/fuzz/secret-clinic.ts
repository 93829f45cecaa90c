/** A clinic whose cells are words that nobody types: where one is told, the data were. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Data, open } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { clinicPolicy, guessedPolicy } from '../support/clinic.ts';
import { Finding } from './target.ts';

export const FIELDS = ['patient', 'ward', 'cost', 'age', 'seen', 'town'] as const;

export type Row = Readonly<Partial<Record<(typeof FIELDS)[number], unknown>>>;

/** Patients and towns are no word of the policy; wards are, and whoever asks names them. */
export const ROWS: readonly Row[] = Array.from({ length: 40 }, (_, i) => ({
  patient: `Qaanaaq${i}`,
  ward: 'ABC'[i % 3],
  cost: i / 2,
  age: 20 + i,
  seen: `2024-0${1 + (i % 9)}-11`,
  town: i % 2 === 0 ? 'Ittoqqortoormiit' : 'Upernavik',
}));

export const CELLS = ['Qaanaaq', 'Ittoqqortoormiit', 'Upernavik'];

/** Enough for all that a fuzzer asks. */
const BUDGET = { epsilon: 1_000_000, delta: 0.9 };

export type Format = 'csv' | 'json';

export interface SecretClinic {
  readonly folder: string;
  readonly policy: string;
  fill(rows: string): void;
  open(): Promise<Data<PolicyInput>>;
  end(): void;
}

export const csvLine = (row: Row): string =>
  FIELDS.map(name => (row[name] === undefined ? '' : `"${String(row[name]).replaceAll('"', '""')}"`)).join();

export const csvOf = (rows: readonly Row[]): string => [FIELDS.join(), ...rows.map(csvLine)].join('\n');

export function secretClinic(format: Format = 'csv'): SecretClinic {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-fuzz-'));
  const file = format === 'csv' ? 'visits.csv' : 'visits.jsonl';
  const policy = join(folder, 'policy.json');
  const { visits, wards } = guessedPolicy.tables;
  writeFileSync(
    policy,
    JSON.stringify({
      ...clinicPolicy,
      source: { engine: 'duckdb', path: file },
      tables: { visits, wards: { ...wards, path: 'wards.csv' } },
      budget: BUDGET,
    }),
  );
  writeFileSync(join(folder, 'wards.csv'), 'ward,floor\nA,1\nB,2\n');
  const fill = (rows: string): void => writeFileSync(join(folder, file), rows);
  fill(format === 'csv' ? csvOf(ROWS) : ROWS.map(row => JSON.stringify(row)).join('\n'));
  return {
    folder,
    policy,
    fill,
    open: () => open<PolicyInput>(policy),
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function checkChain({ deployment: { ledger } }: Data<PolicyInput>): Promise<void> {
  const verified = await ledger.verify();
  if (!verified.verified) throw new Finding('chain', verified.problem);
}
