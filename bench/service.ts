/**
 * Questions over HTTP on a million rows, each charged durably: how much longer one takes than a query by hand on DuckDB, and
 * what becomes of 200 people who ask at once for a minute, and of whoever asks whether the service lives while it computes. Whoever asks shares the machine with the service.
 */
import { DuckDBInstance } from '@duckdb/node-api';
import type { Case } from './measurement.ts';
import { type Desk, desk, EPSILON, visits } from './service/desk.ts';
import { closeBrowser, firstPage } from './service/first-page.ts';
import { healthUnderLoad } from './service/health.ts';

const QUESTIONS = 20;
const CLIENTS = 200;
const SECONDS = 60;
const LOADED_SECONDS = 20;

let opened: Promise<Desk> | undefined;
const theDesk = (): Promise<Desk> => {
  opened ??= desk();
  return opened;
};

async function oneAfterAnother(): Promise<string> {
  const { ask } = await theDesk();
  for (let question = 0; question < QUESTIONS; question += 1) await ask();
  return `${QUESTIONS} answers`;
}

let connection: ReturnType<DuckDBInstance['connect']> | undefined;

/** What somebody would write by hand who counts at most five visits of a patient in a ward, and tells the truth. */
async function bareQueries(): Promise<void> {
  connection ??= DuckDBInstance.create(':memory:').then(instance => instance.connect());
  const path = await visits();
  for (let query = 0; query < QUESTIONS; query += 1)
    await (await connection).runAndReadAll(
      `SELECT ward, sum(least(n, 5)) FROM (SELECT patient, ward, count(*) AS n FROM '${path}' GROUP BY ALL) GROUP BY ward`,
    );
}

async function allAtOnce(): Promise<string> {
  const { ask, spent, megabytes } = await theDesk();
  const [before, memory] = [await spent(), await megabytes()];
  const waited: number[] = [];
  const end = performance.now() + 1000 * SECONDS;
  const client = async (): Promise<void> => {
    while (performance.now() < end) waited.push(await ask());
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  waited.sort((a, b) => a - b);
  const charged = Math.round(((await spent()) - before) / EPSILON);
  if (charged !== waited.length) throw new Error(`${waited.length} answers, ${charged} charges`);
  const grown = Math.round((await megabytes()) - memory);
  return `${waited.length} answers, each charged once; half in ${Math.round(waited[waited.length >> 1])} ms, 99 of 100 in ${Math.round(waited[Math.floor(waited.length * 0.99)])} ms; memory grew by ${grown} MB`;
}

export const cases: readonly Case[] = [
  { name: 'one question after another', work: oneAfterAnother, against: bareQueries, promise: 2, turns: 5 },
  {
    name: 'the first page in a browser',
    work: async () => firstPage(await theDesk()),
    promise: 0.5,
    close: closeBrowser,
  },
  {
    name: 'health while analysts ask the dearest',
    work: async () => healthUnderLoad(await theDesk(), LOADED_SECONDS),
    promise: 120,
    turns: 1,
  },
  { name: `${CLIENTS} clients for ${SECONDS} seconds`, work: allAtOnce, promise: 75, turns: 1 },
];
