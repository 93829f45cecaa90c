import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { draftPolicy } from './draft.ts';
import { loadPolicy } from './policy-file.ts';

const draft = JSON.parse(
  draftPolicy(
    [
      {
        name: 'visits',
        columns: [
          { name: 'id', type: 'VARCHAR' },
          { name: 'age', type: 'BIGINT' },
          { name: 'cost', type: 'DOUBLE' },
          { name: 'ward', type: "ENUM('A')" },
          { name: 'seen', type: 'DATE' },
        ],
      },
    ],
    { path: 'visits.csv', ledger: 'visits.ledger' },
  ).text,
);

const decided = {
  ...draft,
  tables: { visits: { ...draft.tables.visits, unit: 'id', rowsPerUnit: 2 } },
  budget: { epsilon: 1 },
};

function read(policy: unknown, asDraft = true) {
  const file = join(mkdtempSync(join(tmpdir(), 'sortition-draft-')), 'policy.json');
  writeFileSync(file, JSON.stringify(policy));
  return loadPolicy(file, { draft: asDraft });
}

test('columns of a draft may be undecided: bounds and steps are left out, and categories without values', async () => {
  const { columns } = (await read(decided)).tables.visits;
  expect(Object.keys(columns)).toEqual(['id', 'age', 'cost', 'seen']);
  expect(columns.age).not.toHaveProperty('bounds');
  expect(columns.cost).not.toHaveProperty('step');
});

test('half of a pair of bounds is none', async () => {
  const { columns } = decided.tables.visits;
  const half = { ...columns, age: { ...columns.age, min: 0 } };
  const { tables } = await read({ ...decided, tables: { visits: { ...decided.tables.visits, columns: half } } });
  expect(tables.visits.columns.age).not.toHaveProperty('bounds');
});

test('who is protected and how much may be spent is decided, or the draft is refused', async () => {
  const refused = { code: 'policy_undecided' };
  await expect(read(draft)).rejects.toMatchObject(refused);
  await expect(read({ ...decided, budget: { epsilon: null } })).rejects.toMatchObject(refused);
  for (const open of ['unit', 'rowsPerUnit']) {
    const tables = { visits: { ...decided.tables.visits, [open]: null } };
    await expect(read({ ...decided, tables })).rejects.toMatchObject(refused);
  }
});

test('whoever does not say that it is a draft is refused', () =>
  expect(read(decided, false)).rejects.toMatchObject({ code: 'policy_undecided' }));
