/** An aggregator whose store is a PostgreSQL database, as a real process that is killed in the middle. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemEntropy, uniform } from '../../src/random/index.ts';
import { collectionIn } from '../support/collection.ts';
import { commandFile, run } from '../support/command.ts';
import { crowdOf, everybody, participantOf, sampledOf } from '../support/crowd.ts';
import { inFolder } from '../support/ledger-case.ts';
import { openDatabase, type PostgresServer } from '../support/postgres.ts';

const started = await openDatabase();
const server = started as PostgresServer;
afterAll(() => started?.stop());

let command: string;
beforeAll(async () => {
  command = await commandFile();
});

const below = uniform(systemEntropy());

describe.skipIf(started === undefined)('an aggregator on PostgreSQL', () => {
  test('killed and started again, it counts every report exactly once', () =>
    inFolder(async folder => {
      const collection = await collectionIn(folder, command, { noise: null }, 300);
      writeFileSync(join(folder, 'url'), `${server.url}\n`);
      const store = `postgres:file:${join(folder, 'url')}`;
      await Promise.all([collection.start(0, store), collection.start(1)]);
      expect((await collection.organise(['open'])).exit).toBe(0);
      // nobody gives up: whoever is sampled counts
      const people = crowdOf(collection.tickets, below).map(person => ({ ...person, givesUp: false }));
      const crash = async (): Promise<void> => {
        await pause(200);
        await collection.kill(0);
        await collection.start(0, store);
      };
      const answers = everybody(people, below, async person => {
        await (await participantOf(collection.campaign, person, below)).answer(person.truth);
      });
      await Promise.all([answers, crash()]);
      const ledger = `sqlite:${join(folder, 'people.ledger')}`;
      const budget = ['--budget-epsilon', '1', '--budget-delta', '1'];
      const { exit, out } = await collection.organise(['publish', '--ledger', ledger, ...budget, '--json']);
      expect(exit).toBe(0);
      const differences = JSON.parse(out).estimates.map(({ estimate }: { estimate: number }) => estimate * 0.5);
      expect(differences).toEqual(sampledOf(collection.campaign, people));
      expect(collection.logged()).not.toContain('127.0.0.1');
      await collection.end();
    }));
});

test('a password is not written on the command line', () =>
  inFolder(async folder => {
    const { campaign } = await collectionIn(folder, command, {}, 1);
    const file = (name: string): string => join(folder, 'campaign', name);
    const words = ['--campaign', file('campaign.json'), '--secrets', file('aggregator-1.json')];
    const own = ['--address', campaign.aggregators[0], '--store', 'postgres://ada:hush@127.0.0.1/shares'];
    const { exit, err } = await run(['collect', 'serve', ...words, ...own]);
    expect({ exit, told: err.includes('hush') }).toEqual({ exit: 2, told: false });
    expect(err).toContain('postgres:env:NAME');
  }));
