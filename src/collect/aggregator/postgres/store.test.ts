import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase, type PostgresServer } from '../../../../test/support/postgres.ts';
import {
  batchOf,
  entered,
  fingerprint,
  labelOf,
  release,
  testPromise,
  totalOf,
} from '../../../../test/support/report-store.ts';
import type { ReportOutcome, ReportStore } from '../store.ts';
import { openPostgresStore } from './store.ts';

const started = await openDatabase();
const server = started as PostgresServer;
afterAll(() => started?.stop());

const OWN = 'https://first.example';

async function inDatabase(work: (reopen: () => Promise<ReportStore>) => Promise<void>): Promise<void> {
  await server.run('DROP SCHEMA IF EXISTS sortition_collect CASCADE');
  await work(() => openPostgresStore(server.url, OWN));
}

/** Two processes of one aggregator, as far as the database can tell. */
const inTwo = (work: (first: ReportStore, second: ReportStore) => Promise<void>): Promise<void> =>
  inDatabase(async reopen => {
    const [first, second] = await Promise.all([reopen().then(entered), reopen().then(entered)]);
    await work(first, second);
    await Promise.all([first.end(), second.end()]);
  });

const countOf = (outcomes: readonly ReportOutcome[], outcome: ReportOutcome): number =>
  outcomes.filter(each => each === outcome).length;

describe.skipIf(started === undefined)('reports in PostgreSQL', () => {
  testPromise(inDatabase);

  test('processes that get the same reports at once, in any order, count each once and tell it once', () =>
    inTwo(async (first, second) => {
      await first.open(fingerprint, 1);
      const people = Array.from({ length: 300 }, (_, i) => [`person ${i}`, 1 + (i % 3)] as const);
      const batches = Array.from({ length: 12 }, (_, turn) => {
        const turned = [...people.slice(turn * 25), ...people.slice(0, turn * 25)];
        return batchOf(...(turn % 2 === 0 ? turned : turned.reverse()));
      });
      const outcomes = await Promise.all(
        batches.map((batch, turn) => (turn % 2 === 0 ? first : second).add(fingerprint, 1, batch)),
      );
      expect([countOf(outcomes.flat(), 'new'), countOf(outcomes.flat(), 'known')]).toEqual([300, 11 * 300]);
      expect(await totalOf(second)).toEqual([100, 100, 100]);
    }));

  test('the same reports in opposite order do not wait for each other in a circle', () =>
    inTwo(async (first, second) => {
      await first.open(fingerprint, 1);
      await beforeEachReport('PERFORM pg_sleep(0.005); RETURN NEW;');
      const people = Array.from({ length: 20 }, (_, i) => [`person ${i}`, 1] as const);
      const outcomes = await Promise.all([
        first.add(fingerprint, 1, batchOf(...people)),
        second.add(fingerprint, 1, batchOf(...[...people].reverse())),
      ]);
      expect(countOf(outcomes.flat(), 'new')).toBe(20);
    }));

  test('of two different reports under one number, one stands, wherever they came', () =>
    inTwo(async (first, second) => {
      await first.open(fingerprint, 1);
      for (let turn = 0; turn < 20; turn += 1) {
        const outcomes = await Promise.all([
          first.add(fingerprint, 1, batchOf([`person ${turn}`, 1])),
          second.add(fingerprint, 1, batchOf([`person ${turn}`, 2])),
        ]);
        expect(outcomes.flat().sort()).toEqual(['differs', 'new']);
      }
    }));

  test('a round that one process closes is closed for all: what was acknowledged is in it, and nothing else', () =>
    inTwo(async (first, second) => {
      await first.open(fingerprint, 1);
      const adding = Array.from({ length: 40 }, (_, i) => second.add(fingerprint, 1, batchOf([`person ${i}`, 1])));
      const settled = Promise.allSettled(adding);
      await adding[0];
      await first.close(fingerprint, 1);
      const numbers = await first.labels(fingerprint, 1);
      const acknowledged = (await settled).filter(({ status }) => status === 'fulfilled').length;
      expect(numbers).toHaveLength(acknowledged);
      expect(await second.stateOf(fingerprint, 1)).toBe('closed');
      await expect(second.add(fingerprint, 1, batchOf(['late', 1]))).rejects.toMatchObject({ code: 'round_not_open' });
    }));

  test('one release stands, whichever process was first', () =>
    inTwo(async (first, second) => {
      await first.open(fingerprint, 1);
      await first.add(fingerprint, 1, batchOf(['ada', 1]));
      await first.close(fingerprint, 1);
      const another = { ...release, total: ['9', '9', '9'] };
      const told = await Promise.all([first.record(fingerprint, release), second.record(fingerprint, another)]);
      expect(told[0]).toEqual(told[1]);
      expect(await second.released(fingerprint)).toEqual(told[0]);
      expect([await totalOf(first), await first.labels(fingerprint, 1)]).toEqual([[0, 0, 0], [labelOf('ada')]]);
    }));

  test('after the release no byte of a share is left in any table', () =>
    inDatabase(async reopen => {
      const store = await entered(await reopen());
      await store.open(fingerprint, 1);
      const secret = randomBytes(12);
      await store.add(fingerprint, 1, { labels: randomBytes(32), shares: secret });
      expect(await isOnDisk(secret)).toBe(true);
      await store.close(fingerprint, 1);
      await store.record(fingerprint, release);
      expect(await isOnDisk(secret)).toBe(false);
      await store.end();
    }));

  test('what is acknowledged is on disk, also where the server would rather not wait', () =>
    inDatabase(async reopen => {
      await server.run(`ALTER ROLE owner SET synchronous_commit = off`);
      const store = await entered(await reopen());
      await store.open(fingerprint, 1);
      await beforeEachReport(
        `IF current_setting('synchronous_commit') <> 'on' THEN RAISE 'not durable'; END IF; RETURN NEW;`,
      );
      expect(await store.add(fingerprint, 1, batchOf(['ada', 1]))).toEqual(['new']);
      await store.end();
      await server.run(`ALTER ROLE owner RESET synchronous_commit`);
    }));

  test('a lost connection loses nothing that was acknowledged, and the store goes on', () =>
    inDatabase(async reopen => {
      const store = await entered(await reopen());
      await store.open(fingerprint, 1);
      await store.add(fingerprint, 1, batchOf(['ada', 1]));
      await server.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1`, [
        'sortition collect',
      ]);
      const again = () => store.add(fingerprint, 1, batchOf(['ada', 1], ['bob', 2]));
      expect(await again().catch(again)).toEqual(['known', 'new']);
      await store.end();
    }));

  test('a database of an earlier version is refused as such', () =>
    inDatabase(async reopen => {
      await (await reopen()).end();
      await server.run('UPDATE sortition_collect.store SET version = 1');
      await expect(reopen()).rejects.toMatchObject({ code: 'store_outdated' });
    }));

  test('a database is of one aggregator, and one that is not there is refused without its address', () =>
    inDatabase(async reopen => {
      const store = await reopen();
      const unusable = { code: 'store_unusable' };
      await expect(openPostgresStore(server.url, 'https://second.example')).rejects.toMatchObject(unusable);
      const nowhere = openPostgresStore('postgres://owner:secret@127.0.0.1:1/postgres', OWN);
      await expect(nowhere).rejects.toMatchObject(unusable);
      await expect(nowhere).rejects.not.toThrow(/secret|127/);
      await store.end();
    }));
});

/** Lets the server do something more with each report of the first campaign. */
async function beforeEachReport(statements: string): Promise<void> {
  await server.run(
    `CREATE FUNCTION sortition_collect.more() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statements} END $$`,
  );
  await server.run(`CREATE TRIGGER more BEFORE INSERT ON sortition_collect.reports_1
    FOR EACH ROW EXECUTE FUNCTION sortition_collect.more()`);
}

async function isOnDisk(secret: Buffer): Promise<boolean> {
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query('CHECKPOINT');
  const { rows } = await client.query(`SELECT current_setting('data_directory') || '/base' AS folder`);
  await client.end();
  const files = readdirSync(rows[0].folder, { recursive: true, withFileTypes: true });
  return files.some(file => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(secret));
}
