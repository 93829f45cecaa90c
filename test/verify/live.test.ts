/** Ledgers of live databases, in which every look is of a state of its own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '../../src/verify/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import { inClinic } from '../support/clinic.ts';
import { openDatabase } from '../support/postgres.ts';
import { randomQuestion, seeded } from '../support/random-questions.ts';
import { type Clinical, policy } from '../support/sampled-clinic.ts';

const server = await openDatabase();
afterAll(() => server?.stop());

const wards = {
  public: true,
  key: 'ward',
  columns: { ward: { type: 'text' }, floor: { type: 'integer', min: 0, max: 3 } },
};
const live = {
  ...policy,
  source: { engine: 'postgres', url: 'file:url' },
  tables: { visits: policy.tables.visits, wards },
} as never;

/** As if the process died before the answer was on disk. */
async function died(data: Clinical, ask: () => Promise<unknown>): Promise<void> {
  const { deployment } = data as { deployment: { ledger: object } };
  const { ledger } = deployment;
  deployment.ledger = { ...ledger, settle: () => Promise.reject(new Refusal('ledger_unwritable', 'died')) };
  await ask().catch(() => {});
  deployment.ledger = ledger;
}

const inDatabase = (work: (data: Clinical, verified: () => ReturnType<typeof verifyLedger>) => Promise<void>) =>
  inClinic(async clinic => {
    clinic.write('url', server!.url);
    const data = (await clinic.open()) as unknown as Clinical;
    try {
      await work(data, () => verifyLedger(clinic.path('visits.ledger'), clinic.policy));
    } finally {
      await data.close();
    }
  }, live);

describe.skipIf(server === undefined)('PostgreSQL', () => {
  beforeAll(async () => {
    await server!.run('CREATE TABLE visits (patient TEXT, age INTEGER, ward TEXT, town TEXT, cost INTEGER)');
    await server!.run(`INSERT INTO visits SELECT 'p' || i, i, 'A', 'Ulm', i FROM generate_series(1, 60) i`);
    await server!.run('CREATE TABLE wards (ward TEXT, floor INTEGER)');
  });

  test('a part that is resumed at another look agrees: nothing else was ever asked at the first', () =>
    inDatabase(async (data, verified) => {
      const part = () => data.table('visits').partition('ward').A.units().ask({ epsilon: 0.5 });
      await died(data, part);
      expect(await part()).toMatchObject({ charged: { epsilon: 0 }, recorded: false });
      expect(await verified()).toMatchObject({ disagreements: [], remarks: [], notRecomputable: [] });
    }));

  test('random programs of questions agree, also where answers were lost', () =>
    inDatabase(async (data, verified) => {
      const random = seeded('live');
      for (let i = 0; i < 25; i++) {
        const { plans, options } = randomQuestion(random);
        const ask = async () => data.together(plans.map(plan => ({ plan }))).ask(options);
        if (random() < 0.4) await died(data, ask);
        await ask().catch(refusal => expect(refusal).toHaveProperty('code'));
      }
      const found = await verified();
      expect(found.disagreements).toEqual([]);
      expect(found.recomputed).toBeGreaterThan(10);
    }));
});
