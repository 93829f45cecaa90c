/** One person's object in a JSON file must not decide whether the others are answered, or how many of them count. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { PolicyInput } from '../../src/source/index.ts';
import { ask, type Clinic, clinicPolicy, exactly, inClinic } from '../support/clinic.ts';

const policyOn = (file: string): PolicyInput => ({
  ...clinicPolicy,
  source: { engine: 'duckdb', path: file },
  tables: {
    visits: clinicPolicy.tables.visits,
    wards: { ...clinicPolicy.tables.wards, path: 'wards.csv' },
  },
});

const text = (content: string): Buffer => Buffer.from(content);
const others = (stem: string): string[] =>
  Array.from({ length: 3 }, (_, i) => `{"patient":"${stem}${i}","ward":"A","cost":1,"town":"x"}`);
const person = (rest: string): string => `{"patient":"m","ward":"A"${rest}}`;
const badBytes = Buffer.concat([text('{"patient":"m","town":"'), Buffer.from([0xff, 0xfe]), text('"}')]);

/** Objects that are JSON however odd they are, how many rows they are, and what they add to a sum of costs in steps of 0.5. */
const READ: readonly (readonly [string, rows: number, cost: number, Buffer])[] = [
  ['nothing odd', 1, 4, text(person(',"cost":2'))],
  ['blanks around it', 1, 4, text(` \t${person(' ,\t"cost" : 2')} `)],
  ['a key given twice: the first counts', 1, 4, text(person(',"cost":2,"cost":3'))],
  ['a key given twice, once escaped', 1, 4, text(person(',"cost":2,"\\u0063ost":3'))],
  ['keys that differ in capitals', 1, 4, text(person(',"Cost":5,"cost":2,"COST":6'))],
  ['a missing field', 1, 0, text(person(''))],
  ['an object for a number', 1, 0, text(person(',"cost":{"cost":2}'))],
  ['a list for a number', 1, 0, text(person(',"cost":[2]'))],
  ['a million lists within each other', 1, 4, text(person(`,"more":${'['.repeat(9e5)}${']'.repeat(9e5)},"cost":2`))],
  ['a number in quotes', 1, 4, text(person(',"cost":"2"'))],
  ['a number beyond all doubles', 1, 200, text(person(',"cost":1e999'))],
  ['a number of a thousand digits', 1, 200, text(person(`,"cost":${'9'.repeat(1000)}`))],
  ['a zero character', 1, 4, text(person(',"town":"a\\u0000b","cost":2'))],
  ['nobody', 0, 0, text('{"cost":2}')],
  ['nothing', 0, 0, text('{}')],
];

/** What is no object, or no JSON, but ends where it seems to. */
const LEFT_OUT: readonly (readonly [string, Buffer])[] = [
  ['half a surrogate pair', text(person(',"town":"\\ud800"'))],
  ['the other half', text(person(',"town":"\\udc00x"'))],
  ['invalid UTF-8', badBytes],
  ['a zero byte', text(person(',"town":"a\0b"'))],
  ['a number', text('5')],
  ['a text', text('"m"')],
  ['a list', text(`[${person('')}]`)],
  ['null', text('null')],
  ['no JSON', text(person(',town:1'))],
  ['an object of five megabytes', text(person(`,"town":"${'x'.repeat(5e6)}"`))],
];

const LINES_LEFT_OUT: typeof LEFT_OUT = [
  ...LEFT_OUT,
  ['an object of forty megabytes', text(person(`,"town":"${'x'.repeat(4e7)}"`))],
  ['a line that breaks off', text('{"patient":"m","ward":')],
  ['a line that breaks off in a text', text('{"patient":"m')],
  ['a list that is never closed', text('[')],
  ['an object too many', text(`${person('')}${person('')}`)],
  ['a bracket too many', text(`${person('')}]}`)],
  ['an empty line', text('')],
  ['blanks', text('  \t ')],
];

/** The sum of costs and the number of rows that the odd ones add, wherever they stand. */
async function addedIn(clinic: Clinic): Promise<readonly (number | undefined)[]> {
  const data = await clinic.open();
  await ask(data, 'SELECT count(*), sum(cost) FROM visits', { epsilon: 1 });
  await data.close();
  const [rows] = await exactly(`SELECT count(*) FROM visits WHERE ward = 'A'`, clinic);
  const [cost] = await exactly('SELECT sum(cost) FROM visits', clinic);
  return [rows.get('')! - 6, cost.get('')! - 12];
}

const added = (file: string, content: Buffer) =>
  inClinic(async clinic => {
    writeFileSync(clinic.path(file), content);
    return addedIn(clinic);
  }, policyOn(file));

const inLines = (odd: Buffer, end = '\n'): Buffer => {
  const parts = [odd, ...others('p').map(text), odd, ...others('q').map(text)];
  return Buffer.concat(parts.flatMap(part => [part, text(end)]));
};

describe('one object a line', () => {
  test.each(READ)('%s', async (_, rows, cost, odd) =>
    expect(await added('visits.ndjson', inLines(odd))).toEqual([2 * rows, 2 * cost]),
  );

  test.each(LINES_LEFT_OUT)('%s', async (_, odd) => expect(await added('visits.ndjson', inLines(odd))).toEqual([0, 0]));

  test('CR LF, and a byte order mark', async () =>
    expect(await added('visits.jsonl', Buffer.concat([text('\uFEFF'), inLines(READ[0][3], '\r\n')]))).toEqual([2, 8]));

  test('a line end of another kind, just where threads meet', () =>
    inClinic(async clinic => {
      // DuckDB's threads begin every eight million bytes
      const [at, line] = [8_000_000, (i: number) => `{"patient":"p${String(i).padStart(6, '0')}"}`];
      const length = line(0).length + 2;
      const before = Array.from({ length: Math.floor(at / length) - 1 }, (_, i) => `${line(i)}\r\n`).join('');
      const last = line(900_000).padEnd(at - before.length);
      const content = `${before}${last}\n${line(900_001)}\r\n${line(900_002)}\r\n`;
      expect(content[at]).toBe('\n');
      clinic.write('visits.ndjson', content);
      const [rows] = await exactly('SELECT count(*) FROM visits', clinic);
      expect(rows.get('')).toBe(before.length / length + 3);
    }, policyOn('visits.ndjson')));

  test('compressed', async () => expect(await added('visits.jsonl.gz', gzipSync(inLines(badBytes)))).toEqual([0, 0]));

  test('in a file that is only called JSON', async () =>
    expect(await added('visits.json', inLines(READ[0][3]))).toEqual([2, 8]));

  // the first line is somebody's: it does not decide how the others are read
  test.each(['{"patient":"m', '{"patient":"m","ward":', '[', '[{"patient":"m', '[[{"a":[', ']', '"'])(
    'in a file that is only called JSON, with %j in it',
    async odd => expect(await added('visits.json', inLines(text(odd)))).toEqual([0, 0]),
  );
});

const inArray = (odd: Buffer, [before, between, after]: readonly string[]): Buffer => {
  const parts = [odd, ...others('p').map(text), odd, ...others('q').map(text)];
  const elements = parts.flatMap((part, place) => (place === 0 ? [part] : [text(between), part]));
  return Buffer.concat([text(before), ...elements, text(after)]);
};

const COMPACT = ['[', ',', ']'];
const PRETTY = ['\uFEFF\n  [\r\n  ', ',\n  ', '\n]\n'];
/** As a program would write them that does not care for bytes. */
const indented = (odd: Buffer): Buffer => Buffer.from(odd.toString('latin1').replace(/([{,])"/g, '$1\n\t"'), 'latin1');

describe('one array', () => {
  test.each(READ)('%s', async (_, rows, cost, odd) => {
    const expected = [2 * rows, 2 * cost];
    expect(await added('visits.json', inArray(odd, COMPACT))).toEqual(expected);
    expect(await added('visits.json', inArray(indented(odd), PRETTY))).toEqual(expected);
  });

  test.each(LEFT_OUT)('%s', async (_, odd) => {
    expect(await added('visits.json', inArray(odd, COMPACT))).toEqual([0, 0]);
    expect(await added('visits.json', inArray(indented(odd), PRETTY))).toEqual([0, 0]);
  });

  test('compressed', async () =>
    expect(await added('visits.json.gz', gzipSync(inArray(badBytes, COMPACT)))).toEqual([0, 0]));

  test('no element', async () => {
    expect(await added('visits.json', text('[]'))).toEqual([-6, -12]);
    expect(await added('visits.json', text(' [ ] '))).toEqual([-6, -12]);
  });

  test('a line that looks like an array, first among lines, hides none of them', async () =>
    expect(await added('visits.json', inLines(text('[1, 2]')))).toEqual([0, 0]));

  test('under a compression that we cannot undo it is refused by its name', () =>
    inClinic(async clinic => {
      clinic.write('visits.json.zst', '');
      const data = await clinic.open();
      await expect(ask(data, 'SELECT count(*) FROM visits', { epsilon: 1 })).rejects.toMatchObject({
        code: 'file_unreadable',
      });
      await data.close();
    }, policyOn('visits.json.zst')));

  test('what is taken apart is for its owner alone, follows the file, and goes when the data are closed', () =>
    inClinic(async clinic => {
      const spills = () => readdirSync(clinic.folder).filter(name => name.startsWith('spill-'));
      const total = async () => (await ask(data, 'SELECT count(*) FROM visits', { epsilon: 3 })).rows[0].values.count;
      const write = (count: number) =>
        clinic.write('visits.json', JSON.stringify(Array.from({ length: count }, (_, i) => ({ patient: `p${i}` }))));
      write(1000);
      const data = await clinic.open();
      expect(await total()).toMatchObject({ estimate: expect.closeTo(1000, -2) });
      const holding = spills().filter(name => readdirSync(clinic.path(name)).length > 0);
      expect(holding).toHaveLength(1);
      expect(statSync(clinic.path(holding[0])).mode & 0o777).toBe(0o700);
      expect(statSync(clinic.path(`${holding[0]}/0.ndjson`)).mode & 0o777).toBe(0o600);
      write(5000);
      const asked = await ask(data, 'SELECT count(*) AS n FROM visits', { epsilon: 3 });
      expect(asked.rows[0].values.n).toMatchObject({ estimate: expect.closeTo(5000, -2) });
      await data.close();
      expect(spills()).toEqual([]);
    }, policyOn('visits.json')));

  test('a kept sample is found again as long as the file stays', () =>
    inClinic(async clinic => {
      const kept = async (epsilon: number): Promise<string[]> => {
        const data = await clinic.open();
        await ask(data, `SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (5) REPEATABLE ('june')`, { epsilon });
        await data.close();
        return readdirSync(clinic.path('samples'));
      };
      clinic.write('visits.json', JSON.stringify(Array.from({ length: 1000 }, (_, i) => ({ patient: `p${i}` }))));
      const first = await kept(0.1);
      expect(first).toHaveLength(1);
      expect(await kept(0.2)).toEqual(first);
      clinic.write('visits.json', JSON.stringify([{ patient: 'p1' }]));
      expect(await kept(0.3)).not.toEqual(first);
    }, policyOn('visits.json')));
});
