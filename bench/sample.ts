/**
 * What a sample saves, on 50 million rows of 5 million patients: the first one in a hundred drawn, kept and asked, from an
 * empty folder; then questions on it, beside the same question on everybody. All by the whole road, ledger included.
 * `--rows 1000000` draws from a smaller table.
 */
import { parseArgs } from 'node:util';
import { privately, type Unit } from './ask/questions.ts';
import type { Case } from './measurement.ts';
import { openOldLedger } from './sample/old-ledger.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000000' } }, allowPositionals: true });
const rows = Number(values.rows);
const megabytes = 2000;
const patients: Unit = { rowsPerUnit: 10 };

const EVERYBODY = 'visits';
const SAMPLE = `visits TABLESAMPLE BERNOULLI(1) REPEATABLE ('june')`;

const questions: Readonly<Record<string, (table: string) => string>> = {
  count: table => `SELECT count(*) FROM ${table}`,
  sum: table => `SELECT sum(cost) FROM ${table}`,
  'count by region': table => `SELECT region, count(*) FROM ${table} GROUP BY region`,
  'sum by ward': table => `SELECT ward, sum(cost) FROM ${table} GROUP BY ward`,
};

const entries = 100_000;

/** Nothing is charged: what is spent inside the sample would charge more than the question allows. */
function priced(): () => Promise<unknown> {
  let opened: ReturnType<typeof openOldLedger> | undefined;
  return async () => {
    opened ??= openOldLedger(entries);
    const question = await (await opened).sql(
      `SELECT count(*) FROM visits TABLESAMPLE BERNOULLI(1) REPEATABLE ('sample-7')`,
    );
    return question.ask({ epsilon: 0.001, inner: { epsilon: 1 } }).catch(({ code }) => code);
  };
}

export const cases: readonly Case[] = [
  { name: 'priced, after 100,000 entries and 1,000 samples', work: priced(), promise: 0.005, turns: 101 },
  {
    name: 'drawn, kept and asked for the first time',
    // each turn has a folder, a ledger and a sample of its own
    work: () => privately(rows, patients, questions.count(SAMPLE))(),
    promise: 8,
    megabytes,
    turns: 3,
  },
  ...Object.entries(questions).map(
    ([name, question]): Case => ({
      name: `${name}, beside everybody`,
      work: privately(rows, patients, question(SAMPLE)),
      against: privately(rows, patients, question(EVERYBODY)),
      promise: 1 / 50,
      megabytes,
      turns: 3,
    }),
  ),
];
