/**
 * How many reports of 100 values an aggregator takes in a second, each on disk before it is acknowledged, and how long a
 * person's device works for one. The aggregator and whoever sends share the machine.
 */
import { plainShares, said } from '../src/collect/client/index.ts';
import { type Campaign, roll, sidesOf } from '../src/collect/protocol/index.ts';
import { NUMBER_BYTES, reportBytes, ticketBytes } from '../src/collect/reports/index.ts';
import { openVerification } from '../src/collect/verified/index.ts';
import { systemEntropy, uniform } from '../src/random/index.ts';
import { type AggregatorProcess, aggregatorProcess, campaign } from './collect/aggregator-process.ts';
import type { Case } from './measurement.ts';

const BATCHES = 20;
const SINGLES = 500;
const TURNS = 7;

/** Bodies for all turns and the warm-up, made beforehand: what is measured is the aggregator. */
function sending(bodies: number, reports: number, atATime: number): () => Promise<number> {
  let ready: Promise<{ to: AggregatorProcess; waiting: Uint8Array<ArrayBuffer>[] }> | undefined;
  const prepare = async () => {
    const to = await aggregatorProcess();
    return { to, waiting: Array.from({ length: bodies * (TURNS + 1) }, () => to.body(reports)) };
  };
  return async () => {
    ready ??= prepare();
    const { to, waiting } = await ready;
    const turn = waiting.splice(0, bodies);
    let accepted = 0;
    const worker = async (): Promise<void> => {
      for (let body = turn.pop(); body !== undefined; body = turn.pop()) {
        const kept = await to.send(body);
        accepted += kept;
      }
    };
    await Promise.all(Array.from({ length: atATime }, worker));
    return accepted;
  };
}

const entropy = systemEntropy();
const below = uniform(entropy);
const sides = sidesOf(campaign, 100);
const ticket = 'A'.repeat(43);

function reportsMade(count: number): number {
  let bytes = 0;
  for (let report = 0; report < count; report += 1) {
    const shares = plainShares(campaign, said(campaign, 1, roll(below, sides), report % 100), entropy);
    for (const share of shares) bytes += reportBytes(ticketBytes(ticket), share).length;
  }
  return bytes;
}

const verified: Campaign = { ...campaign, validity: 'verified' };
const number = new Uint8Array(NUMBER_BYTES);

async function verifiedReportsMade(count: number): Promise<number> {
  const { shard } = await openVerification(verified);
  let bytes = 0;
  for (let report = 0; report < count; report += 1)
    for (const share of await shard(report % 100, number, entropy)) bytes += share.length;
  return bytes;
}

/** What one aggregator does for each report: its own part of the proof, and the verdict. */
async function verifiedReportsChecked(count: number): Promise<number> {
  const { shard, prepare, decide } = await openVerification(verified);
  const shares = await shard(1, number, entropy);
  const key = new Uint8Array(NUMBER_BYTES);
  const other = await prepare({ key, place: 1, number, share: shares[1] });
  let held = 0;
  for (let report = 0; report < count; report += 1) {
    const own = await prepare({ key, place: 0, number, share: shares[0] });
    if ((await decide(own, [own.shown, other.shown])) !== undefined) held += 1;
  }
  return held;
}

export const cases: readonly Case[] = [
  {
    name: 'reports in batches of 1,000',
    work: sending(BATCHES, 1_000, 2),
    makes: BATCHES * 1_000,
    turns: TURNS,
    promise: 20_000,
  },
  {
    name: 'reports one by one, 50 at a time',
    work: sending(SINGLES, 1, 50),
    makes: SINGLES,
    turns: TURNS,
    promise: 200,
  },
  {
    name: 'a client makes 1,000 reports',
    work: () => reportsMade(1_000),
    makes: 1_000,
    promise: 1_000,
  },
  {
    name: 'a client makes 50 verified reports',
    work: () => verifiedReportsMade(50),
    makes: 50,
    turns: 3,
    promise: 30,
  },
  {
    name: 'verified reports checked',
    work: () => verifiedReportsChecked(50),
    makes: 50,
    turns: 3,
    promise: 30,
  },
];
