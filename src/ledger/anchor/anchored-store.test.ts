import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asking, costing, inFolder, policyOf } from '../../../test/support/ledger-case.ts';
import { refuse } from '../../vocabulary/index.ts';
import { chainedLedger } from '../chained-ledger.ts';
import { openKeyStore } from '../keys/key-store.ts';
import type { Hold, Ledger } from '../ledger.ts';
import { openSqliteStore } from '../sqlite/sqlite-store.ts';
import type { AnchorFile, AnchorLine } from './anchor-file.ts';
import { anchoredStore } from './anchored-store.ts';

/** An anchor in memory whose disk can be taken away. */
function fragileAnchor(): AnchorFile & { isBroken: boolean } {
  const lines: AnchorLine[] = [];
  return {
    isBroken: false,
    last: () => lines.at(-1),
    lines: () => lines,
    async keep(line) {
      if (lines.at(-1)?.head === line.head) return;
      if (this.isBroken) refuse('ledger_unwritable', 'no disk');
      lines.push(line);
    },
  };
}

const withFragileAnchor = (work: (ledger: Ledger, anchor: ReturnType<typeof fragileAnchor>) => Promise<void>) =>
  inFolder(async folder => {
    const anchor = fragileAnchor();
    const clock = () => new Date(0);
    const store = anchoredStore(
      await openSqliteStore(join(folder, 'visits.ledger'), { patienceMilliseconds: 1000 }),
      anchor,
      clock,
    );
    const ledger = await chainedLedger(store, { policy: policyOf(), clock, keys: openKeyStore(join(folder, 'keys')) });
    await work(ledger, anchor);
    await ledger.close();
  });

const unwritable = { code: 'ledger_unwritable' };

test('a charge whose head the anchor could not take is nobody’s, and is resumed at no further cost', () =>
  withFragileAnchor(async (ledger, anchor) => {
    const ask = () => ledger.reserve(asking('count'), costing('0.4'));
    anchor.isBroken = true;
    await expect(ask()).rejects.toMatchObject(unwritable);
    await expect(ask()).rejects.toMatchObject(unwritable);
    anchor.isBroken = false;
    const hold = await ask();
    expect(hold).toMatchObject({ kind: 'hold', resumed: true });
    await expect(ask()).rejects.toMatchObject({ code: 'in_progress' });
    await ledger.settle(hold as Hold, 'count');
    expect((await ledger.budget()).spent.epsilon).toBe(0.4);
  }));

test('no answer leaves while the anchor cannot take its head, not even a recorded one', () =>
  withFragileAnchor(async (ledger, anchor) => {
    const ask = () => ledger.reserve(asking('count'), costing('0.4'));
    const hold = (await ask()) as Hold;
    anchor.isBroken = true;
    await expect(ledger.settle(hold, 'count')).rejects.toMatchObject(unwritable);
    await expect(ask()).rejects.toMatchObject(unwritable);
    anchor.isBroken = false;
    const recorded = await ask();
    expect(recorded).toMatchObject({ kind: 'recorded', answer: 'count' });
    expect(anchor.last()).toMatchObject({ entry: recorded.entry, head: recorded.head });
  }));

test('two questions at once leave an anchor that has seen both', () =>
  withFragileAnchor(async (ledger, anchor) => {
    await Promise.all(['a', 'b', 'c'].map(plan => ledger.reserve(asking(plan), costing('0.1'))));
    const { entries, head } = ledger.state();
    expect(anchor.last()).toMatchObject({ entry: entries, head });
    const entriesSeen = anchor.lines().map(({ entry }) => entry);
    expect(entriesSeen).toEqual([...entriesSeen].sort((a, b) => a - b));
  }));
