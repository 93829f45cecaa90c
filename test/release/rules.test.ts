/** Rules on numbers, against exact decimals; each on a typed column and on text, as one engine reads both. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { type Coarsening, countCombinations, openDataFile } from '../../src/engine/index.ts';
import { type Rational, rational, toNumber } from '../../src/numerics/index.ts';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-coarsening-'));
const connection = await (await DuckDBInstance.create(':memory:')).connect();
let files = 0;

/** What each text becomes, in a column of this type; CSV where there is none. */
async function made(texts: readonly string[], rules: readonly Coarsening[], type?: string) {
  const path = join(folder, `${files++}.${type === undefined ? 'csv' : 'parquet'}`);
  const rows = texts.map((text, id) => [`${id}`, text]);
  if (type === undefined) writeFileSync(path, ['id,v', ...rows.map(row => row.join(','))].join('\n'));
  else {
    const values = rows.map(([id, text]) => `('${id}', CAST('${text}' AS ${type}))`).join(', ');
    await connection.run(`COPY (SELECT * FROM (VALUES ${values}) t(id, v)) TO '${path}'`);
  }
  const { engine, table } = await openDataFile(path);
  try {
    const columns = [
      { name: 'id', rules: [] },
      { name: 'v', rules },
    ];
    const found = await countCombinations(engine, { table, columns, alternatives: [], rarest: texts.length });
    const cells = new Map(found.rarest.map(({ rows: [[id, cell]] }) => [id, cell]));
    return texts.map((_, id) => cells.get(`${id}`));
  } finally {
    await engine.close();
  }
}

const floor = ({ numerator, denominator }: Rational): bigint =>
  numerator / denominator - (numerator % denominator < 0n ? 1n : 0n);

/** The decimal that is meant, as JavaScript prints its double. */
function lowerEnd(text: string, width: number): string {
  const [value, each] = [text, String(width)].map(word => rational.fromDecimal(String(Number(word))));
  const end = toNumber(rational.mul(rational.ratio(floor(rational.div(value, each))), each), 'nearest');
  return String(end === 0 ? 0 : end);
}

const below = uniform(reproducibleEntropy(11));
const decimals = Array.from({ length: 300 }, () => {
  const places = below(8);
  return `${below(2) === 0 ? '-' : ''}${below(1000)}${places === 0 ? '' : `.${String(below(10 ** places)).padStart(places, '0')}`}`;
});
const AWKWARD = [
  '0.3',
  '0.6',
  '0.7',
  '-0.3',
  '0',
  '-0.0',
  '1e-5',
  '-1e-5',
  '0.30000000000000004',
  '1.15',
  '4.35',
  '-1e-25',
];

test.each([0.1, 0.05, 0.3, 1, 10, 7, 2.5, 0.001])('ranges of %s are exact decimals', async width => {
  const texts = [...AWKWARD, ...decimals];
  const expected = texts.map(text => lowerEnd(text, width));
  const rules = [{ kind: 'range', width } as const];
  expect(await made(texts, rules)).toEqual(expected);
  expect(await made(texts, rules, 'DOUBLE')).toEqual(expected);
});

test('single floats are the decimals that they print', async () => {
  const rules = [{ kind: 'range', width: 0.1 } as const];
  expect(await made(['0.3', '0.7', '0.69'], rules, 'FLOAT')).toEqual(['0.3', '0.7', '0.6']);
  expect(await made(['0.1', '0.3'], [{ kind: 'top', most: 0.2 }], 'FLOAT')).toEqual(['0.1', '0.2']);
});

test('what is no number is in no range, and above no limit', async () => {
  const texts = ['nan', '-nan', 'inf', '-inf', '1e18', '-1e300', '12'];
  const range = await made(texts, [{ kind: 'range', width: 10 }], 'DOUBLE');
  expect(range).toEqual([null, null, null, null, null, null, '10']);
  expect(await made(['x', '1 2', '', '12'], [{ kind: 'range', width: 10 }])).toEqual([null, null, null, '10']);
  const top = await made(texts, [{ kind: 'top', most: 20 }], 'DOUBLE');
  expect(top).toEqual([null, null, '20', '-inf', '20', '-1e+300', '12']);
});

const AGES = new Map([
  ['30', 'thirty'],
  ['40.0', 'forty'],
  ['0.5', 'half'],
]);
const named = [{ kind: 'mapping', names: AGES } as const];

test.each([
  ['DOUBLE', ['30', '40', '0.5', '31'], ['thirty', 'forty', 'half', null]],
  ['DECIMAL(9,2)', ['30', '40', '0.5', '31'], ['thirty', 'forty', 'half', null]],
  ['INTEGER', ['30', '40', '31'], ['thirty', 'forty', null]],
  // as pandas writes whole numbers of a column with gaps
  [undefined, ['30.0', '40', '30', '0.50', '030', '3e1'], ['thirty', 'forty', 'thirty', 'half', null, null]],
])('a list of numbers names those of a column of %s', async (type, texts, expected) =>
  expect(await made(texts, named, type)).toEqual(expected),
);

const LONG = [
  {
    kind: 'mapping',
    names: new Map([
      ['9007199254740992', 'long'],
      ['0.5', 'half'],
      ['-0.0', 'none'],
    ]),
  } as const,
];

test.each([
  ['BIGINT', ['9007199254740992', '9007199254740993', '0'], ['long', null, 'none']],
  ['UBIGINT', ['9007199254740992', '9007199254740993'], ['long', null]],
  ['DECIMAL(38,19)', ['0.5', '0.5000000000000000001', '0', '9007199254740992'], ['half', null, 'none', 'long']],
  ['DOUBLE', ['0.5', '-0.0', '9007199254740992'], ['half', 'none', 'long']],
  [
    undefined,
    ['0.500', '0.50000000000000000001', '9007199254740993', '-0', '0.0'],
    ['half', null, null, 'none', 'none'],
  ],
])('a list names numbers of %s by all of their digits', async (type, texts, expected) =>
  expect(await made(texts, LONG, type)).toEqual(expected),
);

test('a list names what another rule has made, and a list with words is compared as it is written', async () => {
  const [decade] = [{ kind: 'range', width: 10 } as const];
  expect(await made(['37', '42.5'], [decade, ...named], 'DOUBLE')).toEqual(['thirty', 'forty']);
  const words = [{ kind: 'mapping', names: new Map([...AGES, ['none', 'no']]) } as const];
  expect(await made(['30.0', '30', 'none'], words)).toEqual([null, 'thirty', 'no']);
});

test('years have as many digits as they need', async () => {
  const days = ['2024-02-29', '12024-02-29'];
  expect(await made(days, [{ kind: 'year' }], 'DATE')).toEqual(['2024', '12024']);
  expect(await made(days, [{ kind: 'month' }], 'DATE')).toEqual(['2024-02', '12024-02']);
});

test('a rule that does not fit the type of a column is refused before a row is read', async () => {
  for (const [type, rule] of [
    ['DATE', { kind: 'range', width: 10 }],
    ['BOOLEAN', { kind: 'top', most: 1 }],
    ['INTEGER', { kind: 'year' }],
  ] as const) {
    const text = { DATE: '2024-01-01', BOOLEAN: 'true', INTEGER: '1' }[type];
    await expect(made([text], [rule], type)).rejects.toMatchObject({ code: 'type_mismatch' });
  }
});
