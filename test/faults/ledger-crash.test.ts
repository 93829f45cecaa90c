/** Processes that die without a chance to tidy up: nothing acknowledged is lost, and what was charged can be resumed. */
import { appendFileSync, copyFileSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Ledger } from '../../src/ledger/index.ts';
import { reproducibleEntropy } from '../../src/random/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import { asking, costing, inFolder, loss, openAt, policyOf } from '../support/ledger-case.ts';
import { buildLedgerProcess, type Start } from '../support/ledger-process.ts';
import { forEveryStore } from '../support/ledger-stores.ts';
import type { Acknowledgement } from '../support/ledger-worker.ts';

const BUDGET = '1000';
const COST = '0.1';

/** SQLite's log: a header, then pages of 4,096 bytes with 24 of their own. */
const LOG_HEADER = 32;
const LOG_FRAME = 4120;

let start: Start;

beforeAll(async () => {
  start = await buildLedgerProcess('ledger-crash');
});

const policy = policyOf(loss(BUDGET));

const open = (folder: string): Promise<Ledger> => openAt(folder, policy);

/** A database server notices a moment later that a process died; until then its question is being answered. */
async function onceNoticed(ask: () => ReturnType<Ledger['reserve']>): ReturnType<Ledger['reserve']> {
  for (let patience = 500; ; patience -= 1) {
    try {
      return await ask();
    } catch (caught) {
      if (patience === 0 || !(caught instanceof Refusal && caught.code === 'in_progress')) throw caught;
      await pause(20);
    }
  }
}

/** Whatever a dead process acknowledged is in the ledger, and asking for it again costs nothing. */
async function expectKept(ledger: Ledger, said: readonly Acknowledgement[]): Promise<void> {
  const before = await ledger.budget();
  const answered = new Set(said.filter(([what]) => what === 'answered').map(([, plan]) => plan));
  for (const [, plan, entry, head] of said) {
    if (entry === 0) continue;
    expect(await ledger.verify({ entry, head })).toMatchObject({ verified: true });
    const again = await onceNoticed(() => ledger.reserve(asking(plan), costing(COST)));
    if (answered.has(plan)) expect(again).toMatchObject({ kind: 'recorded', answer: `answer to ${plan}` });
    else {
      // the answer may have reached the disk although nobody was told
      expect(['recorded', 'hold']).toContain(again.kind);
      if (again.kind === 'hold') expect(again).toMatchObject({ resumed: true, detail: { noise: 'as priced' } });
      if (again.kind === 'hold') await ledger.settle(again, `answer to ${plan}`);
    }
  }
  expect((await ledger.budget()).spent).toEqual(before.spent);
}

const ROUNDS = 30;

forEveryStore(({ inFolder, openAt, database }) => {
  test(`killed at any instant, ${ROUNDS} times on one ledger`, () =>
    inFolder(async folder => {
      const entropy = reproducibleEntropy(20);
      const died = { starting: 0, charged: 0, answered: 0 };
      for (let round = 0; round < ROUNDS; round += 1) {
        const spender = start(folder, BUDGET, { apart: round % 6 < 2, database });
        spender.send({ do: 'spend', plan: `round ${round}`, cost: COST });
        // a third dies while opening, the others somewhere behind their first few acknowledgements
        const awaited = round % 3 === 0 ? 1 : 3 + (entropy.word() % 8);
        for (let line = 0; line < awaited; line += 1) await spender.next();
        await pause(entropy.word() % 12);
        await spender.kill();
        const last = spender.said.at(-1)?.[0] ?? '';
        if (last in died) died[last as keyof typeof died] += 1;
        const ledger = await openAt(folder, policy);
        await expectKept(ledger, spender.said.slice(-6));
        expect(await ledger.verify()).toMatchObject({ verified: true });
        await ledger.close();
      }
      expect(Math.min(...Object.values(died)), `died when ${JSON.stringify(died)}`).toBeGreaterThan(0);
    }));

  test('a question runs while its process lives, and is resumed when it died', () =>
    inFolder(async folder => {
      const ledger = await openAt(folder, policy);
      const worker = start(folder, BUDGET, { database });
      await worker.opened();
      worker.send({ do: 'reserve', plan: 'count', cost: COST });
      await worker.next();
      const ask = () => ledger.reserve(asking('count'), costing(COST));
      await expect(ask()).rejects.toMatchObject({ code: 'in_progress' });
      await expect(ask()).rejects.toMatchObject({ code: 'in_progress' });
      await worker.kill();
      expect(await onceNoticed(ask)).toMatchObject({ resumed: true });
      expect((await ledger.budget()).spent.epsilon).toBe(0.1);
      await ledger.close();
    }));
});

test('cut off between any two writes: what is left is a ledger, with everything acknowledged until then', () =>
  inFolder(async folder => {
    const worker = start(folder, BUDGET);
    await worker.opened();
    const log = join(folder, 'visits.ledger-wal');
    const promised: { entry: number; bytes: number }[] = [];
    for (const plan of ['count', 'sum', 'mean', 'median']) {
      worker.send({ do: 'answer', plan, cost: COST });
      await worker.next();
      const answered = await worker.next();
      promised.push({ entry: answered?.[2] ?? 0, bytes: statSync(log).size });
    }
    const total = statSync(log).size;
    const seen = new Set<number>();
    for (let bytes = LOG_HEADER; bytes <= total; bytes += LOG_FRAME / 2) {
      const copy = join(folder, `cut at ${bytes}`);
      mkdirSync(copy);
      for (const name of ['visits.ledger', 'visits.ledger-wal']) copyFileSync(join(folder, name), join(copy, name));
      truncateSync(join(copy, 'visits.ledger-wal'), bytes);
      // a torn write leaves the rest of its sector as it was on the disk
      appendFileSync(join(copy, 'visits.ledger-wal'), Buffer.alloc(bytes % 700, 0xa5));
      const ledger = await open(copy);
      const { entries } = await ledger.budget();
      seen.add(entries);
      for (const { entry, bytes: needed } of promised)
        if (needed <= bytes) expect(entries).toBeGreaterThanOrEqual(entry);
      expect(await ledger.verify()).toMatchObject({ verified: true });
      await ledger.close();
    }
    await worker.kill();
    expect([...seen].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  }));

test.each([false, true])(
  'a full disk: refused, nothing acknowledged is lost, and the ledger goes on when there is room; apart: %s',
  apart =>
    inFolder(async folder => {
      await (await open(folder)).close();
      const worker = start(folder, BUDGET, { shellPrefix: 'ulimit -f 300', apart });
      await worker.opened();
      let last: Acknowledgement | undefined;
      for (let turn = 0; last?.[0] !== 'ledger_unwritable' && turn < 200; turn += 1) {
        worker.send({ do: 'answer', plan: `question ${turn}`, cost: COST });
        last = await worker.next();
        if (last?.[0] === 'charged') last = await worker.next();
      }
      expect(last?.[0]).toBe('ledger_unwritable');
      const acknowledged = worker.said.filter(([what]) => what !== 'ledger_unwritable');
      expect(acknowledged.length).toBeGreaterThan(5);
      await worker.kill();
      const ledger = await open(folder);
      await expectKept(ledger, acknowledged);
      expect(await ledger.reserve(asking('another'), costing(COST))).toMatchObject({ kind: 'hold', resumed: false });
      await ledger.close();
    }),
);
