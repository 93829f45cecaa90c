/** A small clinic on disk for the length of one test: data, public tables, policy and ledger in a folder of their own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AskOptions } from '../../src/answer/question.ts';
import type { Answered } from '../../src/answer/receipt.ts';
import { type Data, open } from '../../src/answer.ts';
import { openEngine } from '../../src/engine/index.ts';
import { check } from '../../src/plan/index.ts';
import { fromSql } from '../../src/query/index.ts';
import { loadPolicy, type PolicyInput } from '../../src/source/index.ts';
import { lower } from '../../src/sql/index.ts';

/** A line of the table: what is missing is null. Fields are text, as a file holds them. */
export interface Visit {
  readonly patient?: string;
  readonly ward?: string;
  readonly cost?: string | number;
  readonly age?: string | number;
  readonly seen?: string;
  readonly town?: string;
}

export const clinicPolicy = {
  source: { engine: 'duckdb', path: 'visits.csv', version: '1' },
  tables: {
    visits: {
      unit: 'patient',
      rowsPerUnit: 3,
      columns: {
        ward: { type: 'category', values: ['A', 'B', 'C'] },
        cost: { type: 'number', min: 0, max: 100, step: 0.5 },
        age: { type: 'integer', min: 0, max: 120 },
        seen: { type: 'date', min: '2020-01-01', max: '2026-12-31' },
        town: { type: 'text' },
      },
    },
    wards: {
      public: true,
      key: 'ward',
      columns: { ward: { type: 'text' }, floor: { type: 'integer', min: 0, max: 3 } },
    },
  },
  budget: { epsilon: 10, delta: 1e-4 },
  ledger: 'sqlite:visits.ledger',
} as const satisfies PolicyInput;

/** Whose custodian says about how many patients there are, for forecasts. */
export const guessedPolicy = {
  ...clinicPolicy,
  tables: { ...clinicPolicy.tables, visits: { ...clinicPolicy.tables.visits, approximateUnits: 1000 } },
} as const satisfies PolicyInput;

export interface Clinic {
  readonly folder: string;
  readonly policy: string;
  path(name: string): string;
  /** Replaces the table. */
  fill(visits: readonly Visit[]): void;
  /** Replaces a file of the folder. */
  write(name: string, content: string): void;
  open(analyst?: string): Promise<Data<PolicyInput>>;
}

const FIELDS = ['patient', 'ward', 'cost', 'age', 'seen', 'town'] as const;
const quoted = (value: string | number | undefined): string =>
  value === undefined ? '' : `"${String(value).replaceAll('"', '""')}"`;

export async function inClinic<T>(
  work: (clinic: Clinic) => Promise<T>,
  policy: PolicyInput = clinicPolicy,
  visits: readonly Visit[] = someVisits,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-clinic-'));
  const path = (name: string): string => join(folder, name);
  const clinic: Clinic = {
    folder,
    policy: path('policy.json'),
    path,
    write: (name, content) => writeFileSync(path(name), content),
    fill: rows =>
      clinic.write('visits.csv', [FIELDS, ...rows.map(row => FIELDS.map(name => quoted(row[name])))].join('\n')),
    open: analyst => open<PolicyInput>(clinic.policy, { analyst }),
  };
  try {
    clinic.write('policy.json', JSON.stringify(policy));
    clinic.write('wards.csv', 'ward,floor\nA,1\nB,2\n');
    clinic.fill(visits);
    return await work(clinic);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The clinic with its data open. */
export const withData = <T>(
  work: (data: Data<PolicyInput>, clinic: Clinic) => Promise<T>,
  policy?: PolicyInput,
  visits?: readonly Visit[],
): Promise<T> =>
  inClinic(
    async clinic => {
      const data = await clinic.open();
      try {
        return await work(data, clinic);
      } finally {
        await data.close();
      }
    },
    policy,
    visits,
  );

/** For each statistic the number that every group has, by its key, in whole ones. */
export type Exact = readonly ReadonlyMap<string, number>[];

/** What a question adds up on the engine before any noise: for tests alone, there is no way to ask for it. */
export async function exactly(sql: string, clinic: Clinic): Promise<Exact> {
  const policy = await loadPolicy(clinic.policy);
  const checked = check(await fromSql(sql, policy), policy);
  const engine = await openEngine(policy, { spillInto: clinic.folder });
  const found = checked.statistics.map(() => new Map<string, number>());
  try {
    const target = { dialect: engine.dialect, catalogue: engine.catalogue, key: '5a'.repeat(32) };
    const queries = lower(checked, target);
    for await (const { query, cells } of engine.run(queries)) {
      const { keys, statistics } = queries[query];
      for (const [i, statistic] of statistics.entries())
        found[statistic].set(
          cells.slice(0, keys).join(),
          Number(cells[keys + i]) / Number(checked.statistics[statistic].resolution),
        );
    }
    return found;
  } finally {
    await engine.close();
  }
}

/** A question in SQL, asked; whatever refuses it rejects. */
export const ask = async (data: Data<PolicyInput>, sql: string, options: AskOptions): Promise<Answered> =>
  (await data.sql(sql)).ask(options);

export const spentOf = async (data: Data<PolicyInput>): Promise<number> =>
  (await data.deployment.ledger.budget()).spent.epsilon!;

/** Forty patients with one visit each. */
export const someVisits: readonly Visit[] = Array.from({ length: 40 }, (_, i) => ({
  patient: `p${i}`,
  ward: 'ABC'[i % 3],
  cost: i / 2,
  age: 20 + i,
  seen: `2024-0${1 + (i % 9)}-11`,
  town: i % 2 === 0 ? 'Ulm' : 'Bonn',
}));
