import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asking, costing, inFolder, loss, openingAt, policyOf } from '../../../test/support/ledger-case.ts';
import { askingInside, creating, sampleOf, spending } from '../../../test/support/ledger-sample.ts';
import { preparedKey } from '../../../test/support/prepared-key.ts';
import type { Hold } from '../ledger.ts';
import { openLedger, recoverLedger } from '../open-ledger.ts';
import type { PreparedKey } from './sample-key.ts';

/** Every way in which a secret may have been written down. */
const spellings = (key: string): string[] => {
  const bytes = Buffer.from(key, 'hex');
  return [
    key,
    key.toUpperCase(),
    bytes.toString('latin1'),
    bytes.toString('base64').slice(0, 40),
    [...bytes].join(','),
  ];
};

/** Everything below a folder except keys and what wraps them. */
const written = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => !name.startsWith('visits.ledger.keys') && statSync(join(folder, name)).isFile())
    .map(name => readFileSync(join(folder, name), 'latin1'))
    .join('\n');

test.each([false, true])('no key is in the ledger, the anchor, a report or a message; wrapped: %s', isWrapped =>
  inFolder(async folder => {
    const wrapping = 'a5'.repeat(32);
    const keyFile = join(folder, 'visits.ledger.keys.wrapping');
    if (isWrapped) writeFileSync(keyFile, wrapping);
    const policy = policyOf(loss(1), { fingerprint: 'first' });
    const opening = {
      ...openingAt(folder, policy),
      anchor: join(folder, 'anchor'),
      keyFile: isWrapped ? keyFile : undefined,
    };
    const by = { analyst: 'ada', tables: ['visits'] };
    const shown: string[] = [];
    const show = async (work: () => unknown): Promise<void> => {
      try {
        shown.push(JSON.stringify(await work(), plain) ?? '');
      } catch (caught) {
        shown.push(caught instanceof Error ? `${caught.message} ${caught.stack} ${JSON.stringify(caught)}` : 'unknown');
      }
    };
    const ledger = await openLedger(opening);
    const keys: PreparedKey[] = [];
    for (const _ of [1, 2, 3]) keys.push(await preparedKey(ledger.keys));
    const [june, july, may] = ['june', 'july', 'may'].map((name, i) =>
      sampleOf(name, name, { commitment: keys[i].commitment, cap: name === 'july' ? spending(2) : null }),
    );
    await show(() => ledger.createSample(by, creating(july, '0.1')));
    await show(() => ledger.createSample(by, creating(sampleOf('july', 'other'), '0.1')));
    await show(async () =>
      ledger.settle((await ledger.reserve(asking('sum'), askingInside(june, '1'))) as Hold, 'sum'),
    );
    await show(() => ledger.reserve(asking('mean'), askingInside(may, '11')));
    await show(() => ledger.reserve(asking('base'), costing('5')));
    await show(() => ledger.budget());
    await show(() => [...ledger.state().samples.values()]);
    await show(() => ledger.verify());
    writeFileSync(join(folder, 'visits.ledger.keys', keys[0].commitment), `${keys[1].key}\n`);
    await show(() => ledger.keys.read(keys[0].commitment));
    await show(() => ledger.keys.read('0'.repeat(64)));
    await show(() => ledger.keys.read(keys[0].key.slice(1)));
    await show(() => ledger.retireSample('june', 'over'));
    await show(() => ledger.keys.erase(keys[0].commitment));
    await ledger.close();
    await show(() => recoverLedger(opening, 'nothing was lost'));
    expect(shown).toHaveLength(14);
    expect(shown.filter(text => text.includes('sample_key_missing'))).toHaveLength(2);
    const said = shown.join('\n') + written(folder);
    expect(said).toContain(keys[1].commitment);
    const lying = readFileSync(join(folder, 'visits.ledger.keys', keys[1].commitment), 'latin1');
    expect(spellings(keys[1].key).some(spelling => lying.includes(spelling))).toBe(!isWrapped);
    for (const secret of [...keys.map(({ key }) => key), ...(isWrapped ? [wrapping] : [])]) {
      for (const spelling of spellings(secret)) expect(said.includes(spelling)).toBe(false);
    }
  }),
);

const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
