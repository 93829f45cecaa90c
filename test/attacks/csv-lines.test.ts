/** One person's line in a CSV file must not decide whether the others are answered, or how many of them count. */
import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, exactly, inClinic } from '../support/clinic.ts';

const others = 'q1,A,1,30,2024-01-01,x\nq2,A,1,30,2024-01-01,x\n';

test.each([
  ['invalid UTF-8', Buffer.concat([Buffer.from('m,A,1,30,2024-01-01,'), Buffer.from([0xff, 0xfe, 0x0a])])],
  ['a field of five megabytes', Buffer.from(`m,A,1,30,2024-01-01,${'x'.repeat(5e6)}\n`)],
  ['CR LF among LF', Buffer.from('m,A,1,30,2024-01-01,x\r\n')],
  ['text behind a closing quote', Buffer.from('m,A,1,30,2024-01-01,"x"y\n')],
])('%s', async (_, line) =>
  inClinic(async clinic => {
    const before = await exactly('SELECT count(*) FROM visits', clinic);
    appendFileSync(clinic.path('visits.csv'), Buffer.concat([Buffer.from('\n'), line, Buffer.from(others)]));
    const data = await clinic.open();
    await ask(data, 'SELECT count(*) FROM visits', { epsilon: 1 });
    await data.close();
    const after = await exactly('SELECT count(*) FROM visits', clinic);
    expect([2, 3]).toContain((after[0].get('') ?? 0) - (before[0].get('') ?? 0));
  }),
);
