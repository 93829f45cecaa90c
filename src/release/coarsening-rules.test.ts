import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { coarsenedColumns, readRules } from './coarsening-rules.ts';

let list: string;

beforeAll(async () => {
  list = join(await mkdtemp(join(tmpdir(), 'sortition-rules-')), 'towns: old.csv');
  await writeFile(list, 'Ulm;south;land\r\nKiel;north;land\r\n');
});

test('rules are read in order, with the words they were written in', async () => {
  expect(await readRules('age=range:2.5,age=top:80,code=prefix:3,seen=month')).toEqual([
    { column: 'age', text: 'range:2.5', rule: { kind: 'range', width: 2.5 } },
    { column: 'age', text: 'top:80', rule: { kind: 'top', most: 80 } },
    { column: 'code', text: 'prefix:3', rule: { kind: 'prefix', length: 3 } },
    { column: 'seen', text: 'month', rule: { kind: 'month' } },
  ]);
});

test('a hierarchy names every value at a level, the first unless it is said', async () => {
  const named = async (words: string) => (await readRules(words))[0].rule;
  const level1 = {
    kind: 'mapping',
    names: new Map([
      ['Ulm', 'south'],
      ['Kiel', 'north'],
    ]),
  };
  expect(await named(`town=hierarchy:${list}`)).toEqual(level1);
  expect(await named(`town=hierarchy:${list}:1`)).toEqual(level1);
  expect(await named(`town=hierarchy:${list}:2`)).toMatchObject({
    names: new Map([
      ['Ulm', 'land'],
      ['Kiel', 'land'],
    ]),
  });
  for (const level of [0, 3])
    await expect(readRules(`town=hierarchy:${list}:${level}`)).rejects.toMatchObject({ code: 'file_unreadable' });
});

test('where no lists may be read, none is', async () => {
  await expect(coarsenedColumns(['town'], `town=hierarchy:${list}`, null)).rejects.toMatchObject({
    code: 'file_unreadable',
    message: expect.stringContaining('This service has no hierarchies'),
  });
});

test.each([[], [''], ['age', '']])('no columns, or one without a name, are refused: %j', async (...names) => {
  await expect(coarsenedColumns(names)).rejects.toMatchObject({
    code: 'unknown_column',
    message: expect.stringContaining('at least one'),
  });
});

test.each([
  ['age', 'usage'],
  ['=range:3', 'usage'],
  ['age=blur:3', 'usage'],
  ['age=hierarchy', 'usage'],
  ['age=range', 'value_out_of_range'],
  ['age=range:0', 'value_out_of_range'],
  ['age=range:NaN', 'value_out_of_range'],
  ['age=top:Infinity', 'value_out_of_range'],
  ['age=top:0x10', 'value_out_of_range'],
  ['age=top: 10', 'value_out_of_range'],
  ['age=top:0.12345678901234567890', 'value_out_of_range'],
  ['age=range:1e-20', 'value_out_of_range'],
  ['age=range:1e19', 'value_out_of_range'],
  ['age=prefix:1.5', 'value_out_of_range'],
  ['age=prefix:0', 'value_out_of_range'],
  ['age=hierarchy:nowhere.csv:1', 'file_unreadable'],
])('%s is refused with %s', async (words, code) => {
  await expect(readRules(words)).rejects.toMatchObject({ code });
});
