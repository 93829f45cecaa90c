/** Names and values of a policy that look like SQL, or like our own names, are names and values all the same. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkPublicKeys, openEngine } from '../../src/engine/index.ts';
import { check, type Plan } from '../../src/plan/index.ts';
import { meaning } from '../../src/plan/meaning.ts';
import type { RawData } from '../../src/plan/operators/operator.ts';
import { loadPolicy, type PolicyInput } from '../../src/source/index.ts';
import { keyChecks } from '../../src/sql/index.ts';
import { expected, resultsOf } from './results.ts';

const KEY = 'ab'.repeat(32);
const folder = mkdtempSync(join(tmpdir(), `sortition-o'Brien-`));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const policyOf = (tables: PolicyInput['tables']) =>
  loadPolicy({
    source: { engine: 'duckdb', path: join(folder, 'x.csv') },
    tables,
    budget: { epsilon: 1 },
    ledger: 'sqlite:x',
  });

const column = (name: string) => ({ kind: 'column', name }) as const;

test.each([
  `read_csv('/etc/passwd')`,
  `"; COPY (SELECT 1) TO 'x'; --`,
  `ATTACH 'x'`,
  ...[
    'unit',
    'key',
    'value',
    'read',
    'read_2',
    't',
    'cells',
    'crowded',
    'owner',
    'allotted',
    'cell_rows',
    'result',
    'part',
    'rows',
    'SELECT',
  ],
])('a column, table and value called %s', async name => {
  const path = join(folder, 'hostile.csv');
  const quoted = `"${name.replaceAll('"', '""')}"`;
  writeFileSync(path, `${quoted},who\n${quoted},1\n${quoted},1\nother,2\n${quoted},1\n`);
  const tables = {
    [name]: { path, unit: 'who', rowsPerUnit: 2, columns: { [name]: { type: 'category', values: [name] } } },
  } as const;
  const policy = await policyOf(tables);
  const question: Plan = {
    version: 1,
    input: { kind: 'scan', table: name },
    grouping: { kind: 'public', keys: [{ name, expression: column(name) }] },
    aggregates: [
      { kind: 'count', name: 'n' },
      {
        kind: 'sum',
        name: 's',
        of: { kind: 'clamp', operand: { kind: 'length', operand: column(name) }, low: '0', high: '9' },
      },
    ],
    afterwards: {},
  };
  const engine = await openEngine(policy);
  const checked = check(question, policy);
  const data: RawData = {
    [name]: [name, name, 'other', name].map((value, at) => ({ [name]: value, who: at === 2 ? 2n : 1n })),
  };
  expect(await resultsOf(engine, checked, { key: KEY })).toEqual(expected(meaning(checked, data, KEY)));
  await engine.close();
});

test('a public table whose key names two rows is refused; values that clamp to one are two rows as well', async () => {
  writeFileSync(join(folder, 'people.csv'), 'level\n1\n9\n');
  const questionOf = async (keys: readonly number[]) => {
    writeFileSync(join(folder, 'levels.csv'), `level,name\n${keys.map(key => `${key},x\n`).join('')}`);
    const policy = await policyOf({
      people: { path: join(folder, 'people.csv'), columns: { level: { type: 'integer', min: 0, max: 5 } } },
      levels: {
        path: join(folder, 'levels.csv'),
        public: true,
        key: 'level',
        columns: { level: { type: 'integer', min: 0, max: 5 }, name: { type: 'text' } },
      },
    });
    const engine = await openEngine(policy);
    const checked = check(
      {
        version: 1,
        input: {
          kind: 'join',
          input: { kind: 'scan', table: 'people' },
          table: 'levels',
          on: 'level',
          keep: 'matched',
        },
        grouping: { kind: 'none' },
        aggregates: [{ kind: 'count', name: 'n' }],
        afterwards: {},
      },
      policy,
    );
    const target = { dialect: engine.dialect, catalogue: engine.catalogue, key: KEY };
    const refused = await checkPublicKeys(engine, keyChecks(checked, target)).then(
      () => undefined,
      ({ code }) => code,
    );
    const [[, rows]] = await resultsOf(engine, checked, { key: KEY });
    await engine.close();
    return { refused, rows };
  };
  expect(await questionOf([1, 5])).toEqual({ refused: undefined, rows: '2' });
  expect(await questionOf([1, 1, 5])).toEqual({ refused: 'key_not_unique', rows: '2' });
  expect(await questionOf([1, 8, 9])).toEqual({ refused: 'key_not_unique', rows: '2' });
});
