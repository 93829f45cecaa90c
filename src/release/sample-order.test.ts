import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkRelease, compareRelease } from './sample-order.ts';

let folder: string;

const people = (counts: Readonly<Record<string, number>>): string =>
  ['ward', ...Object.entries(counts).flatMap(([ward, count]) => new Array<string>(count).fill(ward))].join('\n');

const ages = (values: readonly number[]): string => ['age', ...values].join('\n');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortition-sample-order-'));
  const files: Readonly<Record<string, string>> = {
    'people.csv': people({ A: 1000, B: 3 }),
    'good.csv': people({ A: 500, B: 1 }),
    'household.csv': people({ A: 423, B: 1 }),
    'stranger.csv': people({ A: 10, C: 1 }),
    'more.csv': people({ A: 10, B: 4 }),
    'none.csv': 'ward\n',
    'other.csv': 'town\nA\n',
    'coarse.csv': people({ one: 400 }),
    'wards.csv': 'A;one\nB;one\n',
    'ages.csv': ages(Array.from({ length: 500 }, (_, row) => row % 50)),
    'decades.csv': ages(Array.from({ length: 100 }, (_, row) => 10 * (row % 5))),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});

const order = (sample: string, data = 'people.csv') => ({ sample: join(folder, sample), data: join(folder, data) });

describe('checkRelease', () => {
  test('of a household the worst state is found, which is not all of it in one value', async () => {
    const found = await checkRelease({ ...order('household.csv'), epsilon: 2.2, unknownRows: 2 });
    expect(found.ratio).toBeCloseTo(3.464, 3);
    expect(found.verdict).toBe('bad');
    expect((await checkRelease({ ...order('household.csv'), epsilon: 2.5, unknownRows: 2 })).verdict).toBe('good');
  });

  test('rules are applied to the table, whose sample they made', async () => {
    const coarsen = `ward=hierarchy:${join(folder, 'wards.csv')}`;
    expect(await checkRelease({ ...order('coarse.csv'), epsilon: 1, coarsen })).toMatchObject({
      verdict: 'good',
      distinct: 1,
      ratio: 1003 / 603,
    });
  });

  test('an empty sample reveals nothing', async () => {
    expect(await checkRelease({ ...order('none.csv'), epsilon: 1 })).toMatchObject({
      verdict: 'good',
      ratio: 1,
      sampleRows: 0,
      worst: [],
    });
  });

  test.each([
    ['stranger.csv', {}, 'source_mismatch'],
    ['more.csv', {}, 'source_mismatch'],
    ['coarse.csv', {}, 'source_mismatch'],
    ['other.csv', {}, 'unknown_column'],
    ['good.csv', { columns: ['town'] }, 'unknown_column'],
    ['good.csv', { columns: ['ward', 'ward'] }, 'name_taken'],
    ['nowhere.csv', {}, 'file_unreadable'],
    ['good.csv', { epsilon: 0 }, 'value_out_of_range'],
    ['good.csv', { epsilon: Number.NaN }, 'value_out_of_range'],
    ['good.csv', { unknownRows: 0 }, 'value_out_of_range'],
  ])('%s with %j is refused with %s', async (sample, changed, code) => {
    await expect(checkRelease({ ...order(sample), epsilon: 1, ...changed })).rejects.toMatchObject({ code });
  });

  test('an empty table has no sample', async () => {
    await expect(checkRelease({ ...order('none.csv', 'none.csv'), epsilon: 1 })).rejects.toMatchObject({
      code: 'table_empty',
    });
  });
});

describe('compareRelease', () => {
  test('a coarser sample is compared by the rules that made it', async () => {
    const { columns } = await compareRelease({ ...order('decades.csv', 'ages.csv'), coarsen: 'age=range:10' });
    expect(columns[0]).toMatchObject({ column: 'age', cells: 5 });
    expect(columns[0].totalVariation).toBeCloseTo(0, 12);
    expect(columns[0].quantiles).toHaveLength(7);
  });

  test.each([
    ['none.csv', {}, 'table_empty'],
    ['stranger.csv', {}, 'source_mismatch'],
    ['good.csv', { columns: ['town'] }, 'unknown_column'],
    ['good.csv', { columns: ['ward', 'ward'] }, 'name_taken'],
    ['good.csv', { columns: ['ward'], coarsen: 'age=range:10' }, 'unknown_column'],
  ])('%s with %j is refused with %s', async (sample, changed, code) => {
    await expect(compareRelease({ ...order(sample), ...changed })).rejects.toMatchObject({ code });
  });
});
