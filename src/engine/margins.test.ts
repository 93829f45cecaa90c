import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataFile } from './data-file.ts';
import { countMargins, type MarginCell, marginRows } from './margins.ts';

test('values and pairs of values, each as often as it occurs after the rules', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'sortition-margins-')), 'people.csv');
  await writeFile(path, 'ward,age\nA,31\nA,35\nA,31\nB,99\n,31\n');
  const { engine, table } = await openDataFile(path);
  const found: MarginCell[] = [];
  try {
    const columns = [
      { name: 'ward', rules: [] },
      { name: 'age', rules: [{ kind: 'top', most: 90 } as const] },
    ];
    await countMargins(engine, { table, columns, margins: [[0], [1], [1, 0]] }, {}, cell => found.push(cell));
  } finally {
    await engine.close();
  }
  const margin = (wanted: number) =>
    found
      .filter(({ margin }) => margin === wanted)
      .map(({ count, value }) => `${marginRows(value).map(row => row.join(' '))}: ${count}`);
  expect(margin(0).sort()).toEqual([': 1', 'A: 3', 'B: 1']);
  expect(margin(1).sort()).toEqual(['31: 3', '35: 1', '90: 1']);
  expect(margin(2).sort()).toEqual(['31 : 1', '31 A: 2', '35 A: 1', '90 B: 1']);
});
