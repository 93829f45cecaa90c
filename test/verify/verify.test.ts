/** Ledgers that real questions made agree with the second accountant; ledgers of a faulty or dishonest one do not. */
import { createHash } from 'node:crypto';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/json/index.ts';
import { bernoulli, fixedSize } from '../../src/query/index.ts';
import { verifyLedger } from '../../src/verify/index.ts';
import type { Clinic } from '../support/clinic.ts';
import { randomQuestion, seeded } from '../support/random-questions.ts';
import { type Clinical, inTheClinic, policy } from '../support/sampled-clinic.ts';

const wards = {
  public: true,
  key: 'ward',
  columns: { ward: { type: 'text' }, floor: { type: 'integer', min: 0, max: 3 } },
};

const verified = ({ path, policy: file }: Clinic) => verifyLedger(path('visits.ledger'), file);

/** Changes bodies of entries, and chains all hashes anew, as somebody with the file could. */
function forge(clinic: Clinic, change: (kind: string, body: never) => void): void {
  const sqlite = new Database(clinic.path('visits.ledger'));
  const rows = sqlite.prepare('SELECT sequence, kind, body FROM entries ORDER BY sequence').all() as {
    sequence: number;
    kind: string;
    body: string;
  }[];
  sqlite.exec('DROP TRIGGER no_update_of_entries');
  const update = sqlite.prepare('UPDATE entries SET body = ?, hash = ? WHERE sequence = ?');
  let head = '0'.repeat(64);
  for (const { sequence, kind, body } of rows) {
    const changed = JSON.parse(body);
    change(kind, changed as never);
    const text = canonicalJson(changed);
    head = createHash('sha256').update(`sortition ledger 1\n${head}\n${sequence}\n${kind}\n${text}`).digest('hex');
    update.run(text, head, sequence);
  }
  sqlite.close();
}

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
