/**
 * One person in a campaign: rolls the die once, answers in shares, and delivers every report to every aggregator.
 * Nothing that leaves this device tells an aggregator, alone, anything about the person but that they take part.
 */
import { type Entropy, systemEntropy, uniform } from '../../random/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import {
  type Campaign,
  fingerprintOf,
  readCampaign,
  roll,
  roundsOf,
  sidesOf,
  type Truth,
  valuesOf,
} from '../protocol/index.ts';
import { reportBytes, ticketBytes } from '../reports/index.ts';
import { deliver, type Effort, type Send } from './delivery.ts';
import { forgetful, type Memory, type Owner, type Remembered, recall } from './memory.ts';
import { said, sharesOf } from './report.ts';

/** What taking part needs: the campaign and a ticket; all else has a default. */
export interface Participation {
  /** As the organiser published it; it is checked. */
  readonly campaign: unknown;
  readonly ticket: string;
  /** Where the die and undelivered reports are kept: without it, a page that is closed too early cannot go on. */
  readonly memory?: Memory;
  readonly send?: Send;
  readonly entropy?: Entropy;
  readonly pauses?: readonly number[];
  readonly patience?: number;
  /** Keeps other pages with the same ticket waiting; the browser's own locks unless given. */
  readonly alone?: Alone;
}

/** One person in a campaign. */
export interface Participant {
  readonly campaign: Campaign;
  /** The first of two rounds. It has nothing to do with the truth. */
  begin(): Promise<void>;
  /** The answer: the one report, or the second of two rounds. The first answer stands; again only delivers what is left. */
  answer(truth: Truth): Promise<void>;
}

const PAUSES = [200, 1_000, 5_000];
const PATIENCE = 30_000;

/** Joins a campaign: makes the random choice, or remembers it. */
export async function takePart(participation: Participation): Promise<Participant> {
  const { ticket, memory = forgetful(), entropy = systemEntropy() } = participation;
  const { send = fetch as Send, pauses = PAUSES, patience = PATIENCE, alone = aloneOn(globalThis) } = participation;
  const campaign = readCampaign(participation.campaign);
  const fingerprint = await fingerprintOf(campaign);
  const owner = { campaign: fingerprint, ticket, shares: campaign.aggregators.length };
  const desk = { campaign, fingerprint, owner, bytes: ticketBytes(ticket), memory, entropy };
  const effort = { send, pauses, patience };
  const last = roundsOf(campaign).length;
  // one after the other: two reports of one round at once would be two different ones
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = (round: number, truth: Truth): Promise<void> => {
    const name = `sortition ${fingerprint} ${ticket}`;
    const done = before.then(() => alone(name, () => report(desk, effort, round, truth)));
    before = done.catch(() => {});
    return done;
  };
  return {
    campaign,
    begin: async () =>
      last === 2 ? inTurn(1, null) : refuse('round_not_open', 'This campaign has one round. Answer directly.'),
    answer: truth => inTurn(last, truth),
  };
}

interface Desk {
  readonly campaign: Campaign;
  readonly fingerprint: string;
  readonly owner: Owner;
  readonly bytes: Uint8Array;
  readonly memory: Memory;
  readonly entropy: Entropy;
}

async function report(desk: Desk, effort: Effort, round: number, truth: Truth): Promise<void> {
  const { campaign, fingerprint, bytes, memory } = desk;
  const before = await recall(memory, desk.owner);
  if (before.delivered.includes(round)) return;
  // only what every aggregator has stands: another die than the first round's would take back what that one said
  if (round > 1 && (before.rolled === undefined || !before.delivered.includes(round - 1)))
    refuse('round_not_open', MISSED);
  const kept = before.waiting[round] === undefined ? await onRecord(desk, before, round, truth) : before;
  await Promise.all(
    campaign.aggregators.map((address, place) =>
      deliver(
        `${address}/v1/collect/${fingerprint}/rounds/${round}/reports`,
        reportBytes(bytes, Uint8Array.from(kept.waiting[round][place])),
        effort,
      ),
    ),
  );
  await memory.write(JSON.stringify(afterDelivery(campaign, kept, round)));
}

const MISSED =
  'The first report of this device did not reach every aggregator, and only people who reported in both rounds count. Answer on the device you began with.';

/** On record before anything is sent: an attempt after a crash, or of another page, must bring the same bytes. */
async function onRecord(desk: Desk, before: Remembered, round: number, truth: Truth): Promise<Remembered> {
  const own = await written(desk, before, round, truth);
  await desk.memory.write(JSON.stringify(own));
  const stands = await recall(desk.memory, desk.owner);
  return stands.waiting[round] === undefined ? own : stands;
}

async function written(desk: Desk, before: Remembered, round: number, truth: Truth): Promise<Remembered> {
  const { campaign, entropy, bytes } = desk;
  const sides = sidesOf(campaign, valuesOf(campaign.answers));
  const rolled = before.rolled ?? roll(uniform(entropy), sides);
  const shares = await sharesOf(campaign, said(campaign, round, rolled, truth), bytes, entropy);
  return { ...before, rolled, waiting: { ...before.waiting, [round]: shares.map(share => [...share]) } };
}

/** The die goes with the last round: nobody needs it any more, and it tells whether the answer was the truth. */
function afterDelivery(campaign: Campaign, { rolled, ...kept }: Remembered, round: number): Remembered {
  const { [round]: _, ...waiting } = kept.waiting;
  const done = round === roundsOf(campaign).length;
  return { ...kept, ...(!done && rolled !== undefined && { rolled }), waiting, delivered: [...kept.delivered, round] };
}

/** Does the work while no one else does work of the same name. */
export type Alone = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** The part of Web Locks that is used: in all browsers of today, on secure pages, and in Node from 24 on. */
interface Locks {
  request<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

interface Navigating {
  readonly navigator?: { readonly locks?: Locks };
}

/**
 * One at a time, among all pages of a browser that have the same ticket: two tabs that split one answer at the same moment would
 * send two reports, of which perhaps none is counted. Where a platform has no locks, pages only look once more at what stands in their memory before they send it.
 */
const aloneOn = (platform: object): Alone => {
  const { locks } = (platform as Navigating).navigator ?? {};
  return (name, work) => (locks === undefined ? work() : locks.request(name, work));
};
