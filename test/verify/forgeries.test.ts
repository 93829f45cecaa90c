/** Ledgers that are consistent in themselves, and charge less than the truth: whoever has the file can make such ones. */
import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { fixedSize } from '../../src/query/index.ts';
import { verifyLedger } from '../../src/verify/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import type { Clinic } from '../support/clinic.ts';
import { type ForgedEntry, forge } from '../support/forged-ledger.ts';
import { type Clinical, inTheClinic, policy } from '../support/sampled-clinic.ts';

type Change = (kind: string, body: never) => void;

/** What is said of a ledger of these questions, once it was changed. */
const said = (
  ask: (data: Clinical, clinic: Clinic) => Promise<void>,
  change: Change,
  { added = [], table = {} }: { readonly added?: readonly ForgedEntry[]; readonly table?: object } = {},
): Promise<string> =>
  inTheClinic(
    async (data, clinic) => {
      await ask(data, clinic);
      const verified = () => verifyLedger(clinic.path('visits.ledger'), clinic.policy);
      expect((await verified()).disagreements).toEqual([]);
      forge(clinic, change, added);
      return (await verified()).disagreements.map(({ reason }) => reason).join(' ');
    },
    { tables: { visits: { ...policy.tables.visits, ...table } } },
  );

const at = '2026-11-17T00:00:00.000Z';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const nothingElse: Change = () => {};

interface WrittenPolicy {
  fingerprint: string;
  text: string;
  budget: { epsilon: string };
}

/** The text of a policy with a change, under the fingerprint of that. */
function rewritten(written: WrittenPolicy, change: (text: string) => string): void {
  written.text = change(written.text);
  written.fingerprint = sha256(written.text);
}

const parts = async (data: Clinical): Promise<void> => {
  await data.table('visits').partition('town').Ulm.units().ask({ epsilon: 0.3 });
  await data.table('visits').partition('town').Bonn.units().ask({ epsilon: 0.3 });
};

test('another policy than the one at hand, by which nobody is in two towns', async () => {
  const asOneTown: Change = (kind, body: { policy: WrittenPolicy; charge: object; question: unknown }) => {
    if (kind === 'created')
      rewritten(body.policy, text => text.replace('["Bonn","Ulm"],"perUnit":false', '["Bonn","Ulm"],"perUnit":true'));
    if (kind === 'reserved' && JSON.stringify(body.question).includes('"part":"Bonn"'))
      body.charge = { epsilon: '0', delta: '0' };
  };
  expect(await said(parts, asOneTown)).toContain('another policy than the given one');
});

test('a budget that is not the one of the policy', async () => {
  const raised: Change = (kind, body: { policy: WrittenPolicy }) => {
    if (kind === 'created') body.policy.budget.epsilon = '2000000';
  };
  expect(await said(parts, raised)).toContain('budget');
});

const split = (name: string, part: string): unknown => ({
  version: 1,
  input: {
    kind: 'part',
    input: { kind: 'scan', table: 'visits' },
    split: {
      kind: 'random',
      parts: ['a', 'b'].map(each => ({ name: each, rate: '0.5' })),
    },
    part,
    name,
  },
  grouping: { kind: 'none' },
  aggregates: [{ kind: 'units', name: 'units' }],
  afterwards: {},
});

test('two splits that are counted as one, as if nobody could be in parts of both', async () => {
  const asked = async (data: Clinical): Promise<void> => {
    await data.plan(split('one', 'a')).ask({ inner: { epsilon: 1 } });
    await data.plan(split('two', 'b')).ask({ inner: { epsilon: 1 } });
  };
  let first = '';
  const asOneNode: Change = (kind, body: { name: string; node: string; detail: { draws: { node: string }[] } }) => {
    if (kind === 'sample-created' && body.name === 'one') first = body.node;
    if (kind === 'sample-created' && body.name === 'two') body.node = first;
    if (kind !== 'reserved' || !body.detail.draws[0].node.startsWith('two@')) return;
    body.detail.draws[0].node = first;
    const { nodes } = body as unknown as { nodes: { node: string }[] };
    for (const each of nodes) each.node = each.node.replace(/two@\w+/, first);
    Object.assign(body, { charge: { epsilon: '0.38', delta: '0' } });
  };
  expect(await said(asked, asOneNode)).toContain('counted as a different draw');
});

test('a public size that grew without the data', () =>
  inTheClinic(
    async (data, clinic) => {
      await data.table('visits').sample(fixedSize(40)).units().ask({ epsilon: 0.1 });
      let size = {};
      forge(clinic, (kind, body: object) => {
        if (kind === 'size-recorded') size = { ...body, units: 4_000_000 };
      });
      forge(clinic, nothingElse, [{ kind: 'size-recorded', body: size }]);
      const { disagreements } = await verifyLedger(clinic.path('visits.ledger'), clinic.policy);
      expect(disagreements).toMatchObject([
        { kind: 'size-recorded', reason: expect.stringContaining('two public sizes') },
      ]);
    },
    { tables: { visits: { ...policy.tables.visits, neighbours: 'replace-one', size: 'public' } } },
  ));

const widerPolicy = {
  ...policy,
  tables: { visits: { ...policy.tables.visits, columns: { ...policy.tables.visits.columns, cost: wide() } } },
};
function wide() {
  return { type: 'number', min: 0, max: 1000, step: 1 };
}

/** Another policy is put in place, and accepted as the product does it, or behind its back. */
async function accept(clinic: Clinic, changed: object): Promise<void> {
  clinic.write('policy.json', JSON.stringify(changed));
  const data = await clinic.open();
  await data.deployment.ledger.acceptPolicy('needed').finally(() => data.close());
}

/** The last question of a ledger is resumed, whatever became of it. */
function resume(clinic: Clinic): void {
  let reservation = 0;
  let entry = 0;
  forge(clinic, kind => {
    entry += 1;
    if (kind === 'reserved') reservation = entry;
  });
  forge(clinic, nothingElse, [{ kind: 'resumed', body: { at, reservation, holder: 'x' } }]);
}

test('a question that is resumed although its answer was lost with its noise', () =>
  inTheClinic(async (data, clinic) => {
    const faulty = vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation(() => {
      throw new TypeError('noise that nothing was prepared for');
    });
    await expect(data.table('visits').sum('cost').ask({ epsilon: 0.1 })).rejects.toThrow(TypeError);
    faulty.mockRestore();
    expect((await verifyLedger(clinic.path('visits.ledger'), clinic.policy)).disagreements).toEqual([]);
    resume(clinic);
    const { disagreements } = await verifyLedger(clinic.path('visits.ledger'), clinic.policy);
    expect(disagreements).toMatchObject([{ reason: expect.stringContaining('lost with its noise') }]);
  }));

test('a question that is resumed under a policy with other bounds', () =>
  inTheClinic(async (data, clinic) => {
    const { deployment } = data as { deployment: { ledger: object } };
    const { ledger } = deployment;
    deployment.ledger = {
      ...ledger,
      settle: () => Promise.reject(new Refusal('ledger_unwritable', 'The disk is full.')),
    };
    await expect(data.table('visits').sum('cost').ask({ epsilon: 0.1 })).rejects.toThrow('full');
    deployment.ledger = ledger;
    await accept(clinic, widerPolicy);
    resume(clinic);
    const { disagreements, policies } = await verifyLedger(clinic.path('visits.ledger'), clinic.policy);
    expect(disagreements).toMatchObject([{ reason: expect.stringContaining('under another policy') }]);
    expect(policies.map(({ given }) => given)).toEqual([false, true]);
  }));

test.each([
  ['protects households in place of patients', (text: string) => text.replace('"unit":"patient"', '"unit":"house"')],
  ['protects from another change', (text: string) => text.replace('add-remove', 'replace-one')],
  ['raises the budget', (text: string) => text.replace('1000000', '3000000')],
])('a policy that %s is accepted behind the back of the program', (_, changed) =>
  inTheClinic(async (data, clinic) => {
    await parts(data);
    let written: WrittenPolicy = { fingerprint: '', text: '', budget: { epsilon: '' } };
    forge(clinic, (kind, body: { policy: WrittenPolicy }) => {
      if (kind === 'created') written = body.policy;
    });
    rewritten(written, changed);
    written.budget.epsilon = /"budget":\{"epsilon":"(\d+)","delta":"0.5"\}\}$/.exec(written.text)?.[1] ?? '';
    const body = { at, reason: 'why not', policy: written };
    forge(clinic, nothingElse, [{ kind: 'policy-accepted', body }]);
    const { disagreements } = await verifyLedger(clinic.path('visits.ledger'), clinic.policy);
    expect(disagreements).toMatchObject([
      { kind: 'policy-accepted', reason: expect.stringMatching(/raised the budget|unit, key or neighbours/) },
      { kind: 'policy', reason: expect.stringContaining('another policy than the given one') },
    ]);
  }),
);

test('amounts below nothing', async () => {
  const body = { at, reason: 'lost', entry: 9, head: '0'.repeat(64), epsilon: '-1000000', delta: '0' };
  expect(await said(parts, nothingElse, { added: [{ kind: 'recovered', body }] })).toContain('is not an amount');
});

test('one state of the data for two versions of them', async () => {
  const other: Change = (kind, body: { question: { sourceVersion: string } }) => {
    if (kind === 'reserved' && JSON.stringify(body.question).includes('"part":"Bonn"'))
      body.question.sourceVersion = '2';
  };
  expect(await said(parts, other)).toContain('is used for two states');
});

test.each<[string, object]>([
  ['an amount that is none', { charge: { epsilon: 'much', delta: '0' } }],
  ['a charge that is nothing', { charge: null }],
  ['a plan without a table', { question: { plan: { version: 1 }, epsilon: '1', inner: null } }],
])('%s is told, and stops nobody', async (_, bent) => {
  const change: Change = (kind, body: object) => {
    if (kind === 'reserved') Object.assign(body, bent);
  };
  expect(await said(parts, change)).not.toBe('');
});

test('a part that is answered of another state, while its sibling cost nothing beside it', () =>
  inTheClinic(async (data, clinic) => {
    const { A, B } = data.table('visits').partition('ward');
    const { deployment } = data as { deployment: { ledger: object } };
    const { ledger } = deployment;
    deployment.ledger = {
      ...ledger,
      settle: () => Promise.reject(new Refusal('ledger_unwritable', 'The disk is full.')),
    };
    await expect(A.units().ask({ epsilon: 0.5 })).rejects.toThrow('full');
    deployment.ledger = ledger;
    expect(await B.units().ask({ epsilon: 0.5 })).toMatchObject({ charged: { epsilon: 0 } });
    const body = { at, reservation: 2, holder: 'x', request: 'x', state: 'f'.repeat(32) };
    forge(clinic, nothingElse, [{ kind: 'resumed', body }]);
    const { disagreements } = await verifyLedger(clinic.path('visits.ledger'), clinic.policy);
    expect(disagreements).toMatchObject([{ reason: expect.stringContaining('resumed in another') }]);
  }));
