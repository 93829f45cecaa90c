import { expect, test } from 'vitest';
import { type Send, takePart } from '../../src/collect/client/index.ts';
import { openRound, publish } from '../../src/collect/collector/index.ts';
import type { Rolled } from '../../src/collect/protocol/index.ts';
import { reproducibleEntropy, systemEntropy } from '../../src/random/index.ts';
import { reportOf } from '../support/campaign.ts';
import { campaigning, differences } from '../support/campaigning.ts';

const entropy = systemEntropy();

test('only reports that every aggregator has are counted', () =>
  campaigning({ more: { noise: null } }, async on => {
    await openRound(on.collecting, 1);
    const tickets = await on.tickets(4);
    await on.report(tickets[0], 1);
    await on.report(tickets[1], 2, 1, [0]);
    await on.report(tickets[2], 3, 1, [1]);
    await on.report(tickets[3], 3);
    expect(await differences(on)).toEqual([1, 0, 1]);
  }));

test('of two rounds an id counts only if both arrived everywhere, and each person moves at most one count', () =>
  campaigning({ more: { noise: null, protocol: 'two-rounds' } }, async on => {
    const [moved, stayed, firstOnly, secondOnly, halfway] = await on.tickets(5);
    await openRound(on.collecting, 1);
    for (const [ticket, value] of [
      [moved, 0],
      [stayed, 2],
      [firstOnly, 1],
    ] as const)
      await on.report(ticket, value);
    await on.report(halfway, 0, 1, [1]);
    await openRound(on.collecting, 2);
    for (const [ticket, value] of [
      [moved, 3],
      [stayed, 2],
      [secondOnly, 1],
      [halfway, 1],
    ] as const)
      await on.report(ticket, value, 2);
    const late = await on.post(0, `${on.fingerprint}/rounds/1/reports`, {
      body: reportOf(on.campaign, secondOnly, 1, entropy)[0],
    });
    expect(late).toMatchObject({ status: 409, said: { code: 'round_not_open' } });
    expect(await differences(on)).toEqual([0, 0, 1]);
  }));

test('a round that waits at one aggregator is not closed there, by nobody: people could never be counted', () =>
  campaigning({}, async on => {
    const order = (place: number, verb: string) =>
      on.post(place, `${on.fingerprint}/rounds/1/${verb}`, { token: on.token(place) });
    const refused = { status: 409, said: { code: 'round_not_open' } };
    // the order to open reached one of them only
    await order(0, 'open');
    expect(await order(1, 'close')).toMatchObject(refused);
    await expect(publish(on.collecting, on.ledger)).rejects.toMatchObject({ code: 'round_not_open' });
    expect((await on.ledger.budget()).spent).toEqual({ epsilon: 0, delta: 0 });
    // nothing is lost
    await openRound(on.collecting, 1);
    for (const ticket of await on.tickets(3)) await on.report(ticket, 1);
    expect(await publish(on.collecting, on.ledger)).toMatchObject({ reports: 3 });
  }));

test('a client goes through two rounds with one die, and is offline in between', () =>
  campaigning(
    { more: { noise: null, protocol: 'two-rounds', sampling: 0.25, baseline: [0.25, 0.25, 0.25, 0] } },
    async on => {
      const people = await Promise.all(
        (await on.tickets(40)).map(async ticket => {
          let kept: string | null = null;
          const write = (text: string): void => {
            kept = text;
          };
          const memory = { read: () => kept, write };
          const joining = () => takePart({ campaign: on.campaign, ticket, memory, entropy, pauses: [] });
          return { joining, rolled: () => JSON.parse(kept ?? '{}').rolled };
        }),
      );
      await openRound(on.collecting, 1);
      for (const { joining } of people) await (await joining()).begin();
      const sampled = people.filter(({ rolled }) => rolled() === 'sampled').length;
      await openRound(on.collecting, 2);
      for (const { joining } of people) {
        await (await joining()).answer('bicycle');
        // again, and with another answer: the first one stands
        await (await joining()).answer('train');
      }
      expect(people.every(({ rolled }) => rolled() === undefined)).toBe(true);
      expect(await differences(on)).toEqual([0, 0, sampled]);
    },
  ));

test('what is released is released once: the same numbers, and one charge, however often it is asked', () =>
  campaigning({}, async on => {
    await openRound(on.collecting, 1);
    for (const ticket of await on.tickets(20)) await on.report(ticket, 1);
    const first = await publish(on.collecting, on.ledger);
    expect(first.recorded).toBe(false);
    expect(first.charged.epsilon).toBeGreaterThan(1);
    expect(first.charged.epsilon).toBeLessThan(2);
    expect(await publish(on.collecting, on.ledger)).toMatchObject({
      recorded: true,
      estimates: first.estimates,
      charged: first.charged,
      remaining: first.remaining,
    });
    const token = on.token(0);
    const asked = () => on.post(0, `${on.fingerprint}/release`, { token });
    const [once, again] = [await asked(), await asked()];
    expect(again).toEqual(once);
    expect(Object.keys(once.said).sort()).toEqual(['count', 'reports', 'total']);
    expect(await on.post(0, `${on.fingerprint}/rounds/1/open`, { token })).toMatchObject({ status: 409 });
  }));

test('both aggregators add the whole noise, and it is of the scale that was said', () =>
  campaigning({ more: { noise: { epsilon: 0.01 }, answers: { kind: 'numbers', edges: edges(1_000) } } }, async on => {
    await openRound(on.collecting, 1);
    const [ticket] = await on.tickets(1);
    await on.report(ticket, 0);
    const noise = await differences(on);
    const variance = noise.reduce((sum, each) => sum + each * each, 0) / noise.length;
    // 2 aggregators × 2/0.01²; a thousand draws err by about 6 %, one aggregator or half the scale by a factor of 2 and 4
    expect(variance).toBeGreaterThan(0.7 * 40_000);
    expect(variance).toBeLessThan(1.4 * 40_000);
  }));

const edges = (cells: number): number[] => Array.from({ length: cells + 1 }, (_, edge) => edge);

test('a campaign that the budget does not cover asks no aggregator for anything', () =>
  campaigning({ more: { noise: { epsilon: 3 } } }, async on => {
    await openRound(on.collecting, 1);
    await expect(publish(on.collecting, on.ledger)).rejects.toMatchObject({ code: 'budget_exhausted' });
    expect(on.log.map(({ event }) => event)).toEqual(['open', 'open']);
  }));

test('an aggregator that is away leaves the charge, and the same call goes on later', () =>
  campaigning({}, async on => {
    await openRound(on.collecting, 1);
    await on.stop(1);
    const unreachable = { code: 'aggregator_unreachable' };
    await expect(publish(on.collecting, on.ledger)).rejects.toMatchObject(unreachable);
    await on.start(1);
    const { spent } = await on.ledger.budget();
    expect(spent.epsilon).toBeGreaterThan(1);
    const { charged } = await publish(on.collecting, on.ledger);
    expect((await on.ledger.budget()).spent.epsilon).toBe(charged.epsilon);
  }));

test('reports after the closing are late', () =>
  campaigning({ more: { closes: '1969-12-31T00:00:00Z' } }, async on => {
    await openRound(on.collecting, 1);
    const [ticket] = await on.tickets(1);
    const [body] = reportOf(on.campaign, ticket, 1, entropy);
    const reply = await on.post(0, `${on.fingerprint}/rounds/1/reports`, { body });
    expect(reply).toMatchObject({ status: 409, said: { code: 'round_not_open' } });
  }));

test('estimates are near the truth: 200 people, noise of each aggregator included', () =>
  campaigning({}, async on => {
    await openRound(on.collecting, 1);
    const seeded = reproducibleEntropy(6);
    for (const [i, ticket] of (await on.tickets(200)).entries()) {
      const person = await takePart({ campaign: on.campaign, ticket, entropy: seeded, pauses: [] });
      await person.answer(i < 150 ? 'train' : null);
    }
    const { estimates } = await publish(on.collecting, on.ledger);
    const [{ estimate, standardError, interval95 }, , { estimate: none }] = estimates;
    expect(Math.abs(estimate - 150)).toBeLessThan(5 * standardError);
    expect(standardError).toBeLessThan(20);
    expect(interval95[0]).toBeLessThan(estimate);
    expect(interval95[1]).toBeGreaterThan(estimate);
    expect(Math.abs(none)).toBeLessThan(30);
  }));

test.each(['one-report', 'two-rounds'] as const)(
  '%s, verified: a cheating device is left out, and nobody else',
  protocol =>
    campaigning({ more: { noise: null, validity: 'verified', protocol, sampling: 0.5 } }, async on => {
      const tickets = await on.tickets(6);
      let cheating = '';
      const send: Send = (address, request) => {
        // a thousand more for the first value, in one share
        if (cheating === ticketOf(request.body)) request.body[48 + 16 + 1] ^= 4;
        return fetch(address, request);
      };
      const people = await Promise.all(
        tickets.map(async ticket => {
          let kept: string | null = null;
          const write = (text: string): void => {
            kept = text;
            person.rolled ??= JSON.parse(text).rolled;
          };
          const person = { ticket, rolled: undefined as Rolled | undefined, joining: () => joining };
          const memory = { read: () => kept, write };
          const joining = await takePart({ campaign: on.campaign, ticket, memory, entropy, send, pauses: [] });
          return person;
        }),
      );
      cheating = Buffer.from(tickets[5], 'base64url').toString('hex');
      await openRound(on.collecting, 1);
      if (protocol === 'two-rounds') {
        for (const { joining } of people) await joining().begin();
        await openRound(on.collecting, 2);
      }
      for (const { joining } of people) await joining().answer('bus');
      const sampled = people.slice(0, 5).filter(({ rolled }) => rolled === 'sampled').length;
      expect(await differences(on)).toEqual([0, sampled, 0]);
    }),
);

const ticketOf = (body: Uint8Array): string => Buffer.from(body.subarray(0, 32)).toString('hex');
