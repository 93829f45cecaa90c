/**
 * Publishing one person in a hundred: the table audited; its rate checked and the sample drawn, certified and written; the
 * sample checked against its table. Each opens the table anew, beside a GROUP BY and a COPY that a person would write.
 * `--rows 1000000` takes a smaller table.
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
const inFolder = async (work: (sample: string) => Promise<unknown>): Promise<unknown> => {
  const folder = runFolder();
  try {
    return await work(join(folder, 'sample.parquet'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const published = (size: number) => async (): Promise<unknown> => {
  const data = await people(size);
  return inFolder(async sample => [await audited(data), await drawn(data, sample)]);
};

/** Drawn once, and checked at every turn. */
function checkedAgain(size: number): () => Promise<unknown> {
  let ready: Promise<string> | undefined;
  const draw = async (): Promise<string> => {
    const folder = runFolder();
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    await drawn(await people(size), join(folder, 'sample.parquet'));
    return join(folder, 'sample.parquet');
  };
  return async () => {
    ready ??= draw();
    return checked(await ready, await people(size));
  };
}

export const cases: readonly Case[] = [
  {
    name: 'audit of a million rows',
    work: async () => audited(await people(1_000_000)),
    promise: 1,
    turns: 5,
  },
  {
    name: 'audit, draw and check of a million rows',
    work: async () => {
      const data = await people(1_000_000);
      return inFolder(async sample => [await audited(data), await drawn(data, sample), await checked(sample, data)]);
    },
    promise: 1,
    turns: 5,
  },
  {
    name: 'audit and draw, its rate checked, beside GROUP BY and COPY',
    work: published(rows),
    against: byHand(() => people(rows)),
    promise: 2,
    turns: 5,
  },
  {
    name: 'check of what was drawn, beside GROUP BY and COPY',
    work: checkedAgain(rows),
    against: byHand(() => people(rows)),
    promise: 1,
    turns: 5,
  },
];
