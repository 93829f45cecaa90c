/** A thousand columns: judged in seconds, drawn and checked, and refused in no wrong words. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditRelease, checkRelease, drawRelease } from '../../src/release/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-wide-'));
const columns = Array.from({ length: 1000 }, (_, place) => `c${place}`);
const data = join(folder, 'wide.csv');
const row = (ward: number): string => columns.map((_, place) => (place === 0 ? ward : place % 7)).join(',');
writeFileSync(data, [columns.join(','), ...Array.from({ length: 600 }, (_, person) => row(person % 2))].join('\n'));

const order = { data, columns, epsilon: 1, delta: 0.01 };

test('an audit of a rate that is too large tries no thousand versions', async () => {
  expect(await auditRelease({ ...order, rate: '0.9' })).toMatchObject({
    ...{ verdict: 'unsafe', rows: 600, distinct: 2, suggestions: [] },
  });
}, 60_000);

test('a sample is drawn and is good', async () => {
  const sample = join(folder, 'sample.csv');
  await drawRelease({ ...order, rate: '0.05', out: sample });
  expect(await checkRelease({ sample, data, epsilon: 1 })).toMatchObject({ verdict: 'good', distinct: 2 });
}, 60_000);
