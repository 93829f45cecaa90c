/** A process that dies while it draws: the draw counts, no half of a file has a name, and the next one needs a reason. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type DrawStage, drawRelease, listDraws } from '../../src/release/index.ts';
import { type DrawFolder, drawFolder } from '../support/release-draw.ts';
import type { DrawDeath } from '../support/release-draw-worker.ts';

function workerWords(folder: DrawFolder, death: DrawDeath): string[] {
  const order = {
    ...{ data: folder.path('people.csv'), columns: ['ward', 'sex'], epsilon: '1', delta: 0.001, rate: '0.1' },
    out: folder.path('sample.csv'),
  };
  const words = [order, death].map(word => JSON.stringify(word));
  return ['--import', 'tsx', 'test/support/release-draw-worker.ts', ...words];
}

async function killed(folder: DrawFolder, death: DrawDeath): Promise<void> {
  const worker = spawn(process.execPath, workerWords(folder, death), { stdio: 'inherit' });
  expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL']);
}

const isMaking = (name: string): boolean => name.endsWith('.making');

/** The clock is asked for the first entry of the ledger and for the draw. */
test.each([
  ['before the ledger knows of the draw', 2, 0, null],
  ['after the draw is recorded and before a coin is tossed', 'coins', 1, null],
  ['when the file is whole and has no name', 'certified', 1, expect.stringMatching(/^[0-9a-f]{64}$/)],
] as const)('killed %s', async (_, death, draws, output) => {
  const folder = drawFolder();
  await killed(folder, death);
  expect(existsSync(folder.path('sample.csv'))).toBe(false);
  expect(readdirSync(folder.folder).some(isMaking)).toBe(true);
  const listed = await listDraws({ data: folder.path('people.csv') });
  expect(listed).toMatchObject({ verified: true, draws: Array.from({ length: draws }, () => ({ output })) });

  if (draws === 0) await folder.draw();
  else {
    expect(await folder.draw().catch(({ code }) => code)).toBe('release_repeated');
    await folder.draw({ reason: 'the machine lost its power' });
    expect(folder.certificate('sample.csv')).toMatchObject({ earlier: [{ output }] });
  }
  expect(readdirSync(folder.folder).filter(isMaking)).toEqual([]);
  expect(folder.lines('sample.csv').length).toBeGreaterThan(800);
});

test('a file that takes the name meanwhile is not overwritten, and the draw counts', async () => {
  const folder = drawFolder();
  const progress = (stage: DrawStage): void => {
    if (stage === 'certified') writeFileSync(folder.path('sample.csv'), 'mine');
  };
  const order = { data: folder.path('people.csv'), columns: ['ward'], epsilon: '1', delta: 0.001, rate: '0.1' };
  const failed = drawRelease({ ...order, out: folder.path('sample.csv') }, { progress });
  await expect(failed).rejects.toMatchObject({
    code: 'file_unwritable',
    message: expect.stringContaining('counts as made'),
  });
  expect(readdirSync(folder.folder).filter(name => /^\.|certificate/.test(name))).toEqual([]);
  expect((await listDraws({ data: folder.path('people.csv') })).draws).toHaveLength(1);
});

test('a disk that is full leaves no half of a sample, and the draw counts', async () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => `a ward with a long name ${row % 3},f`);
  const folder = drawFolder({ 'people.csv': ['ward,sex', ...rows].join('\n') });
  // a limit on the size of files is a disk that is full as far as the process can tell
  const limited = ['-c', 'ulimit -f 300; exec "$@"', 'sh', process.execPath, ...workerWords(folder, 0)];
  const { stdout } = await promisify(execFile)('sh', limited);
  expect(stdout).toMatch(/^file_unwritable: .* counts as made/);
  expect(readdirSync(folder.folder).filter(name => /^\.|^sample/.test(name))).toEqual([]);
  expect((await listDraws({ data: folder.path('people.csv') })).draws).toMatchObject([{ output: null }]);
});
