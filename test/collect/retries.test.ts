/** Honest people send again: by a reload, from two tabs, after a crash. It must never cost more than their own report. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Alone, type Memory, type Send, takePart } from '../../src/collect/client/index.ts';
import { openRound, publish } from '../../src/collect/collector/index.ts';
import { fingerprintOf } from '../../src/collect/protocol/index.ts';
import { systemEntropy } from '../../src/random/index.ts';
import { campaignOf, reportOf } from '../support/campaign.ts';
import { type Case, campaigning, differences } from '../support/campaigning.ts';

const entropy = systemEntropy();

test('an answer that was split anew is not put together from two splits: nobody else is harmed by it', () =>
  campaigning({ more: { noise: null } }, async on => {
    await openRound(on.collecting, 1);
    const [retrying, ...others] = await on.tickets(4);
    for (const ticket of others) await on.report(ticket, 2);
    // the first attempt reached one aggregator only; the second was split anew
    await on.report(retrying, 1, 1, [0]);
    const again = reportOf(on.campaign, retrying, 1, entropy);
    const replies = await Promise.all(
      again.map((body, place) => on.post(place, `${on.fingerprint}/rounds/1/reports`, { body })),
    );
    expect(replies.map(({ said }) => said.accepted)).toEqual([0, 1]);
    expect(await differences(on)).toEqual([0, 3, 0]);
  }));

/** As an entry of a page's storage that two tabs share: nothing of it is atomic. */
function shared(): Memory {
  let kept: string | null = null;
  return {
    read: async () => kept,
    write: async text => {
      kept = text;
    },
  };
}

/** Slow to one of the aggregators: of two tabs each reaches another one first. */
const slowTo =
  (slow: string): Send =>
  async (address, request) => {
    if (address.startsWith(slow)) await pause(20);
    return fetch(address, request);
  };

test.each<[string, () => Alone | undefined]>([
  ['with locks', queue],
  ['without locks', () => undefined],
])('two tabs at once, %s, bring one report: everybody is counted, and the sum is theirs', (_, locks) =>
  campaigning({ more: { noise: null, sampling: 0.999999 } }, async on => {
    await openRound(on.collecting, 1);
    for (const ticket of await on.tickets(30)) {
      const [memory, alone] = [shared(), locks()];
      const more = { memory, entropy, pauses: [], ...(alone !== undefined && { alone }) };
      const tabs = await Promise.all(
        on.campaign.aggregators.map(slow => takePart({ ...more, campaign: on.campaign, ticket, send: slowTo(slow) })),
      );
      await Promise.all(tabs.map(tab => tab.answer('bus')));
    }
    expect((await differences(on)).map(Math.round)).toEqual([0, 30, 0]);
  }),
);

/** As the locks of a browser: work of one name in turn. */
function queue(): Alone {
  let last: Promise<unknown> = Promise.resolve();
  return (_name, work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

test('with locks a tab that opens later finds the report delivered, and sends nothing', async () => {
  const [memory, alone, sent] = [shared(), queue(), [] as string[]];
  const send: Send = async address => {
    sent.push(address);
    await pause(10);
    return { status: 200, json: async () => ({ accepted: 1, refused: [] }) };
  };
  const campaign = campaignOf();
  const joining = () => takePart({ campaign, ticket: 'A'.repeat(43), memory, alone, send, entropy, pauses: [] });
  const first = (await joining()).answer('bus');
  await pause(2);
  await Promise.all([first, (await joining()).answer('train')]);
  expect(sent).toHaveLength(campaign.aggregators.length);
});

test('whoever lost the first round is told so, instead of taking back what they said in it', async () => {
  const sent: string[] = [];
  const send: Send = async address => {
    sent.push(address);
    return { status: 200, json: async () => ({ accepted: 1, refused: [] }) };
  };
  const campaign = campaignOf({ protocol: 'two-rounds' });
  const joining = () => takePart({ campaign, ticket: 'A'.repeat(43), send, entropy, pauses: [] });
  await (await joining()).begin();
  await expect((await joining()).answer('bus')).rejects.toMatchObject({ code: 'round_not_open' });
  expect(sent).toHaveLength(2);
});

test('a device that began anew does not answer under another die: what it said first stands, and is not contradicted', () =>
  campaigning({ more: { noise: null, protocol: 'two-rounds' } }, async on => {
    const people = (await on.tickets(30)).map(ticket => {
      const joining = (memory: Memory) => takePart({ campaign: on.campaign, ticket, memory, entropy, pauses: [] });
      return { joining, memory: shared() };
    });
    await openRound(on.collecting, 1);
    for (const { joining, memory } of people) {
      await (await joining(shared())).begin();
      // its memory is lost, and the page is opened once more
      await expect((await joining(memory)).begin()).rejects.toMatchObject({ code: 'report_differs' });
    }
    await openRound(on.collecting, 2);
    for (const { joining, memory } of people)
      await expect((await joining(memory)).answer('bus')).rejects.toMatchObject({ code: 'round_not_open' });
    expect(await Promise.all([0, 1].map(place => reportsAt(on, place)))).toEqual([0, 0]);
  }));

/** How many reports one aggregator has in the second round. */
async function reportsAt(on: Case, place: number): Promise<number> {
  const received = await fetch(`${on.campaign.aggregators[place]}/v1/collect/${on.fingerprint}/received`, {
    headers: { authorization: `Bearer ${on.token(place)}` },
  });
  return ((await received.json()) as { rounds: { reports: number }[] }).rounds[1].reports;
}

test('a text in memory that is none of ours keeps nobody from taking part', async () => {
  const campaign = await fingerprintOf(campaignOf());
  const ours = { version: 2, campaign, ticket: 'A'.repeat(43) };
  const texts = [
    '{',
    'null',
    '[]',
    '"dark mode"',
    JSON.stringify({ version: 1, waiting: { 1: [[1], [2]] } }),
    // of ours, and cut short
    JSON.stringify(ours),
    JSON.stringify({ ...ours, waiting: { 1: [[1]] }, delivered: [] }),
    JSON.stringify({ ...ours, waiting: { 1: 'x' }, delivered: [] }),
    JSON.stringify({ ...ours, waiting: {}, delivered: 'none' }),
  ];
  for (const text of texts) {
    const send: Send = async () => ({ status: 200, json: async () => ({ accepted: 1, refused: [] }) });
    const memory = { read: () => text, write: () => {} };
    const person = await takePart({ campaign: campaignOf(), ticket: 'A'.repeat(43), memory, send, entropy });
    await expect(person.answer('bus')).resolves.toBeUndefined();
  }
});

test('shares of no answer are not released as counts, whoever sent them', () =>
  campaigning({}, async on => {
    await openRound(on.collecting, 1);
    const [cheating, ...others] = await on.tickets(20);
    for (const ticket of others) await on.report(ticket, 2);
    const [body] = reportOf(on.campaign, cheating, 1, entropy);
    for (const place of [0, 1]) await on.post(place, `${on.fingerprint}/rounds/1/reports`, { body });
    await expect(publish(on.collecting, on.ledger)).rejects.toMatchObject({ code: 'totals_impossible' });
  }));
