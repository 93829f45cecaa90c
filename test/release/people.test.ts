/** A sample that was drawn by people is judged and compared by people: a person with all their rows is one value. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkRelease, compareRelease, drawRelease } from '../../src/release/index.ts';
import { expectedTotalVariation } from '../../src/release/total-variation.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-people-'));
const path = (name: string): string => join(folder, name);

/** Persons of a kind: their rows, and how many such persons there are. */
const KINDS = [
  { rows: ['A,31', 'B,35'], people: 900 },
  { rows: ['A,31'], people: 600 },
  { rows: ['B,40', 'B,40', ''], people: 500 },
] as const;

let person = 0;
const linesOf = (kind: { readonly rows: readonly string[] }, people: number): string[] =>
  Array.from({ length: people }, () => {
    person += 1;
    return kind.rows.map(row => `${person},${row === '' ? ',' : row}`);
  }).flat();

const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(path(name), ['person,ward,age', ...lines].join('\n'));

write(
  'visits.csv',
  KINDS.flatMap(kind => linesOf(kind, kind.people)),
);

const data = path('visits.csv');
const draw = (out: string) =>
  drawRelease({
    ...{ data, columns: ['ward', 'age'], unit: 'person', epsilon: 1, delta: 0.001, rate: '0.2' },
    ...{ coarsen: 'age=range:10', out: path(out), ledger: `sqlite:${path(`${out}.ledger`)}` },
  });

test.each(['drawn.csv', 'drawn.parquet'])(
  'our own sample %s is good, and its certificate knows its unit',
  async out => {
    await draw(out);
    const order = { sample: path(out), data, coarsen: 'age=range:10' };
    const found = await checkRelease({ ...order, epsilon: 1 });
    expect(found).toMatchObject({ verdict: 'good', unit: 'person', rows: 2000, distinct: 3, sampleDistinct: 3 });
    expect(found.sampleRows).toBeGreaterThan(300);
    expect(found.sampleRows).toBeLessThan(500);
    expect(await compareRelease(order)).toMatchObject({ unit: 'person', rows: 2000, sampleRows: found.sampleRows });
    rmSync(path(`${out}.certificate.json`));
    // nothing knows it now: the new numbers of people are foreign to the table
    await expect(checkRelease({ ...order, epsilon: 1 })).rejects.toMatchObject({ code: 'source_mismatch' });
    expect(await checkRelease({ ...order, epsilon: 1, unit: 'person' })).toEqual(found);
  },
);

test('people who are shown whole are reported, though their rows are common', async () => {
  const rare = { rows: ['A,31', 'A,31', 'B,35'], people: 2 } as const;
  write('rare.csv', [...KINDS.flatMap(kind => linesOf(kind, kind.people)), ...linesOf(rare, 2)]);
  write('shown.csv', linesOf(rare, 2));
  const order = { sample: path('shown.csv'), data: path('rare.csv'), epsilon: 1 };
  const found = await checkRelease({ ...order, unit: 'person' });
  expect(found).toMatchObject({ verdict: 'bad', ratio: null });
  expect(found.worst[0]).toEqual({
    value: rare.rows.map(row => ({ ward: row[0], age: row.slice(2) })),
    count: 2,
    shown: 2,
  });
  expect(await checkRelease({ ...order, columns: ['ward', 'age'] })).toMatchObject({ verdict: 'good' });
});

test('the distance by chance is that of people, whose rows come together', async () => {
  write(
    'tenth.csv',
    KINDS.flatMap(kind => linesOf(kind, kind.people / 10)),
  );
  const { columns } = await compareRelease({ sample: path('tenth.csv'), data, unit: 'person' });
  const people = KINDS.map(kind => ({ count: kind.people, shown: kind.people / 10 }));
  expect(columns[0]).toMatchObject({ cells: 3, totalVariation: 0, expected: expectedTotalVariation(people) });
  // of rows: of people of the last kind every third has no number
  expect(columns[1].quantiles[3]).toEqual({ share: 0.5, table: 35, sample: 35 });
});
