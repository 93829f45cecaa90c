import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataFile, type PairGroup } from '../engine/index.ts';
import { pairGroups } from './pair-groups.ts';
import { openReleasePair } from './release-data.ts';

const ordered = (groups: readonly PairGroup[]) =>
  groups
    .map(({ count, shown, values }) => `${values} of ${count}, ${shown} shown`)
    .sort()
    .join('; ');

test('a sample is matched alike inside one engine and across two, whatever is null or coarser', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sortition-pair-groups-'));
  const [data, sample] = [join(folder, 'people.csv'), join(folder, 'sample.csv')];
  await writeFile(data, 'ward,age\nA,31\nA,35\nB,31\n,35\n,31\nC,\nC,91\nD,99\nD,12\n');
  await writeFile(sample, 'ward,age\nA,30\n,30\nC,\nD,90\n');
  const columns = [
    { name: 'ward', rules: [] },
    { name: 'age', rules: [{ kind: 'range', width: 10 } as const] },
  ];
  const together = await openReleasePair(sample, data, undefined);
  const apart = { data: await openDataFile(data), sample: await openDataFile(sample) };
  try {
    expect(together.sample.engine).toBe(together.data.engine);
    const found = ordered(await pairGroups({ ...together, columns }, {}));
    expect(found).toBe('2 of 1, 1 shown; 2 of 2, 1 shown; 3 of 1, 0 shown');
    expect(ordered(await pairGroups({ ...apart, columns }, {}))).toBe(found);
  } finally {
    await together.close();
    await apart.data.engine.close();
    await apart.sample.engine.close();
  }
});
