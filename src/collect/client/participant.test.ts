import { expect, test } from 'vitest';
import { campaignOf, ticketsFor } from '../../../test/support/campaign.ts';
import { joined } from '../../../test/support/joined-shares.ts';
import { addShare } from '../reports/index.ts';
import type { ShareVector } from '../reports/shares.ts';
import type { Send } from './delivery.ts';
import type { Memory } from './memory.ts';
import { takePart } from './participant.ts';

const campaign = campaignOf();
const [ticket, other] = await ticketsFor(campaign, '0'.repeat(64), 2);

interface Wire {
  readonly send: Send;
  /** Bodies that arrived, by the host they arrived at. */
  readonly arrived: ReadonlyMap<string, Uint8Array[]>;
}

/** Answers each attempt as the next of the script says; whatever follows is accepted. */
function wire(...script: readonly (Answer | 'broken')[]): Wire {
  const arrived = new Map<string, Uint8Array[]>();
  const waiting = [...script];
  const send: Send = async (address, { body }) => {
    const answer = waiting.shift() ?? ACCEPTED;
    if (answer === 'broken') throw new TypeError('fetch failed');
    const { host } = new URL(address);
    arrived.set(host, [...(arrived.get(host) ?? []), body]);
    return { status: answer.status, json: async () => answer.told };
  };
  return { send, arrived };
}

interface Answer {
  readonly status: number;
  readonly told: unknown;
}

const ACCEPTED: Answer = { status: 200, told: { accepted: 1, refused: [] } };
const BUSY: Answer = { status: 503, told: { code: 'store_unusable', detail: 'later' } };
const REFUSED: Answer = {
  status: 200,
  told: { accepted: 0, refused: [{ place: 0, code: 'report_differs', message: 'Another one stands.' }] },
};

function noted(): Memory & { text: string | null; written: string[] } {
  const memory = {
    text: null as string | null,
    written: [] as string[],
    read: () => memory.text,
    write: (text: string) => {
      memory.text = text;
      memory.written.push(text);
    },
  };
  return memory;
}

/** What the last bodies of all aggregators say together. */
function total({ arrived }: Wire): ShareVector {
  const shares = [...arrived.values()].map(bodies => {
    const share = new Uint32Array(3);
    addShare(share, bodies[bodies.length - 1].subarray(48), 1);
    return share;
  });
  return joined(shares);
}

test('every aggregator gets its own share, under the same ticket, and together they are the answer or nothing', async () => {
  for (let person = 0; person < 20; person += 1) {
    const [on, memory] = [wire(), noted()];
    await (await takePart({ campaign, ticket, memory, send: on.send })).answer('bus');
    expect(on.arrived.size).toBe(2);
    const { rolled } = JSON.parse(memory.written[0]);
    expect([...total(on)]).toEqual(rolled === 'sampled' ? [0, 1, 0] : [0, 0, 0]);
  }
});

test('what did not arrive is sent again, byte by byte the same, also by a page that was opened anew', async () => {
  const memory = noted();
  const first = wire(BUSY, 'broken', 'broken', BUSY);
  const participation = { campaign, ticket, memory, pauses: [0] };
  const unreachable = { code: 'aggregator_unreachable' };
  await expect((await takePart({ ...participation, send: first.send })).answer('bus')).rejects.toMatchObject(
    unreachable,
  );
  const second = wire('broken');
  await (await takePart({ ...participation, send: second.send })).answer('train');
  for (const [host, bodies] of first.arrived) expect(second.arrived.get(host)?.[0]).toEqual(bodies[0]);
  expect(second.arrived.size).toBe(2);
});

test('on record before it is sent; nothing of it is left afterwards', async () => {
  const [on, memory] = [wire(), noted()];
  await (await takePart({ campaign, ticket, memory, send: on.send })).answer('bus');
  expect(JSON.parse(memory.written[0]).waiting[1]).toHaveLength(2);
  expect(JSON.parse(memory.text ?? '')).toMatchObject({ waiting: {}, delivered: [1] });
  expect(memory.text).not.toContain('rolled');
});

test('pressing twice is answering once', async () => {
  const on = wire();
  const person = await takePart({ campaign, ticket, send: on.send });
  await Promise.all([person.answer('bus'), person.answer('train')]);
  expect([...on.arrived.values()].map(bodies => bodies.length)).toEqual([1, 1]);
});

test('a refusal is passed on and not tried again', async () => {
  const on = wire(REFUSED, REFUSED);
  const person = await takePart({ campaign, ticket, send: on.send, pauses: [0, 0, 0] });
  await expect(person.answer('bus')).rejects.toMatchObject({ code: 'report_differs', message: 'Another one stands.' });
  expect([...on.arrived.values()].flat().length).toBeLessThanOrEqual(2);
});

test('a code that nobody knows is a report that was not taken, also one that every object has', async () => {
  const odd: Answer = { status: 400, told: { code: 'constructor', detail: 'Odd.' } };
  const person = await takePart({ campaign, ticket, send: wire(odd, odd).send, pauses: [] });
  await expect(person.answer('bus')).rejects.toMatchObject({ code: 'report_malformed', message: 'Odd.' });
});

test('only an aggregator that says it has the report is believed to have it', async () => {
  for (const told of [{}, [], null, 'ok', { accepted: 0, refused: [] }, { accepted: 1, refused: 1 }]) {
    const [odd, memory] = [{ status: 200, told }, noted()];
    const person = await takePart({ campaign, ticket, memory, send: wire(odd, odd).send, pauses: [] });
    await expect(person.answer('bus')).rejects.toMatchObject({ code: 'aggregator_unreachable' });
    expect(JSON.parse(memory.text ?? '').waiting[1]).toHaveLength(2);
  }
});

test('what is remembered of another ticket does not count', async () => {
  const memory = noted();
  await (await takePart({ campaign, ticket, memory, send: wire().send })).answer('bus');
  const on = wire();
  await (await takePart({ campaign, ticket: other, memory, send: on.send })).answer('bus');
  expect(on.arrived.size).toBe(2);
});

test('one report has no beginning, an answer must be one of the choices, and a ticket is read before anything is sent', async () => {
  const on = wire();
  const person = await takePart({ campaign, ticket, send: on.send });
  await expect(person.begin()).rejects.toMatchObject({ code: 'round_not_open' });
  await expect(takePart({ campaign, ticket: 'short', send: on.send })).rejects.toMatchObject({
    code: 'ticket_invalid',
  });
  await expect(takePart({ campaign: { ...campaign, noise: 1 }, ticket })).rejects.toMatchObject({
    code: 'campaign_invalid',
  });
  expect(on.arrived.size).toBe(0);
});
