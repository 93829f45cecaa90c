import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { but, POLICY } from '../../test/support/policy-text.ts';
import { Refusal } from '../vocabulary/index.ts';
import { loadPolicy } from './policy-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortition-policy-'));
});

async function refusal(text: string): Promise<string> {
  const path = join(folder, 'policy.json');
  await writeFile(path, text);
  const thrown = await loadPolicy(path).catch((error: unknown) => error);
  return thrown instanceof Refusal ? `${thrown.code} ${thrown.message.replaceAll(`${folder}/`, '')}` : String(thrown);
}

/** What is exchanged, for what, and the line, column and words of the refusal. */
const EXCHANGED = String.raw`
"epsilon": 2,   "epsilon": 0,          23:15: budget.epsilon must be a finite number above 0.
"epsilon": 2,   "epsilon": -1,         23:15: budget.epsilon must be a finite number above 0.
"epsilon": 2,   "epsilon": "2",        23:15: budget.epsilon must be a finite number above 0.
"epsilon": 2,   "epsilon": 1e999,      23:26: this number is too long; write at most 100 digits, from 1e-99 to 1e99.
"epsilon": 2,   "epsilon": Infinity,   23:26: this is not JSON: a value is expected.
"epsilon": 2,   "epsilon": 02,         23:26: this is not JSON: a value is expected.
"epsilon": 2,   "analyst": 2,          23:3: budget.epsilon is missing; it must be a finite number above 0.
1e-6            1                      23:29: budget.delta must be a number from 0 to below 1.
1e-6            -1e-6                  23:29: budget.delta must be a number from 0 to below 1.
1e-6            { "text": "0" }        23:29: budget.delta must be a number from 0 to below 1.
"duckdb"        "mysql"                2:15: source.engine must be one of duckdb, postgres, trino.
visits.parquet  visits.xls             2:35: source.path must end in .csv, .tsv, .parquet, .json, .ndjson, .jsonl or .duckdb.
visits.parquet  visits\u0000.parquet   2:35: source.path must be a text of at least one character, well-formed and without NUL.
"rowsPerUnit": 10   "rowsPerUser": 10  6:7: tables.visits.rowsPerUser is not a known key here; the keys are public, path, unit, rowsPerUnit, rowsPerGroup, neighbours, approximateUnits, size, key, budget, columns.
"rowsPerUnit": 10   "rowsPerUnit": 10, "rowsPerGroup": 11   6:26: tables.visits.rowsPerGroup must be at most rowsPerUnit, because a group is a part of all that counts of a unit; lower it, or delete it.
"rowsPerUnit": 10   "rowsPerUnit": 10, "rowsPerGroup": 0   6:26: tables.visits.rowsPerGroup must be a whole number, 1 or more.
"rowsPerUnit": 10   "rowsPerUnit": 0   6:7: tables.visits.rowsPerUnit must be a whole number, 1 or more.
"rowsPerUnit": 10,  "key": "age",  5:7: tables.visits.unit needs rowsPerUnit as well: the most rows of one unit that an answer counts.
"unit": "patient_id",   "key": "age",              6:7: tables.visits.rowsPerUnit must be 1 or left out if there is no unit, because each row is then its own unit; name the unit, or delete it.
"unit": "patient_id",   "neighbours": "all",       5:7: tables.visits.neighbours must be add-remove or replace-one.
"unit": "patient_id",   "size": "secret",          5:7: tables.visits.size must be "public", or left out if the size is secret.
"rowsPerUnit": 10   "rowsPerUnit": 10, "size": "public"    6:26: tables.visits.size cannot be public with add-remove neighbours, because it reveals whether a unit is present; add "neighbours": "replace-one", or delete it.
"unit": "patient_id",   "budget": { "delta": 0 },  5:7: tables.visits.budget.epsilon is missing; it must be a finite number above 0.
"rowsPerUnit": 10   "rowsPerUnit": 9007199254740991   10:47: tables.visits.columns.cost.max times rowsPerUnit exceeds 2^63; use a narrower bound or fewer rows.
"min": 0, "max": 120   "min": 120, "max": 0        8:49: tables.visits.columns.age.max is below min; swap the two.
"min": 0, "max": 120   "min": 0                    8:37: tables.visits.columns.age.min is given without max; give both bounds, or neither.
"min": 0, "max": 120   "max": 120                  8:37: tables.visits.columns.age.max is given without min; give both bounds, or neither.
"max": 120      "max": 120.5                       8:47: tables.visits.columns.age.max must be a whole number within 2^53.
"max": 120      "max": 9007199254740992            8:47: tables.visits.columns.age.max must be a whole number within 2^53.
"max": 120      "max": 120, "step": 0.5            8:59: tables.visits.columns.age.step must be a whole number, 1 or more.
"max": 120      "max": 120, "step": 7              8:47: tables.visits.columns.age.max is not a multiple of the step; the nearest are 119 and 126.
"max": 120      "max": 120, "values": [1]          8:59: tables.visits.columns.age.values is not a known key here; the keys are type, min, max, step, perUnit.
"step": 0.01    "step": 0                          10:61: tables.visits.columns.cost.step must be a finite number above 0.
"step": 0.01    "step": 0.3                        10:47: tables.visits.columns.cost.max is not a multiple of the step; the nearest are 9999.9 and 10000.2.
"step": 0.01    "step": 1e-12                      10:47: tables.visits.columns.cost.max is more than 2^49 steps from 0; use a larger step or a narrower bound.
["A", "B", "C"]   ["A", "B", "A"]                  9:39: tables.visits.columns.ward.values lists a value twice; values must be distinct.
["A", "B", "C"]   []                               9:39: tables.visits.columns.ward.values must be a list of at least one text, each well-formed and without NUL.
["A", "B", "C"]   [1, 2]                           9:39: tables.visits.columns.ward.values must be a list of at least one text, each well-formed and without NUL.
["A", "B", "C"]   ["A", "B", ]                     9:60: this is not JSON: a value is expected.
"2020-01-01"    "2021-02-30"                       11:35: tables.visits.columns.seen.min must be a day, written YYYY-MM-DD.
"2020-01-01"    "2027-01-01"                       11:56: tables.visits.columns.seen.max is below min; swap the two.
"2020-01-01T00:00:00Z"   "2020-01-01T25:00:00Z"    12:38: tables.visits.columns.at.min must be a time, written YYYY-MM-DDTHH:MM:SSZ.
"2020-01-01T00:00:00Z"   "2026-12-31T23:00:00Z"    12:69: tables.visits.columns.at.max is below min; swap the two.
"text"          "string"                           13:19: tables.visits.columns.town.type must be one of integer, number, category, text, boolean, date, timestamp.
"town"          "Ward"                             13:9: tables.visits.columns.Ward differs from another name only in case, which this engine ignores; keep one.
"town"          "to\u0000wn"                       13:9: tables.visits.columns["to\u0000wn"] has a bad name; a name is a text of at least one character, well-formed and without NUL.
"town"          "\ud83d"                           13:9: tables.visits.columns["\ud83d"] has a bad name; a name is a text of at least one character, well-formed and without NUL.
"town"          ""                                 13:9: tables.visits.columns[""] has a bad name; a name is a text of at least one character, well-formed and without NUL.
"town"          "__proto__"                        13:9: the name "__proto__" cannot be used; rename it, for example with a view.
"town"          "ward"                             13:9: the key "ward" appears twice; delete one.
"town"          // "town"                          13:9: this is not JSON: a text in double quotes is expected.
"town"          "\x"                               13:9: this is not JSON: a text in double quotes is expected.
{ "type": "boolean" }   {}                         14:9: tables.visits.columns.urgent.type must be one of integer, number, category, text, boolean, date, timestamp.
{ "type": "boolean" }   7                          14:9: tables.visits.columns.urgent must be an object; it is a number.
{ "type": "boolean" }   []                         14:9: tables.visits.columns.urgent must be an object with the key type.
"public": true,   "public": true, "unit": "ward",  18:23: tables.wards.unit is not a known key here; the keys are public, path, key, columns.
"key": "ward",    "path": "wards.csv",             17:5: tables.wards.key is missing; it must be a text of at least one character, well-formed and without NUL.
"key": "ward"     "key": "room"                    19:7: tables.wards.key is not one of the columns; a public table is joined on one of them.
"key": "ward",    "key": "ward", "path": "wards.xls",   19:22: tables.wards.path must end in .csv, .tsv, .parquet, .json, .ndjson, .jsonl.
"floor": { "type": "integer" }   "floor": { "type": "integer", "perUnit": true }   20:78: tables.wards.columns.floor.perUnit has no meaning in a public table; delete it.
"sqlite:visits.ledger"   "visits.ledger"           25:3: ledger must be "sqlite:FILE", or "postgres:" and a URL, "env:NAME" or "file:PATH".
"ledger"        "anchor": "head", "ledger"         25:3: anchor must be "file:PATH".
`
  .trim()
  .split('\n')
  .map(line => /^(.+?) {2,}(.+?) {2,}(\d.+)$/.exec(line)!.slice(1));

test.each(EXCHANGED)('%s becomes %s', async (piece, other, message) => {
  expect(await refusal(but(piece, other))).toBe(`policy_invalid policy.json:${message}`);
});

test.each([
  ['no JSON', 'budget: 2', '1:1: this is not JSON: a value is expected.'],
  ['nothing', '', '1:1: this is not JSON: a value is expected.'],
  ['a number', '7', '1:1: The policy must be an object; it is a number.'],
  ['a list', '[]', '1:1: The policy must be an object with the keys $schema, source, tables, budget, analysts'],
  ['half', POLICY.slice(0, POLICY.indexOf('"rowsPerUnit"')), '6:7: this is not JSON: a text in double quotes'],
  ['more', `${POLICY}{}`, '27:1: this is not JSON: nothing may follow the policy.'],
  ['brackets', '['.repeat(1e5), '1:52: a policy may be nested at most 50 levels deep.'],
  ['no tables', POLICY.replace(/"tables": \{[\s\S]*\n {2}\},/, '"tables": {},'), '3:3: tables is empty; it must name'],
  ['no people', POLICY.replace(/"visits": \{[\s\S]*\n {4}\},\n/, ''), '3:3: tables has only public tables; a policy'],
  [
    'no unit, yet constant within it',
    but('"unit": "patient_id",\n      "rowsPerUnit": 10,\n', ''),
    '6:59: tables.visits.columns.age.perUnit is implied if each row is its own unit; delete it,',
  ],
  [
    'a file on a server',
    but('"engine": "duckdb", "path": "data/visits.parquet"', '"engine": "postgres", "url": "env:A"').replace(
      '"public": true,',
      '"public": true, "path": "wards.csv",',
    ),
    '18:23: tables.wards.path is only for files; on postgres a table is found by its name, so delete it.',
  ],
])('refused: %s', async (_, text, message) => {
  expect(await refusal(text)).toContain(`policy_invalid policy.json:${message}`);
});

describe('secrets', () => {
  const secret = 'h0rse';
  test.each([
    [
      `"engine": "postgres", "url": "postgres://a:${secret}@host/db"`,
      '"engine": "duckdb", "path": "data/visits.parquet"',
    ],
    [`"postgres://a:${secret}@host/db"`, '"sqlite:visits.ledger"'],
    [`"postgres:postgresql://host/db?password=${secret}"`, '"sqlite:visits.ledger"'],
  ])('%s is refused and not repeated', async (other, piece) => {
    const said = await refusal(but(piece, other));
    expect(said).toMatch(/^policy_invalid policy\.json:\d+:\d+: (source\.url|ledger) .*password/);
    expect(said).not.toContain(secret);
  });
});

test('what is undecided, and how much of it', async () => {
  const one = but('"max": 120', '"max": null');
  const advice = 'Write what is public knowledge, never a value read from the data, or delete it if it is optional.';
  expect(await refusal(one)).toBe(
    `policy_undecided policy.json:8:47: tables.visits.columns.age.max is undecided. ${advice}`,
  );
  expect(await refusal(one.replace('"epsilon": 2', '"epsilon": null'))).toBe(
    `policy_undecided policy.json:8:47: tables.visits.columns.age.max is undecided (and 1 more). ${advice}`,
  );
});

test('a file that is not there, and a folder', async () => {
  await expect(loadPolicy(join(folder, 'missing.json'))).rejects.toMatchObject({ code: 'file_unreadable' });
  await expect(loadPolicy(folder)).rejects.toMatchObject({ code: 'file_unreadable' });
});

describe('a concentrated budget', () => {
  const budget = (more: string): string => but('1e-6', `1e-6, ${more}`);

  test.each([
    ['"thresholdDelta": 1e-8', /budget.thresholdDelta is of a concentrated budget; write "accounting"/],
    ['"accounting": "renyi"', /budget.accounting must be pure or concentrated/],
    ['"accounting": "concentrated", "thresholdDelta": 1e-6', /budget.thresholdDelta must be less than delta/],
  ])('%s is refused', async (more, words) => expect(await refusal(budget(more))).toMatch(words));

  test('without a delta is refused', async () => {
    const text = but('"delta": 1e-6', '"accounting": "concentrated"');
    expect(await refusal(text)).toMatch(/budget.accounting needs a delta above 0 beside it/);
  });

  test('reserves a hundredth of delta for what fails by itself, unless another part is said', async () => {
    const path = join(folder, 'concentrated.json');
    const failing = async (more: string) => {
      await writeFile(path, budget(more));
      return (await loadPolicy(path)).concentrated?.thresholdDelta.text;
    };
    expect(await failing('"accounting": "concentrated"')).toBe('0.00000001');
    expect(await failing('"accounting": "concentrated", "thresholdDelta": 5e-7')).toBe('0.0000005');
    expect(await failing('"accounting": "pure"')).toBeUndefined();
  });
});
