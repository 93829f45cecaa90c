import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockedInstance } from './duckdb/instance.ts';
import { isGone } from './maker.ts';

const { pid: ended } = spawnSync(process.execPath, ['-e', '']);

test('a process that ended is gone, and this one is not', () => {
  expect(isGone(String(ended))).toBe(true);
  expect(isGone(String(process.pid))).toBe(false);
});

test('what a killed process spilled is swept away, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-spill-'));
  const kept = [`spill-${process.pid}-abc`, 'spill-notes', 'samples'];
  for (const name of [`spill-${ended}-abc`, ...kept]) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'rows'), 'people');
  }
  const { close } = await lockedInstance(
    { limits: { memoryMegabytes: 100 }, files: [], spillInto: folder },
    async () => {},
  );
  expect(readdirSync(folder)).toHaveLength(kept.length + 1);
  await close();
  expect(readdirSync(folder).sort()).toEqual([...kept].sort());
});
