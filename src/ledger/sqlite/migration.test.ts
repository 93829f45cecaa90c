import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { asking, costing, inFolder, loss, openAt, openingAt, policyOf } from '../../../test/support/ledger-case.ts';
import { askingInside, sampleOf, spending } from '../../../test/support/ledger-sample.ts';
import { written } from '../../amounts/amount.ts';
import type { Hold, Receipt } from '../ledger.ts';
import { openLedger } from '../open-ledger.ts';

const released = { 1: fileURLToPath(new URL('../../../test/fixtures/ledger-version-1.sql', import.meta.url)) };

const head = '125524eb042acbccbe7d487f28b865d7817ae5e3593ac82005c3e4a432426de3';
const receiptOfCount: Receipt = { entry: 3, head: '9754290b454f6a2e95d5952fbeb916b68a7ef351d44cba42b4613d2a2f20190d' };

const policy = policyOf(loss(2, '1e-6'), {
  fingerprint: 'second',
  analysts: new Map([['bob', { epsilon: written('0.9'), delta: null }]]),
  tables: new Map([['visits', { epsilon: written('1.5'), delta: written('1e-6') }]]),
});

/** The file as it lay on a disk. */
function lay(version: keyof typeof released, path: string): void {
  const sqlite = new Database(path);
  sqlite.exec(readFileSync(released[version], 'utf8'));
  sqlite.close();
}

function inside(path: string): { version: number; entries: unknown[]; answers: unknown[] } {
  const sqlite = new Database(path);
  const [{ user_version: version }] = sqlite.pragma('user_version') as [{ user_version: number }];
  const [entries, answers] = ['entries', 'answers'].map(table => sqlite.prepare(`SELECT * FROM ${table}`).all());
  sqlite.close();
  return { version, entries, answers };
}

test('a ledger of version 1 is copied, keeps chain, answers and spending, and goes on', () =>
  inFolder(async folder => {
    const path = join(folder, 'visits.ledger');
    lay(1, path);
    const before = inside(path);
    expect(before.version).toBe(1);
    const ledger = await openAt(folder, policy);
    expect(ledger.created).toBe(false);
    expect(await ledger.budget()).toMatchObject({
      budget: { epsilon: 2.5, delta: 1e-6 },
      spent: { epsilon: 0.85, delta: 1e-7 },
      byAnalyst: [
        { analyst: 'ada', spent: { epsilon: 0.6 } },
        { analyst: 'bob', spent: { epsilon: 0.25 } },
      ],
      samples: [],
      entries: 12,
      head,
    });
    expect(ledger.state().nodes.get('base')?.spent).toMatchObject({ ...loss('0.85', '1e-7'), replace: written('1.7') });
    expect(await ledger.verify(receiptOfCount)).toMatchObject({ verified: true, entries: 12, head });
    const repeats = [{}, { idempotencyKey: 'key of count' }, { idempotencyKey: 'another key' }];
    for (const more of repeats) {
      const again = await ledger.reserve(asking('count', more), costing('0.1'));
      expect(again).toMatchObject({ kind: 'recorded', answer: { estimate: 5 }, ...receiptOfCount });
    }
    const resumed = await ledger.reserve(asking('mean', { idempotencyKey: 'key of mean' }), costing('0.2'));
    expect(resumed).toMatchObject({ kind: 'hold', resumed: true, detail: { noise: 'as priced' } });
    await ledger.settle(resumed as Hold, 'mean');
    expect(await ledger.reserve(asking('median'), costing('0.3'))).toMatchObject({ kind: 'hold', resumed: false });
    await ledger.reserve(asking('inside'), askingInside(sampleOf('june', 'draw'), '1'));
    await ledger.close();

    const again = await openAt(folder, policy);
    expect(again.state()).toMatchObject({ entries: 17, spent: loss('1.25', '1e-7') });
    expect(again.state().nodes.get(sampleOf('june', 'draw').node)?.spent).toEqual(spending(1));
    expect(await again.verify(receiptOfCount)).toMatchObject({ verified: true, entries: 17 });
    await again.close();
    const after = inside(path);
    expect(after.version).toBe(4);
    expect(after.entries.slice(0, 12)).toEqual(before.entries);
    const copy = `${path}.version-1`;
    expect(inside(copy)).toEqual(before);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
  }));

test('many who open it at once migrate it once, and the copy is of version 1', () =>
  inFolder(async folder => {
    const path = join(folder, 'visits.ledger');
    lay(1, path);
    const before = inside(path);
    const ledgers = await Promise.all([1, 2, 3, 4].map(() => openAt(folder, policy)));
    for (const ledger of ledgers) expect(await ledger.verify()).toMatchObject({ verified: true, head });
    for (const ledger of ledgers) await ledger.close();
    expect(inside(path).version).toBe(4);
    expect(readdirSync(folder).filter(name => name.includes('version'))).toEqual(['visits.ledger.version-1']);
    expect(inside(`${path}.version-1`)).toEqual(before);
  }));

test('a ledger of version 1 may begin an anchor', () =>
  inFolder(async folder => {
    const path = join(folder, 'visits.ledger');
    lay(1, path);
    const opening = { ...openingAt(folder, policy), anchor: join(folder, 'anchor') };
    for (const entries of [13, 13]) {
      const ledger = await openLedger(opening);
      expect(ledger.state().entries).toBe(entries);
      await ledger.close();
    }
    expect(readFileSync(opening.anchor, 'utf8')).toContain(`12 ${head} 0.85 0.0000001\n`);
  }));

test('a ledger of a version to come is left as it is', () =>
  inFolder(async folder => {
    const path = join(folder, 'visits.ledger');
    lay(1, path);
    const sqlite = new Database(path);
    sqlite.exec('PRAGMA user_version = 5');
    sqlite.close();
    const before = inside(path);
    await expect(openAt(folder, policy)).rejects.toMatchObject({ code: 'ledger_newer' });
    expect(inside(path)).toEqual(before);
    expect(existsSync(`${path}.version-5`)).toBe(false);
  }));
