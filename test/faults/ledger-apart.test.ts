/** A ledger that is written in a thread of its own: nothing is written in this one, and what the thread was told is kept. */
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import Database from 'libsql';
import { build } from 'tsdown';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type * as LedgerStation from '../../src/ledger/index.ts';
import { asking, costing, inFolder, loss, openAt, openingAt, policyOf } from '../support/ledger-case.ts';

const THREAD = 'ledger/sqlite/writer-thread';
let built: typeof LedgerStation;

beforeAll(async () => {
  const outDir = join('.tmp', 'ledger-apart');
  const entry = { index: 'src/ledger/index.ts', [THREAD]: `src/${THREAD}.ts` };
  await build({ config: false, entry, format: 'esm', platform: 'node', dts: false, outDir, logLevel: 'silent' });
  built = await import(pathToFileURL(join(outDir, 'index.mjs')).href);
});

const openApart = (folder: string, patienceMilliseconds = 10_000) =>
  built.openLedger({ ...openingAt(folder, policyOf(loss(10))), apart: true, patienceMilliseconds });

/** The thread that is started meanwhile. */
async function startedBy<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly thread: Worker }> {
  const started = once(process, 'worker') as Promise<[Worker]>;
  const result = await work();
  return { result, thread: (await started)[0] };
}

test('this thread begins no transaction that writes, from the first opening to the last', () =>
  inFolder(async folder => {
    const exec = vi.spyOn(Database.prototype, 'exec');
    onTestFinished(() => exec.mockRestore());
    const { result: ledger } = await startedBy(() => openApart(folder));
    const hold = await ledger.reserve(asking('count'), costing('0.1'));
    if (hold.kind === 'hold') await ledger.settle(hold, 'many');
    expect(await ledger.reserve(asking('count'), costing('0.1'))).toMatchObject({ kind: 'recorded', answer: 'many' });
    await ledger.close();
    const begun = exec.mock.calls.map(([text]) => text).filter(text => text.startsWith('BEGIN'));
    // the presence locks a file of its own, and writes nothing there
    expect(new Set(begun)).toEqual(new Set(['BEGIN deferred', 'BEGIN EXCLUSIVE']));
    exec.mockClear();
    await (await openAt(folder, policyOf(loss(10)))).close();
    expect(exec.mock.calls.map(([text]) => text)).toContain('BEGIN immediate');
  }));

test('questions that are asked at once, in threads and here, are charged one by one; a closed ledger takes no more', () =>
  inFolder(async folder => {
    const ledgers = [await openApart(folder), await openApart(folder), await openAt(folder, policyOf(loss(10)))];
    const asked = Array.from({ length: 60 }, (_, turn) =>
      ledgers[turn % 3].reserve(asking(`question ${turn}`), costing('0.2')),
    );
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    for (const ledger of ledgers) {
      expect(await ledger.budget()).toMatchObject({ spent: { epsilon: 10 } });
      await ledger.close();
      await expect(ledger.grant(loss(1), 'more')).rejects.toMatchObject({ code: 'source_unreadable' });
    }
    const after = await openAt(folder, policyOf(loss(10)));
    expect(await after.verify()).toMatchObject({ verified: true, entries: 51 });
    await after.close();
  }));

test('what is refused in the thread is refused here: a lock, another program’s file', () =>
  inFolder(async folder => {
    const ledger = await openApart(folder, 40);
    const other = new Database(join(folder, 'visits.ledger'));
    other.exec('BEGIN IMMEDIATE');
    const ask = () => ledger.reserve(asking('count'), costing('0.1'));
    await expect(ask()).rejects.toMatchObject({ code: 'ledger_locked' });
    other.exec('COMMIT');
    expect(await ask()).toMatchObject({ kind: 'hold', resumed: false });
    await ledger.close();
    other.exec('PRAGMA user_version = 1000');
    other.close();
    await expect(openApart(folder)).rejects.toMatchObject({ code: 'ledger_newer' });
  }));

test('a thread that is lost lets go of the ledger: nothing is written by it, and nothing is said to be', () =>
  inFolder(async folder => {
    const { result: ledger, thread } = await startedBy(() => openApart(folder));
    await ledger.reserve(asking('count'), costing('0.1'));
    await thread.terminate();
    await expect(ledger.reserve(asking('sum'), costing('0.1'))).rejects.toMatchObject({ code: 'ledger_unwritable' });
    expect((await ledger.budget()).spent.epsilon).toBe(0.1);
    const other = await openAt(folder, policyOf(loss(10)));
    expect(await other.reserve(asking('sum'), costing('0.1'))).toMatchObject({ kind: 'hold', resumed: false });
    expect((await ledger.budget()).spent.epsilon).toBe(0.2);
    await other.close();
    await ledger.close();
  }));
