import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { campaignState, campaigns, collectionPlan, publication } from '../../src/service/contract/collecting.ts';
import { eventsOf } from '../support/events.ts';
import { loss } from '../support/ledger-case.ts';
import { type Organised, organised } from '../support/organised.ts';
import { type Served, served } from '../support/served.ts';

/** Of a campaign; what is logged is that of the service. */
type Desk = Omit<Organised, 'log'> & Served & { readonly place: string };

const organising = (
  work: (desk: Desk) => Promise<void>,
  circumstances: Parameters<typeof organised>[1] = {},
): Promise<void> =>
  organised(
    on =>
      served(service => work({ ...on, ...service, place: `/v1/collect/${on.fingerprint}` }), {
        organising: on.organising,
      }),
    circumstances,
  );

const TWO_ROUNDS = { more: { protocol: 'two-rounds' } } as const;

/** How many reports each aggregator has, round by round. */
const reportsIn = ({ rounds }: { rounds: readonly { aggregators: readonly { reports: number | null }[] }[] }) =>
  rounds.map(({ aggregators }) => aggregators.map(({ reports }) => reports));

test('from the first round to the estimates over HTTP, charged once', () =>
  organising(async ({ call, place, begin, answer, organising: { ledger } }) => {
    const get = async () => (await call('custodian', 'GET', place)).body;
    const post = async (path: string) => (await call('custodian', 'POST', `${place}/${path}`)).body;
    expect(await get()).toMatchObject({ state: 'waiting', published: null, values: ['train', 'bus', 'bicycle'] });
    expect(await post('rounds/1/open')).toMatchObject({ state: 'open', rounds: [{ state: 'open' }, {}] });
    await begin(30);
    expect(await post('publish')).toMatchObject({ code: 'round_not_open' });
    expect(reportsIn(await get())).toEqual([
      [30, 30],
      [0, 0],
    ]);
    expect(await post('rounds/2/open')).toMatchObject({ rounds: [{ state: 'closed' }, { state: 'open' }] });
    await answer('bus');
    const closed = await post('rounds/2/close');
    expect(closed.state).toBe('closed');
    expect(campaignState.parse(closed)).toEqual(closed);
    expect((await ledger.budget()).spent.epsilon).toBe(0);
    const first = await post('publish');
    expect(publication.parse(first)).toEqual(first);
    expect(first).toMatchObject({ recorded: false, reports: 30, charged: closed.price });
    expect(first.charged.epsilon).toBeGreaterThan(0.5);
    expect(await post('publish')).toMatchObject({ recorded: true, reports: 30, estimates: first.estimates });
    expect((await ledger.budget()).spent.epsilon).toBe(first.charged.epsilon);
    const after = await get();
    expect(campaignState.parse(after)).toEqual(after);
    expect(after).toMatchObject({
      state: 'published',
      published: { estimates: first.estimates, reports: 30, charged: first.charged },
      remaining: first.remaining,
    });
    expect(await post('rounds/1/open')).toMatchObject({ code: 'round_not_open' });
  }, TWO_ROUNDS));

test('reports are seen as they arrive, and the watching ends with the service', () =>
  organising(async ({ server, texts, place, call, answer }) => {
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    await call('custodian', 'POST', `${place}/rounds/1/open`);
    const events = await eventsOf(`${address}${place}/events`, texts.custodian);
    const seen = async (): Promise<unknown> => reportsIn((await events.next()) as never);
    expect(await seen()).toEqual([[0, 0]]);
    await answer('bus', 3);
    expect(await seen()).toEqual([[3, 3]]);
    await answer('train', 2);
    expect(await seen()).toEqual([[5, 5]]);
    const ended = events.ended();
    await server.close();
    await ended;
  }));

test('nobody is asked how far a campaign is once whoever watched has left', () =>
  organised(async ({ organising: { folder, ledger }, fingerprint }) => {
    let looks = 0;
    const counted = {
      ...ledger,
      budget: () => {
        looks += 1;
        return ledger.budget();
      },
    };
    await served(
      async ({ server, texts }) => {
        const address = await server.listen({ port: 0, host: '127.0.0.1' });
        const events = await eventsOf(`${address}/v1/collect/${fingerprint}/events`, texts.custodian);
        await events.next();
        await events.leave();
        // one look may have been under way
        await pause(1_000);
        const before = looks;
        await pause(2_000);
        expect(looks).toBe(before);
        expect(looks).toBeLessThanOrEqual(2);
      },
      { organising: { folder, ledger: counted } },
    );
  }));

test('what arrives is reported as numbers that are the same whatever people answer', async () => {
  for (const truth of ['train', 'bus', null])
    await organising(async ({ call, place, answer }) => {
      await call('custodian', 'POST', `${place}/rounds/1/open`);
      await answer(truth, 8);
      const { state, rounds } = (await call('custodian', 'GET', place)).body;
      const aggregators = [8, 8].map(reports => ({ address: expect.any(String), reports, refused: null }));
      expect({ state, rounds }).toEqual({ state: 'open', rounds: [{ round: 1, state: 'open', aggregators }] });
    });
});

test('an aggregator that is away is named, keeps nobody from seeing the others, and is charged for once', () =>
  organising(async ({ call, place, campaign, answer, stop, start, organising: { ledger } }) => {
    await call('custodian', 'POST', `${place}/rounds/1/open`);
    await answer('bus', 4);
    await stop(1);
    const [round] = (await call('custodian', 'GET', place)).body.rounds;
    expect(round).toMatchObject({ state: 'open', aggregators: [{ reports: 4 }, { reports: null }] });
    expect(round.aggregators[1]).toMatchObject({
      address: campaign.aggregators[1],
      refused: { code: 'aggregator_unreachable' },
    });
    const refused = await call('custodian', 'POST', `${place}/publish`);
    expect(refused).toMatchObject({ status: 503, body: { code: 'aggregator_unreachable' } });
    const { spent } = await ledger.budget();
    expect(spent.epsilon).toBeGreaterThan(0.5);
    await start(1);
    const { body } = await call('custodian', 'POST', `${place}/publish`);
    expect(body).toMatchObject({ recorded: false, charged: spent });
    expect((await ledger.budget()).spent).toEqual(spent);
  }));

test('pressed twice at once, it is published and charged once', () =>
  organising(async ({ call, place, answer, organising: { ledger } }) => {
    await call('custodian', 'POST', `${place}/rounds/1/open`);
    await answer('bus', 3);
    const publish = () => call('custodian', 'POST', `${place}/publish`);
    const both = await Promise.all([publish(), publish()]);
    const published = both.filter(({ status }) => status === 200);
    expect(published.length).toBeGreaterThanOrEqual(1);
    for (const { status, body } of both) if (status !== 200) expect(body.code).toBe('in_progress');
    expect((await ledger.budget()).spent).toEqual(published[0].body.charged);
  }));

test('a campaign beyond the budget is refused before an aggregator is asked', () =>
  organising(
    async ({ call, place, organising: { ledger } }) => {
      await call('custodian', 'POST', `${place}/rounds/1/open`);
      const refused = await call('custodian', 'POST', `${place}/publish`);
      expect(refused).toMatchObject({ status: 409, body: { code: 'budget_exhausted' } });
      expect((await call('custodian', 'GET', place)).body.state).toBe('open');
      expect((await ledger.budget()).spent.epsilon).toBe(0);
    },
    { budget: loss('0.1') },
  ));

test('too few reports to release anything are refused before anything is charged or closed', () =>
  organising(
    async ({ call, place, answer, organising: { ledger } }) => {
      await call('custodian', 'POST', `${place}/rounds/1/open`);
      await answer('bus', 19);
      const publish = () => call('custodian', 'POST', `${place}/publish`);
      expect(await publish()).toMatchObject({ status: 409, body: { code: 'too_few_reports' } });
      expect((await call('custodian', 'GET', place)).body.state).toBe('open');
      expect((await ledger.budget()).spent.delta).toBe(0);
      await answer('bus', 1);
      expect(await publish()).toMatchObject({ status: 200, body: { reports: 20 } });
    },
    { more: { noise: null, fewest: 20 } },
  ));

test('campaigns are the custodian’s: analysts and strangers change and see nothing', () =>
  organising(async ({ call, place }) => {
    for (const [method, url] of [
      ['GET', '/v1/collect'],
      ['GET', place],
      ['GET', `${place}/events`],
      ['POST', `${place}/rounds/1/open`],
      ['POST', `${place}/rounds/1/close`],
      ['POST', `${place}/publish`],
    ] as const) {
      expect(await call('ada', method, url)).toMatchObject({ status: 403, body: { code: 'role_insufficient' } });
      expect(await call(null, method, url)).toMatchObject({ status: 401, body: { code: 'token_missing' } });
    }
    expect((await call('custodian', 'GET', place)).body.state).toBe('waiting');
  }));

test('secrets of the organiser are in no answer and in no log', () =>
  organising(async ({ call, place, secrets, log, answer, stop }) => {
    const answers = [
      await call('custodian', 'POST', `${place}/rounds/1/open`),
      await call('custodian', 'GET', '/v1/collect'),
      await call('custodian', 'GET', place),
    ];
    await answer('bus', 2);
    answers.push(await call('custodian', 'POST', `${place}/publish`));
    await stop(0);
    answers.push(await call('custodian', 'GET', place), await call('custodian', 'POST', `${place}/rounds/1/close`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 503]);
    const text = [JSON.stringify(answers), ...log].join('\n');
    for (const secret of secretsIn(secrets)) expect(text).not.toContain(secret.slice(0, 16));
    expect(log.length).toBeGreaterThan(5);
  }));

/** Every long text of all files. */
const secretsIn = (secrets: unknown): string[] => JSON.stringify(secrets).match(/[0-9a-f]{64}/g) ?? [];

test('secrets of another campaign do not sign the custodian out, they are named as what they are', () =>
  organising(async ({ call, place, campaign, organising: { folder } }) => {
    const file = join(folder, 'commute', 'organiser.json');
    const organiser = JSON.parse(readFileSync(file, 'utf8'));
    const strangers = Object.fromEntries(campaign.aggregators.map(address => [address, '0'.repeat(64)]));
    writeFileSync(file, JSON.stringify({ ...organiser, collectorTokens: strangers }));
    const refused = await call('custodian', 'POST', `${place}/rounds/1/open`);
    expect(refused).toMatchObject({ status: 422, body: { code: 'campaign_invalid' } });
    expect((await call('custodian', 'GET', place)).body).toMatchObject({
      state: 'unknown',
      rounds: [{ aggregators: [{ refused: { code: 'campaign_invalid' } }, {}] }],
    });
  }));

test('the list names every campaign and its state, and folders that cannot be read beside it', () =>
  organising(async ({ call, place, fingerprint, organising: { folder } }) => {
    mkdirSync(join(folder, 'broken'));
    writeFileSync(join(folder, 'broken', 'campaign.json'), '{');
    await call('custodian', 'POST', `${place}/rounds/1/open`);
    const { body } = await call('custodian', 'GET', '/v1/collect');
    expect(campaigns.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      campaigns: [{ campaign: fingerprint, name: 'commute', state: 'open', rounds: 1 }],
      unreadable: [{ folder: 'broken' }],
      advice: null,
    });
    expect(readdirSync(folder)).toEqual(['broken', 'commute']);
    for (const [url, code] of [
      [`/v1/collect/${'0'.repeat(64)}`, 'campaign_unknown'],
      ['/v1/collect/..%2f..%2fetc', 'campaign_unknown'],
    ] as const)
      expect((await call('custodian', 'GET', url)).body.code).toBe(code);
    expect((await call('custodian', 'POST', `${place}/rounds/2/open`)).body.code).toBe('round_not_open');
    expect((await call('custodian', 'POST', `${place}/rounds/x/open`)).body.code).toBe('body_invalid');
  }));

test('a service without campaigns says how to begin', () =>
  served(async ({ call }) => {
    const { body } = await call('custodian', 'GET', '/v1/collect');
    expect(body).toMatchObject({ campaigns: [], unreadable: [] });
    expect(body.advice).toContain('sortition serve --campaigns');
    expect((await call('custodian', 'GET', `/v1/collect/${'0'.repeat(64)}`)).body.code).toBe('campaign_unknown');
  }));

test('a plan is mathematics, for analysts too', () =>
  served(async ({ call }) => {
    const payload = { count: 25, population: 10_000, epsilon: 1, rates: [0.1, 0.95] };
    const { body } = await call('ada', 'POST', '/v1/collect/plan', { payload });
    expect(collectionPlan.parse(body)).toEqual(body);
    expect(body.best.rate).toBe(0.95);
    expect(body.rates[0].linkedRounds.delta).toBe(0.1);
    const wrong = await call('ada', 'POST', '/v1/collect/plan', { payload: { ...payload, rates: [2] } });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'value_out_of_range' } });
    expect((await call('ada', 'POST', '/v1/collect/plan', { payload: {} })).body.code).toBe('body_invalid');
  }));
