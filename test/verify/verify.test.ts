/** Ledgers that real questions made agree with the second accountant; ledgers of a faulty or dishonest one do not. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { bernoulli, fixedSize, fraction } from '../../src/query/index.ts';
import { verifyLedger } from '../../src/verify/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import type { Clinic } from '../support/clinic.ts';
import { forge } from '../support/forged-ledger.ts';
import { randomQuestion, seeded } from '../support/random-questions.ts';
import { type Clinical, inTheClinic, policy } from '../support/sampled-clinic.ts';

const wards = {
  public: true,
  key: 'ward',
  columns: { ward: { type: 'text' }, floor: { type: 'integer', min: 0, max: 3 } },
};

const verified = ({ path, policy: file }: Clinic) => verifyLedger(path('visits.ledger'), file);

async function someQuestions(data: Clinical): Promise<void> {
  const table = data.table('visits');
  await table.count().ask({ epsilon: 0.1 });
  const june = table.sample(bernoulli(0.25), { name: 'june' });
  await june.count().ask({ inner: { epsilon: 1 } });
  await june.units().ask({ inner: { epsilon: 1 } });
  await table.sample(fixedSize(10), { name: 'ten' }).mean('cost').ask({ epsilon: 0.2 });
  await table.partition('ward').A.units().ask({ epsilon: 0.3 });
  await table.partition('ward').B.units().ask({ epsilon: 0.3 });
  const cap = { epsilon: 1, delta: 1e-6 };
  await table.sample(bernoulli(0.5), { name: 'capped', cap }).units().ask({ epsilon: 0.3, delta: 1e-7 });
}

test('real questions agree', () =>
  inTheClinic(async (data, clinic) => {
    await someQuestions(data);
    const found = await verified(clinic);
    expect(found).toMatchObject({ disagreements: [], remarks: [], notRecomputable: [] });
    // seven questions, and three samples that were made
    expect(found.recomputed).toBe(10);
  }));

test('a share of a few people that is nobody costs nothing, which is right though it is not recorded', () =>
  inTheClinic(
    async (data, clinic) => {
      const { first } = data.table('visits').splitFixedSize(2, { name: 'two' });
      const nobody = first.sample(fraction(0.25), { name: 'nobody' }).sample(fixedSize(2), { name: 'both' });
      await nobody.mean('cost').ask({ inner: { epsilon: 1 } });
      expect(await verified(clinic)).toMatchObject({ disagreements: [], notRecomputable: [] });
    },
    { tables: { visits: { ...policy.tables.visits, neighbours: 'replace-one', size: 'public' } } },
  ));

describe('what a faulty or dishonest ledger does is found', () => {
  const cases: readonly [string, (kind: string, body: never) => void][] = [
    [
      'a charge is lowered',
      (kind, body: { charge: { epsilon: string } }) => {
        if (kind === 'reserved' && body.charge.epsilon === '0.1') body.charge.epsilon = '0.05';
      },
    ],
    [
      'spending on a node is dropped',
      (kind, body: { nodes: { node: string; spent: { epsilon: string } }[] }) => {
        if (kind === 'reserved')
          for (const { node, spent } of body.nodes) if (node.startsWith('june@')) spent.epsilon = '0.5';
      },
    ],
    [
      'a kept sample is claimed to be fresh',
      (kind, body: { detail: { draws: { node: string; fresh: boolean }[] } }) => {
        if (kind === 'reserved')
          for (const draw of body.detail.draws) if (draw.node.startsWith('june@')) draw.fresh = true;
      },
    ],
    [
      'parts of two states are charged as parts of one',
      (kind, body: { question: { plan: { input: { part?: string } } }; state: string }) => {
        if (kind === 'reserved' && body.question.plan.input.part === 'B') body.state = 'f'.repeat(32);
      },
    ],
  ];
  test.each(cases)('%s', (_, change) =>
    inTheClinic(async (data, clinic) => {
      await someQuestions(data);
      forge(clinic, change);
      expect((await verified(clinic)).disagreements.length).toBeGreaterThan(0);
    }),
  );
});

test.each([{}, { neighbours: 'replace-one', size: 'public' }])('random programs of questions agree: %j', changes =>
  inTheClinic(
    async (data, clinic) => {
      const random = seeded(JSON.stringify(changes));
      for (let i = 0; i < 40; i++) {
        const { plans, options } = randomQuestion(random);
        const asked = plans.length === 1 ? data.plan(plans[0]) : data.together(plans.map(plan => ({ plan })));
        // some are refused, which costs nothing
        await Promise.resolve(asked.ask(options)).catch(refusal => expect(refusal).toHaveProperty('code'));
      }
      const found = await verified(clinic);
      expect(found.disagreements).toEqual([]);
      expect(found.recomputed).toBeGreaterThan(15);
    },
    { tables: { visits: { ...policy.tables.visits, ...changes }, wards } },
  ),
);

const ofPublicSize = {
  tables: { visits: { ...policy.tables.visits, neighbours: 'replace-one', size: 'public' }, wards },
};

test('a question without draws that is resumed after the data changed agrees: no public size was in its price', () =>
  inTheClinic(async (data, clinic) => {
    const table = data.table('visits');
    await table.sample(fixedSize(40)).units().ask({ epsilon: 0.1 });
    const { deployment } = data as { deployment: { ledger: object } };
    const { ledger } = deployment;
    deployment.ledger = {
      ...ledger,
      settle: () => Promise.reject(new Refusal('ledger_unwritable', 'The disk is full.')),
    };
    await expect(table.units().ask({ epsilon: 0.1 })).rejects.toThrow('full');
    deployment.ledger = ledger;
    clinic.fill([]);
    expect(await table.units().ask({ epsilon: 0.1 })).toMatchObject({ charged: { epsilon: 0 } });
    expect(await verified(clinic)).toMatchObject({ disagreements: [], remarks: [], notRecomputable: [] });
  }, ofPublicSize));

test('a sample that is made of a part and a public table agrees', () =>
  inTheClinic(
    async (data, clinic) => {
      const scan = { kind: 'scan', table: 'visits' };
      const part = { kind: 'part', input: scan, split: { kind: 'key', by: 'ward' }, part: 'A', name: null };
      const joined = { kind: 'join', input: part, table: 'wards', on: 'ward', keep: 'all' };
      const scheme = { kind: 'bernoulli', rate: '0.5' };
      const plan = {
        version: 1,
        input: { kind: 'sample', input: joined, scheme, name: 'half' },
        grouping: { kind: 'none' },
        aggregates: [{ kind: 'count', name: 'count' }],
        afterwards: {},
      };
      await data.plan(plan).ask({ epsilon: 0.1 });
      expect(await verified(clinic)).toMatchObject({ disagreements: [], remarks: [], notRecomputable: [] });
    },
    { tables: { visits: policy.tables.visits, wards } },
  ));

test('a histogram beside a mean with a bought interval buys no squares', () => {
  const number = { type: 'integer', min: 0, max: 120 };
  const visits = { key: 'patient', columns: { age: number, cost: number }, neighbours: 'replace-one' };
  return inTheClinic(
    async (data, clinic) => {
      clinic.fill(Array.from({ length: 40 }, (_, i) => ({ patient: `p${i}`, age: i, cost: i })));
      const age = { kind: 'column', name: 'age' };
      const plan = {
        version: 1,
        input: {
          kind: 'sample',
          input: { kind: 'scan', table: 'visits' },
          scheme: { kind: 'bernoulli', rate: '0.5' },
          name: null,
        },
        grouping: { kind: 'none' },
        aggregates: [
          { kind: 'mean', name: 'mean', of: age },
          { kind: 'histogram', name: 'bars', of: age, edges: ['0', '50', '100'] },
          { kind: 'variance', name: 'variance', of: { kind: 'column', name: 'cost' } },
        ],
        afterwards: {},
      };
      await data.plan(plan).ask({ epsilon: 0.05, interval: { share: 0.3 } });
      expect(await verified(clinic)).toMatchObject({ disagreements: [], remarks: [], notRecomputable: [] });
    },
    { tables: { visits } } as never,
  );
});

test('a value that may be null is counted in the steps that the first implementation counts it in', () => {
  const columns = { ...policy.tables.visits.columns, cost: { type: 'number', min: 0, max: 33, step: 3 } };
  return inTheClinic(
    async (data, clinic) => {
      const kept = 'CASE WHEN age > 18 THEN cost ELSE NULL END';
      const asked = await data.sql(`SELECT variance(${kept}) FROM visits TABLESAMPLE FIXED(10)`);
      await asked.ask({ inner: { epsilon: 1 } });
      expect(await verified(clinic)).toMatchObject({ disagreements: [], remarks: [], notRecomputable: [] });
    },
    { tables: { visits: { ...policy.tables.visits, columns } } },
  );
});

test.each([1, 2, 3])('a ledger of version %d is read to its end, and nothing in it is called wrong', async version => {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-verify-'));
  const path = join(folder, 'old.ledger');
  try {
    const sqlite = new Database(path);
    sqlite.exec(readFileSync(new URL(`../fixtures/ledger-version-${version}.sql`, import.meta.url), 'utf8'));
    sqlite.close();
    const { entries, disagreements, notRecomputable } = await verifyLedger(path, policy);
    expect(entries).toBeGreaterThan(10);
    expect(disagreements).toEqual([]);
    expect(notRecomputable.length).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
