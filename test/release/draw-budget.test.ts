/** Draws that are differentially private, and draws of people with several rows: who pays, and what is dropped. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openingOf, openLedger } from '../../src/ledger/index.ts';
import { listDraws } from '../../src/release/index.ts';
import { thresholdDelta } from '../../src/release/rates/threshold.ts';
import { loadPolicy } from '../../src/source/index.ts';
import type { PrintedLoss } from '../../src/vocabulary/index.ts';
import { type DrawFolder, drawFolder, peopleCsv } from '../support/release-draw.ts';

const policyText = (more: object = {}): string =>
  JSON.stringify({
    source: { engine: 'duckdb', path: 'people.csv' },
    tables: {
      people: { columns: { ward: { type: 'text' }, sex: { type: 'text' }, age: { type: 'integer' } }, ...more },
    },
    budget: { epsilon: 1.5, delta: 1e-5 },
    ledger: 'sqlite:people.ledger',
  });

const withPolicy = (more: object = {}, csv = peopleCsv()): DrawFolder =>
  drawFolder({ 'people.csv': csv, 'policy.json': policyText(more) });

async function spentIn(folder: DrawFolder): Promise<PrintedLoss> {
  const ledger = await openLedger(openingOf(await loadPolicy(folder.path('policy.json'))));
  try {
    expect(await ledger.verify()).toMatchObject({ verified: true });
    return (await ledger.budget()).spent;
  } finally {
    await ledger.close();
  }
}

const PRIVATE = { threshold: 'auto', rate: '0.05', epsilon: '1', delta: 1e-6 } as const;

describe('under a threshold', () => {
  test('the least one that keeps the promise is used, and what it costs is charged', async () => {
    const folder = withPolicy();
    const delta = thresholdDelta({ rate: 0.05, epsilon: 1, threshold: 6 });
    expect(await folder.draw({ ...PRIVATE, policy: folder.path('policy.json') })).toMatchObject({
      threshold: 6,
      epsilon: 1,
      delta: expect.closeTo(delta, 15),
    });
    const spent = await spentIn(folder);
    expect(spent.epsilon).toBe(1);
    expect(spent.delta).toBeGreaterThanOrEqual(delta);
    expect(spent.delta).toBeLessThan(1.001 * delta);
    expect(folder.certificate('sample.csv')).toMatchObject({
      promise: { kind: 'threshold', threshold: 6, replace: { epsilon: expect.closeTo(1 - Math.log(0.95), 12) } },
    });
    const again = { ...PRIVATE, policy: folder.path('policy.json'), reason: 'more', out: folder.path('b.csv') };
    expect(await folder.refused(again)).toMatchObject({ code: 'budget_exhausted' });
    expect(await spentIn(folder)).toEqual(spent);
  });

  test('a policy that replaces people is charged for that', async () => {
    const folder = withPolicy({ neighbours: 'replace-one' });
    await folder.draw({ ...PRIVATE, data: folder.path('policy.json'), table: 'people' });
    expect((await spentIn(folder)).epsilon).toBeCloseTo(1 - Math.log(0.95), 12);
  });

  test('combinations with fewer sampled rows are dropped, and no others', async () => {
    const rare = Array.from({ length: 400 }, (_, row) => `R${row},f,20`).join('\n');
    const folder = drawFolder({ 'people.csv': `${peopleCsv()}${rare}\n` });
    await folder.draw({ ...PRIVATE, threshold: 6 });
    const counts = new Map<string, number>();
    for (const line of folder.lines('sample.csv')) counts.set(line, (counts.get(line) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual(['A,f', 'A,m', 'B,f', 'B,m', 'C,f', 'C,m']);
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(6);
  });

  test('nothing of the table decides: an empty one is published as one', async () => {
    const folder = drawFolder({ 'people.csv': 'ward,sex,age\n' });
    await folder.draw(PRIVATE);
    expect(readFileSync(folder.path('sample.csv'), 'utf8')).toBe('ward,sex\n');
  });

  test('without a policy the cost is recorded, and limited by nothing', async () => {
    const folder = drawFolder();
    await folder.draw(PRIVATE);
    await folder.draw({ ...PRIVATE, out: folder.path('b.csv'), reason: 'more' });
    const { draws } = await listDraws({ data: folder.path('people.csv') });
    expect(draws.map(({ promise }) => promise.epsilon)).toEqual([1, 1]);
  });

  test.each([
    [{ threshold: 3 }, 'release_unsafe'],
    [{ rate: 'auto' }, 'value_out_of_range'],
    [{ threshold: 0 }, 'value_out_of_range'],
    [{ threshold: 2.5 }, 'value_out_of_range'],
    [{ unknownRows: 2 }, 'flags_conflict'],
  ])('%j is refused with %s', async (more, code) => {
    expect((await drawFolder().refused({ ...PRIVATE, ...more })).code).toBe(code);
  });
});

describe('a policy', () => {
  test('pays for its own tables only, and there is one ledger', async () => {
    const folder = withPolicy();
    const policy = folder.path('policy.json');
    writeFileSync(folder.path('others.csv'), peopleCsv());
    expect(await folder.refused({ policy, data: folder.path('others.csv') })).toMatchObject({
      code: 'source_mismatch',
    });
    const ledger = `sqlite:${folder.path('other.ledger')}`;
    expect(await folder.refused({ policy, ledger })).toMatchObject({ code: 'flags_conflict' });
    await folder.draw({ policy });
    const named = { ledger: `sqlite:${folder.path('people.ledger')}`, out: folder.path('b.csv') };
    expect(await folder.refused(named)).toMatchObject({ code: 'policy_changed' });
    expect(await spentIn(folder)).toEqual({ epsilon: 0, delta: 0 });
  });

  test('knows who a person is', async () => {
    const csv = ['person,ward', ...Array.from({ length: 4000 }, (_, row) => `${row >> 1},${row % 8 < 4 ? 'A' : 'B'}`)];
    const folder = withPolicy({ unit: 'person', rowsPerUnit: 2, columns: { ward: { type: 'text' } } }, csv.join('\n'));
    const order = { policy: folder.path('policy.json'), columns: ['ward'] };
    expect(await folder.refused({ ...order, unit: 'ward' })).toMatchObject({ code: 'flags_conflict' });
    await folder.draw(order);
    expect(folder.certificate('sample.csv')).toMatchObject({ unit: 'person' });
  });
});

test('people are drawn with all of their rows, under new numbers', async () => {
  const kinds = [['A'], ['A', 'B'], ['A', 'B', 'B'], ['']];
  const rows = Array.from({ length: 4000 }, (_, person) => kinds[person % 4].map(ward => `p${person},${ward}`)).flat();
  const folder = drawFolder({ 'people.csv': ['person,ward', ...rows, ',A'].join('\n') });
  await folder.draw({ columns: ['ward'], unit: 'person', threshold: 20, epsilon: '1', delta: 1e-6 });
  const people = new Map<string, string[]>();
  for (const line of folder.lines('sample.csv')) {
    const [person, ward] = line.split(',');
    people.set(person, [...(people.get(person) ?? []), ward]);
  }
  expect([...people.keys()]).toEqual(Array.from({ length: people.size }, (_, person) => String(person + 1)));
  const found = [...people.values()].map(wards => wards.sort().join());
  for (const kind of kinds) {
    const shown = found.filter(each => each === kind.join()).length;
    expect(Math.abs(shown - 100)).toBeLessThan(5 * Math.sqrt(90));
  }
  expect(new Set(found).size).toBe(kinds.length);
});
