import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRound } from '../../src/collect/collector/index.ts';
import { systemEntropy } from '../../src/random/index.ts';
import { type Listening, listeningIn } from '../support/aggregators.ts';
import { reportOf } from '../support/campaign.ts';
import { inFolder } from '../support/ledger-case.ts';

const entropy = systemEntropy();
let listening: Listening;
let done: () => void;
let ended: Promise<void>;

beforeAll(async () => {
  await new Promise<void>(ready => {
    ended = inFolder(async folder => {
      listening = await listeningIn(folder, { patience: 500, more: { closes: '2026-12-01T00:00:00Z' } });
      const { campaign, fingerprint, secrets } = listening;
      await openRound({ campaign, fingerprint, ...secrets.organiser }, 1);
      await new Promise<void>(finish => {
        done = finish;
        ready();
      });
      await listening.end();
    });
  });
});

afterAll(async () => {
  done();
  await ended;
});

const place = (round: number | string = 1): string => `${listening.fingerprint}/rounds/${round}/reports`;

/** What the second aggregator shows to the first. */
const ofPeer = (): string => listening.secrets.aggregators[1].peers[0].token;

async function aReport(): Promise<Buffer> {
  const [ticket] = await listening.tickets(1);
  return reportOf(listening.campaign, ticket, 1, entropy)[0];
}

test('what is no whole number of reports is refused, and nothing of it is kept', async () => {
  const report = await aReport();
  const malformed = { status: 400, said: { code: 'report_malformed' } };
  const bodies = [
    Buffer.alloc(0),
    report.subarray(0, -4),
    Buffer.concat([report, Buffer.alloc(4)]),
    Buffer.alloc(report.length * 1_001),
    Buffer.from('{"reports":[]}'),
  ];
  for (const body of bodies) expect(await listening.post(0, place(), { body })).toMatchObject(malformed);
  expect(await listening.post(0, place(), { body: report })).toMatchObject({ said: { accepted: 1, refused: [] } });
});

test('a forged ticket, one of another campaign, and one with a changed number are refused one by one', async () => {
  const good = await aReport();
  const forged = Buffer.concat([randomBytes(32), good.subarray(32)]);
  const changed = Buffer.from(good);
  changed[0] ^= 1;
  const { status, said } = await listening.post(0, place(), { body: Buffer.concat([forged, good, changed]) });
  expect(status).toBe(200);
  expect(said).toMatchObject({ accepted: 1, refused: [{ place: 0, code: 'ticket_invalid' }, { place: 2 }] });
});

test('a second, different report under a ticket is refused, the same one is counted once', async () => {
  const [ticket] = await listening.tickets(1);
  const [first] = reportOf(listening.campaign, ticket, 1, entropy);
  const [second] = reportOf(listening.campaign, ticket, 2, entropy);
  for (const body of [first, first]) expect((await listening.post(0, place(), { body })).said.accepted).toBe(1);
  const { said } = await listening.post(0, place(), { body: second });
  expect(said).toEqual({ accepted: 0, refused: [expect.objectContaining({ place: 0, code: 'report_differs' })] });
});

test('unknown campaigns and rounds, and verbs without their token, are refused', async () => {
  const body = await aReport();
  const { fingerprint } = listening;
  const unknown = { status: 404, said: { code: 'campaign_unknown' } };
  expect(await listening.post(0, `${'0'.repeat(64)}/rounds/1/reports`, { body })).toMatchObject(unknown);
  for (const round of [2, 0, 'x', -1]) expect(await listening.post(0, place(round), { body })).toMatchObject(unknown);
  for (const path of [`${fingerprint}/rounds/1/close`, `${fingerprint}/release`]) {
    expect(await listening.post(0, path)).toMatchObject({ status: 401, said: { code: 'token_missing' } });
    expect(await listening.post(0, path, { token: ofPeer() })).toMatchObject({ said: { code: 'token_invalid' } });
  }
  const token = listening.token(0);
  expect(await listening.post(0, `${fingerprint}/release`, { token })).toMatchObject({
    status: 409,
    said: { code: 'round_not_closed' },
  });
});

test('the collector alone may ask how many reports there are, and is told nothing else', async () => {
  const { campaign, fingerprint, secrets } = listening;
  const received = (token?: string) =>
    fetch(`${campaign.aggregators[0]}/v1/collect/${fingerprint}/received`, {
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    });
  for (const token of [undefined, ofPeer(), listening.token(1), secrets.organiser.ticketKey])
    expect((await received(token)).status).toBe(401);
  const before = (await (await received(listening.token(0))).json()) as { rounds: [{ reports: number }] };
  await listening.post(0, place(), { body: await aReport() });
  const after = await (await received(listening.token(0))).json();
  expect(after).toEqual({ rounds: [{ round: 1, state: 'open', reports: before.rounds[0].reports + 1 }] });
});

test('the collector cannot ask who took part', async () => {
  const { campaign, fingerprint } = listening;
  const numbers = (token: string) =>
    fetch(`${campaign.aggregators[0]}/v1/collect/${fingerprint}/rounds/1/labels`, {
      headers: { authorization: `Bearer ${token}` },
    }).then(({ status }) => status);
  expect(await numbers(listening.token(0))).toBe(401);
  // and other aggregators not before it is closed
  expect(await numbers(ofPeer())).toBe(409);
});

test('a body of 10 MB is refused before it is read', async () => {
  const body = Buffer.alloc(10 << 20);
  expect(await listening.post(0, place(), { body })).toMatchObject({ status: 413, said: { code: 'body_too_large' } });
});

test('a sender that takes too long is cut off, and others are served meanwhile', async () => {
  const { port } = new URL(listening.campaign.aggregators[0]);
  const slow = connect(Number(port), '127.0.0.1');
  let answer = '';
  slow.on('data', chunk => {
    answer += chunk;
  });
  slow.write(
    `POST /v1/collect/${place()} HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\ncontent-length: 9999\r\n\r\n`,
  );
  slow.write('drop');
  expect((await listening.post(0, place(), { body: await aReport() })).said.accepted).toBe(1);
  await new Promise<void>(closed => slow.on('close', () => closed()));
  expect(answer).toMatch(/^HTTP\/1.1 408|^$/);
});

test('logs hold codes and counts, nothing of a report', () => {
  const text = JSON.stringify(listening.log);
  for (const code of ['report_malformed', 'ticket_invalid', 'report_differs', 'campaign_unknown', 'body_too_large'])
    expect(text).toContain(code);
  const keys = new Set(listening.log.flatMap(line => Object.keys(line)));
  expect([...keys].sort()).toEqual(['campaign', 'code', 'count', 'event', 'round']);
});
