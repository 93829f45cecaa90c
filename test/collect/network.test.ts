import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { systemEntropy, uniform } from '../../src/random/index.ts';
import { type Collection, collectionIn } from '../support/collection.ts';
import { commandFile } from '../support/command.ts';
import { crowdOf, everybody, type Person, participantOf, sampledOf } from '../support/crowd.ts';
import { inFolder } from '../support/ledger-case.ts';

const PEOPLE = 2_000;
let command: string;

beforeAll(async () => {
  command = await commandFile();
});

const below = uniform(systemEntropy());

const published = async (collection: Collection, ledger: string, budget: readonly string[]) => {
  const words = ['publish', '--ledger', `sqlite:${ledger}`, ...budget, '--json'];
  const { exit, out, err } = await collection.organise(words);
  expect({ exit, err: err.includes('fault') }).toEqual({ exit: 0, err: false });
  return JSON.parse(out);
};

const givingUp = (caught: unknown, person: Person): void => {
  if (!person.givesUp) throw caught;
};

test('2,000 people, lost answers, aggregators killed in the middle: every report counts exactly once', () =>
  inFolder(async folder => {
    const collection = await collectionIn(folder, command, { noise: null }, PEOPLE);
    await Promise.all([collection.start(0), collection.start(1)]);
    expect((await collection.organise(['open'])).exit).toBe(0);
    const people = crowdOf(collection.tickets, below);
    const crash = async (): Promise<void> => {
      for (const place of [0, 1, 0]) {
        await pause(400);
        await collection.kill(place);
        await collection.start(place);
      }
    };
    const answers = everybody(people, below, async person => {
      const participant = await participantOf(collection.campaign, person, below);
      await participant.answer(person.truth).catch(caught => givingUp(caught, person));
    });
    await Promise.all([answers, crash()]);
    const { estimates, charged } = await published(collection, join(folder, 'people.ledger'), [
      '--budget-epsilon',
      '1',
      '--budget-delta',
      '1',
    ]);
    const differences = estimates.map(({ estimate }: { estimate: number }) => estimate * 0.5);
    expect(differences).toEqual(sampledOf(collection.campaign, people));
    expect(charged).toEqual({ epsilon: 0, delta: 0.5 });
    await collection.end();
  }));

test('a release outlives its process: killed and asked anew, every aggregator tells the same noisy numbers', () =>
  inFolder(async folder => {
    const collection = await collectionIn(folder, command, { noise: { epsilon: 0.5 } }, 20);
    await Promise.all([collection.start(0), collection.start(1)]);
    await collection.organise(['open']);
    const people = crowdOf(collection.tickets, below).map(person => ({ ...person, givesUp: false }));
    await everybody(people, below, async person => {
      await (await participantOf(collection.campaign, person, below)).answer(person.truth);
    });
    const publishing = (ledger: string) => published(collection, join(folder, ledger), ['--budget-epsilon', '2']);
    const first = await publishing('first.ledger');
    for (const place of [0, 1]) {
      await collection.kill(place);
      await collection.start(place);
    }
    // another ledger does not know that it was told; the aggregators do
    const second = await publishing('second.ledger');
    expect(second.recorded).toBe(false);
    expect(second.estimates).toEqual(first.estimates);
    expect(collection.logged()).toContain('"event":"released"');
    const logged = collection.logged();
    for (const { ticket } of people) for (const form of formsOf(ticket)) expect(logged).not.toContain(form);
    await collection.end();
  }));

/** As the number of a report might be printed by somebody who did not think of it. */
function formsOf(ticket: string): string[] {
  const number = Buffer.from(ticket, 'base64url').subarray(0, 16);
  const printed = [number.toString('hex'), number.toString('base64').slice(0, 20), [...number].join()];
  return [ticket.slice(0, 20), JSON.stringify(number.toString('latin1')).slice(1, -1), ...printed];
}
