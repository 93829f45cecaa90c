import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anchoredIn, answered, ledgerParts, policy } from '../../../test/support/ledger-anchored.ts';
import { asking, costing, inFolder, loss, openingAt } from '../../../test/support/ledger-case.ts';
import { askingInside, sampleOf, spending } from '../../../test/support/ledger-sample.ts';
import { forEveryStore } from '../../../test/support/ledger-stores.ts';
import { preparedKey } from '../../../test/support/prepared-key.ts';
import type { Ledger } from '../ledger.ts';
import { openLedger, recoverLedger } from '../open-ledger.ts';

const spentOf = async (ledger: Ledger) => (await ledger.budget()).spent;

const rolledBack = { code: 'ledger_rolled_back' };

forEveryStore(stored => {
  test('an older copy is refused until the gap is marked as spent, exactly', () =>
    stored.inFolder(async folder => {
      const { use, open, back, restore, recover } = anchoredIn(folder, stored);
      await use(answered('count', '0.25', '1e-7'));
      await back();
      const lost = await use(answered('sum', '0.1', '2e-7'));
      await use(answered('mean', '0.2'));
      await restore();
      await expect(open()).rejects.toMatchObject(rolledBack);
      await expect(open()).rejects.toMatchObject({ message: expect.stringContaining('sortition ledger recover') });
      expect(await recover()).toMatchObject({ found: 'gap', lost: loss('0.3', '2e-7'), retired: [] });
      await use(async ledger => {
        expect(await spentOf(ledger)).toEqual({ epsilon: 0.55, delta: 3e-7 });
        expect(ledger.state().tables.get('stays')).toEqual(loss('0.3', '2e-7'));
        expect(await ledger.verify()).toMatchObject({ verified: true });
        expect(await ledger.verify(lost)).toMatchObject({ verified: false });
        expect(await ledger.reserve(asking('count'), costing('0.25'))).toMatchObject({ kind: 'recorded' });
      });
      expect(await recover()).toMatchObject({ found: 'whole', lost: loss(0) });
      await use(answered('sum', '0.1'));
      await use(async ledger => expect(await spentOf(ledger)).toEqual({ epsilon: 0.65, delta: 3e-7 }));
    }));

  test('without an anchor, a receipt tells a restored copy from the whole ledger', () =>
    stored.inFolder(async folder => {
      const { use, back, restore, withoutAnchor } = anchoredIn(folder, stored);
      const kept = await use(answered('count', '0.25'), withoutAnchor);
      await back();
      const lost = await use(answered('sum', '0.25'), withoutAnchor);
      await restore();
      const other = await use(answered('mean', '0.25'), withoutAnchor);
      expect(other.entry).toBe(lost.entry);
      await use(async ledger => {
        expect(await ledger.verify(kept)).toMatchObject({ verified: true });
        expect(await ledger.verify(other)).toMatchObject({ verified: true });
        expect(await ledger.verify(lost)).toMatchObject({
          verified: false,
          problem: expect.stringContaining('entry 5'),
        });
      }, withoutAnchor);
    }));

  test('whoever has the ledger open is refused too', () =>
    stored.inFolder(async folder => {
      const { use, open, anchor } = anchoredIn(folder, stored);
      await use(answered('count', '0.25'));
      const ledger = await open();
      const line = readFileSync(anchor, 'utf8').trimEnd().split('\n').at(-1) ?? '';
      writeFileSync(anchor, `${line.replace(/^\d+ ./, '9 f')}\n`, { flag: 'a' });
      await expect(ledger.reserve(asking('sum'), costing('0.1'))).rejects.toMatchObject(rolledBack);
      await expect(ledger.grant(loss(1), 'more')).rejects.toMatchObject(rolledBack);
      expect(await spentOf(ledger)).toEqual({ epsilon: 0.25, delta: 0 });
      await ledger.close();
    }));

  test('a copy that was used without its anchor adds its own spending to what was lost', () =>
    stored.inFolder(async folder => {
      const { use, back, restore, recover, withoutAnchor } = anchoredIn(folder, stored);
      await use(answered('count', '0.25'));
      await back();
      await use(answered('sum', '0.5'));
      await restore();
      for (const plan of ['fork', 'fork of the fork']) await use(answered(plan, '2'), withoutAnchor);
      await recover();
      await use(async ledger => expect(await spentOf(ledger)).toEqual({ epsilon: 4.75, delta: 0 }));
      await restore();
      await recover();
      await use(async ledger => expect(await spentOf(ledger)).toEqual({ epsilon: 4.75, delta: 0 }));
    }));

  test('recovery that crashed before it reached the anchor charges once', () =>
    stored.inFolder(async folder => {
      const { use, open, back, restore, recover, anchor } = anchoredIn(folder, stored);
      await use(answered('count', '0.25'));
      await back();
      await use(answered('sum', '0.5'));
      await restore();
      const before = readFileSync(anchor);
      await recover();
      writeFileSync(anchor, before);
      expect(await recover()).toMatchObject({ found: 'whole' });
      const ledger = await open();
      expect(await spentOf(ledger)).toEqual({ epsilon: 0.75, delta: 0 });
      await ledger.close();
    }));

  test('a ledger that is ahead of its anchor is whole, and the anchor follows', () =>
    stored.inFolder(async folder => {
      const { use, withoutAnchor, back, restore, open } = anchoredIn(folder, stored);
      await use(answered('count', '0.25'));
      await back();
      await use(answered('sum', '0.5'), withoutAnchor);
      await use(async ledger => expect(await spentOf(ledger)).toEqual({ epsilon: 0.75, delta: 0 }));
      await restore();
      await expect(open()).rejects.toMatchObject(rolledBack);
    }));

  test('what was spent inside is unknown: draws are retired with their keys, and parts begin anew', () =>
    stored.inFolder(async folder => {
      const { use, back, restore, recover } = anchoredIn(folder, stored);
      const onPart = (node: string) => () => ({
        ...costing('0.5')(),
        nodes: new Map([[node, { spent: spending('0.5'), passed: spending('0.5') }]]),
      });
      const commitment = await use(async ledger => {
        const key = await preparedKey(ledger.keys);
        await ledger.reserve(asking('a'), askingInside(sampleOf('june', 'draw', key), '1'));
        await ledger.reserve(asking('b'), onPart('split by ward'));
        await ledger.reserve(asking('old'), askingInside(sampleOf('may', 'older draw'), '1'));
        await ledger.retireSample('may', 'over');
        return key.commitment;
      });
      await back();
      await use(answered('lost', '0.25'));
      await restore();
      const { retired } = await recover();
      expect(retired.map(({ name }) => name)).toEqual(['june']);
      await use(async ledger => {
        const { samples, nodes, spent } = ledger.state();
        expect(spent).toEqual(loss('0.95'));
        expect(samples.get('june')?.retired).toBe(9);
        expect(samples.get('may')?.retired).toBe(8);
        expect([...nodes.keys()].filter(node => !/^(june|may)@/.test(node))).toEqual([]);
        expect(nodes.size).toBe(2);
        await expect(ledger.keys.read(commitment)).rejects.toThrow('retire the sample');
        await ledger.reserve(asking('c'), askingInside(sampleOf('june', 'new draw'), '1'));
        expect(ledger.state().samples.get('june')?.retired).toBeNull();
      });
    }));

  test('the anchor knows every head before its answer leaves', () =>
    stored.inFolder(async folder => {
      const { use, anchor } = anchoredIn(folder, stored);
      for (const plan of ['count', 'sum']) {
        const { entry, head } = await use(answered(plan, '0.25', '1e-7'));
        expect(readFileSync(anchor, 'utf8').trimEnd().split('\n').at(-1)).toContain(`${entry} ${head} `);
      }
      expect(readFileSync(anchor, 'utf8')).toMatch(/^sortition anchor 1\n1 [0-9a-f]{64} 0 0\n/);
      expect(readFileSync(anchor, 'utf8')).toMatch(/ 0\.5 0\.0000002\n$/);
    }));
});

test('a ledger that is gone is not made anew; recovered, it begins with all that was spent', () =>
  inFolder(async folder => {
    const { use, open, lose, recover, ledger: path } = anchoredIn(folder);
    await use(answered('count', '0.25', '1e-7'));
    await lose();
    await expect(open()).rejects.toMatchObject(rolledBack);
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, '');
    await expect(open()).rejects.toMatchObject(rolledBack);
    expect(await recover()).toMatchObject({ found: 'gap', entry: 2, lost: loss('0.25', '1e-7') });
    await use(async ledger => {
      expect(ledger.created).toBe(false);
      expect(await spentOf(ledger)).toEqual({ epsilon: 0.25, delta: 1e-7 });
    });
  }));

test('an anchor that is gone is not silently replaced', () =>
  inFolder(async folder => {
    const { use, open, recover, anchor, ledger: path } = anchoredIn(folder);
    await use(answered('count', '0.25'));
    const ledger = await open();
    rmSync(anchor);
    await expect(answered('sum', '0.25')(ledger)).rejects.toMatchObject({ code: 'anchor_missing' });
    await ledger.close();
    await expect(open()).rejects.toMatchObject({ code: 'anchor_missing' });
    expect(existsSync(anchor)).toBe(false);
    expect(await recover()).toMatchObject({ found: 'anchored', lost: loss(0) });
    await use(answered('sum', '0.25'));
    const entries = ledgerParts(path).map(part => readFileSync(part, 'latin1'));
    expect(entries.join()).toContain('"reason":"the disk died"');
  }));

test('a line that a crash cut off was never promised; the next one takes its place', () =>
  inFolder(async folder => {
    const { use, anchor } = anchoredIn(folder);
    const torn = ['', '5 0123', 'x'];
    for (const [turn, text] of torn.entries()) {
      await use(answered(`question ${turn}`, '0.25'));
      writeFileSync(anchor, text, { flag: 'a' });
    }
    await use(async ledger => expect(await spentOf(ledger)).toEqual({ epsilon: 0.75, delta: 0 }));
    for (const line of readFileSync(anchor, 'utf8').split('\n').slice(1, -1)) {
      expect(line).toMatch(/^\d+ [0-9a-f]{64} [\d.]+ [\d.]+$/);
    }
    writeFileSync(anchor, 'sortition an');
    await expect(use(answered('more', '0.25'))).rejects.toMatchObject({ code: 'anchor_missing' });
  }));

test.each(['patient,ward\n1,A\n', 'sortition anchor 1\nnonsense\n'])('a file that is no anchor is left alone', text =>
  inFolder(async folder => {
    const { open, recover, anchor } = anchoredIn(folder);
    writeFileSync(anchor, text);
    await expect(open()).rejects.toMatchObject({ code: 'anchor_missing' });
    await expect(recover()).rejects.toMatchObject({ code: 'anchor_missing' });
    expect(readFileSync(anchor, 'utf8')).toBe(text);
  }),
);

test('an anchor that cannot be written, and a policy without one, are refused', () =>
  inFolder(async folder => {
    const opening = { ...openingAt(folder, policy), anchor: join(folder, 'no disk', 'anchor') };
    await expect(openLedger(opening)).rejects.toMatchObject({ code: 'ledger_unwritable' });
    const { anchor, ...unanchored } = opening;
    await expect(recoverLedger(unanchored, 'none')).rejects.toMatchObject({ code: 'anchor_missing' });
  }));
