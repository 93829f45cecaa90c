/**
 * Publishing one person in a hundred: the table audited, the sample drawn, certified and written, and then checked against
 * its table, each opened anew; beside a GROUP BY and a COPY that a person would write. `--rows 1000000` takes a smaller table.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Case } from './measurement.ts';
import { people } from './release/people.ts';
import { audited, byHand, checked, drawn, runFolder } from './release/steps.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000000' } }, allowPositionals: true });
const rows = Number(values.rows);

/** Every turn has a sample and a ledger of its own. */
const published = (size: number) => async (): Promise<unknown> => {
  const data = await people(size);
  const folder = runFolder();
  const sample = join(folder, 'sample.parquet');
  try {
    return {
      verdict: await audited(data),
      rows: await drawn(data, sample),
      check: await checked(sample, data),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export const cases: readonly Case[] = [
  {
    name: 'audit of a million rows',
    work: async () => audited(await people(1_000_000)),
    promise: 1,
    turns: 5,
  },
  { name: 'audit, draw and check of a million rows', work: published(1_000_000), promise: 1, turns: 5 },
  {
    name: 'audit, draw and check, beside GROUP BY and COPY',
    work: published(rows),
    against: byHand(() => people(rows)),
    promise: 2,
    turns: 5,
  },
];
