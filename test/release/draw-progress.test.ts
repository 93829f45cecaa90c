/** A draw that is watched, and given up at each of its stages: without a trace before the record, and not at all after it. */
import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DrawStage, drawRelease, listDraws } from '../../src/release/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import { type DrawFolder, drawFolder } from '../support/release-draw.ts';

async function givenUpAt(folder: DrawFolder, last: DrawStage | null) {
  const controller = new AbortController();
  const seen: [DrawStage, number][] = [];
  const order = { data: folder.path('people.csv'), columns: ['ward'], epsilon: '1', delta: 0.001, rate: '0.1' };
  const end = await drawRelease(
    { ...order, out: folder.path('sample.csv') },
    {
      signal: controller.signal,
      progress(stage, part) {
        seen.push([stage, part]);
        if (stage === last) controller.abort(new Refusal('cancelled', 'Given up.'));
      },
    },
  ).then(
    () => 'published',
    ({ code }) => code,
  );
  return { end, stages: seen.map(([stage]) => stage), parts: seen.map(([, part]) => part) };
}

const STAGES = ['reading', 'judged', 'recorded', 'drawing', 'certified', 'published'];

test('all stages are reported, in order, and the parts grow to the whole', async () => {
  const { end, stages, parts } = await givenUpAt(drawFolder(), null);
  expect({ end, stages }).toEqual({ end: 'published', stages: STAGES });
  expect(parts).toEqual([...parts].sort((a, b) => a - b));
  expect([parts[0], parts.at(-1)]).toEqual([0, 1]);
});

test.each(['reading', 'judged'] as const)(
  'given up while %s, it leaves no file, no ledger and no draw',
  async stage => {
    const folder = drawFolder();
    const { end, stages } = await givenUpAt(folder, stage);
    expect({ end, last: stages.at(-1) }).toEqual({ end: 'cancelled', last: stage });
    expect(readdirSync(folder.folder)).toEqual(['people.csv']);
    expect((await givenUpAt(folder, null)).end).toBe('published');
  },
);

test.each(['recorded', 'drawing'] as const)('once %s, it is finished: nobody keeps a sample back', async stage => {
  const folder = drawFolder();
  expect(await givenUpAt(folder, stage)).toMatchObject({ end: 'published', stages: STAGES });
  expect(existsSync(folder.path('sample.csv'))).toBe(true);
  const { draws } = await listDraws({ data: folder.path('people.csv') });
  expect(draws).toMatchObject([{ output: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
});

test('a count that is running is interrupted', async () => {
  const many = Array.from({ length: 300_000 }, (_, row) => `w${row % 100_000},${row}`);
  const folder = drawFolder({ 'people.csv': ['ward,sex', ...many].join('\n') });
  const controller = new AbortController();
  const order = { data: folder.path('people.csv'), columns: ['ward', 'sex'], epsilon: '1', delta: 0.001, rate: '0.1' };
  const drawing = drawRelease({ ...order, out: folder.path('sample.csv') }, { signal: controller.signal });
  const making = () => readdirSync(folder.folder).some(name => name.endsWith('.making'));
  while (!making()) await new Promise(later => setTimeout(later, 1));
  controller.abort(new Refusal('cancelled', 'Given up.'));
  // counted to its end, the table would be refused as unsafe
  await expect(drawing).rejects.toMatchObject({ code: 'cancelled' });
  expect(readdirSync(folder.folder)).toEqual(['people.csv']);
});
