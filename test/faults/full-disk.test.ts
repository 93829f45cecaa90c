/** A disk that is full when the engine needs it: one opaque failure, nothing left lying about, and the engine goes on. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../src/engine/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { inClinic } from '../support/clinic.ts';
import type { Spilled } from './spilling.ts';

const run = promisify(execFile);

/** A limit on the size of files is a disk that is full as far as this process can tell. */
async function spilling(folder: string, limit: string): Promise<Spilled> {
  const words = [process.execPath, '--import', 'tsx', 'test/faults/spilling.ts', folder];
  const { stdout } = await run('sh', ['-c', `${limit}; exec "$@"`, 'sh', ...words]);
  return JSON.parse(stdout);
}

describe('what does not fit into memory goes to the disk', () => {
  const foldersOf = (folder: string): string[] => readdirSync(folder).filter(name => name.startsWith('spill-'));

  test('and where there is room it is answered', () =>
    inClinic(async ({ folder }) => {
      expect(await spilling(folder, 'ulimit -f unlimited')).toEqual({ outcome: ['2'], after: ['40'], kinds: [] });
      expect(foldersOf(folder)).toEqual([]);
    }));

  test('where there is none it fails opaquely', () =>
    inClinic(async ({ folder }) => {
      expect(await spilling(folder, 'ulimit -f 300')).toEqual({
        outcome: { code: 'engine_failed', message: expect.stringMatching(/^The engine could not finish/) },
        after: ['40'],
        kinds: [expect.stringMatching(/^(IO|Out of Memory) Error$/)],
      });
      expect(foldersOf(folder)).toEqual([]);
    }));

  test('where its folder cannot be made it is said before anything is asked', () =>
    inClinic(async ({ policy, path }) => {
      const opening = openEngine(await loadPolicy(policy), { spillInto: path('nowhere') });
      await expect(opening).rejects.toMatchObject({ name: 'Refusal', code: 'file_unwritable' });
    }));
});
