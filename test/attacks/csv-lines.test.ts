/** One person's line in a CSV file must not decide whether the others are answered, or how many of them count. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, type Clinic, exactly, inClinic } from '../support/clinic.ts';

const others = 'q1,A,1,30,2024-01-01,x\nq2,A,1,30,2024-01-01,x\n';
const text = (line: string): Buffer => Buffer.from(line);

const rowsIn = async (clinic: Clinic): Promise<number | undefined> =>
  (await exactly('SELECT count(*) FROM visits', clinic))[0].get('');

/** How many rows each line is; the two behind it always count. */
test.each<[string, number, Buffer]>([
  ['nothing odd', 1, text('m,A,1,30,2024-01-01,x\n')],
  ['too many fields', 0, text('m,A,1,30,2024-01-01,x,y\n')],
  ['one empty field too many', 0, text('m,A,1,30,2024-01-01,x,\n')],
  ['too many fields, in quotes', 0, text('"m","A","1","30","2024-01-01","x","y\nz"\n')],
  ['a hundred thousand fields', 0, text(`m${',1'.repeat(1e5)}\n`)],
  ['too few fields', 0, text('m,A,1,30,2024-01-01\n')],
  ['too few fields, in quotes', 0, text('"m","A\n"\n')],
  ['no field', 0, text('\n')],
  ['only blanks', 0, text('  \t \n')],
  ['only delimiters', 0, text(',,,,,\n')],
  ['empty fields', 1, text('m,,,,,\n')],
  ['invalid UTF-8', 0, Buffer.concat([text('m,A,1,30,2024-01-01,'), Buffer.from([0xff, 0xfe, 0x0a])])],
  ['UTF-8 that is cut off', 0, Buffer.concat([text('m,A,1,30,2024-01-01,'), Buffer.from([0xe2, 0x82, 0x0a])])],
  ['a zero byte', 1, text('m,A,1,30,2024-01-01,x\0y\n')],
  ['a byte order mark', 1, text('\uFEFFm,A,1,30,2024-01-01,x\n')],
  ['a field of five megabytes', 0, text(`m,A,1,30,2024-01-01,${'x'.repeat(5e6)}\n`)],
  ['a field of fifty megabytes, in quotes', 0, text(`m,A,1,30,2024-01-01,"${'x\n'.repeat(25e6)}"\n`)],
  ['CR LF among LF', 1, text('m,A,1,30,2024-01-01,x\r\n')],
  ['CR among LF', 2, text('m,A,1,30,2024-01-01,x\rn,A,1,30,2024-01-01,x\n')],
  ['a line within quotes', 1, text('m,A,1,30,2024-01-01,"x\nz,A,1,30,2024-01-01,x\n"\n')],
  ['text behind a closing quote', 1, text('m,A,1,30,2024-01-01,"x"y\n')],
  ['a quote within a field', 1, text('m,A,1,30,2024-01-01,5" x 3"\n')],
])('%s', async (_, rows, line) =>
  inClinic(async clinic => {
    const before = await rowsIn(clinic);
    appendFileSync(clinic.path('visits.csv'), Buffer.concat([text('\n'), line, text(others)]));
    const data = await clinic.open();
    await ask(data, 'SELECT count(*) FROM visits', { epsilon: 1 });
    await data.close();
    expect((await rowsIn(clinic))! - before!).toBe(rows + 2);
  }),
);

/** A person would be there for one question and gone for another, and no price accounts for it. */
test.each<[string, Buffer]>([
  ['bytes that are no text', Buffer.concat([text('m,A,1,30,2024-01-01,'), Buffer.from([0xff, 0x0a])])],
  ['a letter behind a closing quote', text('m,"A"é,1,30,2024-01-01,x\n')],
  ['the mark of what is missing', text('m,A,\u0001,30,2024-01-01,x\n')],
])('%s: the line is there for every question, or for none', async (_, line) =>
  inClinic(async clinic => {
    appendFileSync(clinic.path('visits.csv'), Buffer.concat([text('\n'), line, text(others)]));
    const found: (number | undefined)[] = [];
    // a condition that holds for everybody, also where the field is null
    for (const column of ['ward', 'cost', 'age', 'seen', 'town']) {
      const [rows] = await exactly(
        `SELECT count(*) FROM visits WHERE ${column} IS NULL OR ${column} = ${column}`,
        clinic,
      );
      found.push(rows.get(''));
    }
    expect(new Set([...found, await rowsIn(clinic)]).size).toBe(1);
  }),
);

test('a field that looks like lines is one field, wherever threads would cut the file', async () =>
  inClinic(async clinic => {
    const lines = (stem: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${stem}${i},A,1,30,2024-01-01,x\n`).join('');
    // DuckDB's threads begin every eight million bytes
    const before = lines('p', 240_000);
    const around = `m,A,1,30,2024-01-01,"\n${lines('fake', 60_000)}"\n`;
    expect(before.length).toBeLessThan(8_000_000);
    expect(before.length + around.length).toBeGreaterThan(8_000_000);
    writeFileSync(clinic.path('visits.csv'), `patient,ward,cost,age,seen,town\n${before}${around}${lines('q', 1000)}`);
    expect(await rowsIn(clinic)).toBe(241_001);
  }));
