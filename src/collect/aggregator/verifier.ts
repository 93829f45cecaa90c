/**
 * Checks the proofs of a verified campaign together with the other aggregators: each shows what it made of its share of a
 * report, and a report counts if it holds at all of them, in every round. Done once, when the first one asks.
 */
import { createHmac } from 'node:crypto';
import { refuse } from '../../vocabulary/index.ts';
import { type Campaign, roundsOf, valuesOf } from '../protocol/index.ts';
import { openVerification, type Prepared } from '../verified/index.ts';
import { type CountedReport, commonReports, type Desk, peersOf } from './counted-reports.ts';
import { acceptedAt, shownAt } from './peers.ts';
import { numberOf } from './round-index.ts';

export interface Verifier {
  /** What this aggregator shows of the common reports of a round, one after the other. */
  shown(round: number): Promise<Uint8Array[]>;
  /** The numbers of reports that hold here. */
  accepted(): Promise<string[]>;
  /** The reports that hold everywhere. */
  counted(): Promise<CountedReport[]>;
  /** This aggregator's share of the differences of these. */
  total(counted: readonly CountedReport[]): Promise<bigint[]>;
}

/** By report: this aggregator's share of what it says in each round. */
type Outputs = ReadonlyMap<string, readonly (readonly bigint[])[]>;

const KEY_BYTES = 16;

/** Refuses a campaign whose proofs cannot be checked here: now, and not when everybody has answered. */
export async function requireVerification(campaign: Campaign): Promise<void> {
  if (campaign.validity === 'verified') await openVerification(campaign);
}

export function verifierOf(desk: Desk): Verifier {
  const { campaign, fingerprint, seats, setKey } = desk;
  const verification = onceDone(() => openVerification(campaign));
  const reports = onceDone(() => commonReports(desk));
  const common = async (): Promise<string[]> => (await reports()).map(numberOf);
  const key = createHmac('sha256', setKey).update(`verify ${fingerprint}`).digest().subarray(0, KEY_BYTES);
  const prepared = onceDone(async () => prepareAll(desk, await common(), await verification(), key));
  const shown = async (round: number): Promise<Uint8Array[]> => (await prepared())[round - 1].map(each => each.shown);
  const outputs = onceDone(async (): Promise<Outputs> => {
    const { decide, shownBytes } = await verification();
    const [numbers, own] = [await common(), await prepared()];
    const held = new Map(numbers.map(number => [number, [] as (readonly bigint[])[]]));
    for (const round of roundsOf(campaign)) {
      const all = await Promise.all(
        seats.map(peer => (peer === undefined ? shown(round) : shownAt(peer, round, numbers.length, shownBytes))),
      );
      for (const [place, number] of numbers.entries()) {
        const output = await decide(
          own[round - 1][place],
          all.map(each => each[place]),
        );
        if (output === undefined) held.delete(number);
        else held.get(number)?.push(output);
      }
    }
    return held;
  });
  const accepted = async (): Promise<string[]> => [...(await outputs()).keys()];
  return {
    shown,
    accepted,
    async counted() {
      const common = await reports();
      const everywhere = [
        new Set(await accepted()),
        ...(await Promise.all(peersOf(desk).map(async peer => new Set(await acceptedAt(peer, common.length))))),
      ];
      return common.filter(each => everywhere.every(held => held.has(numberOf(each))));
    },
    total: async counted => totalOf(await outputs(), counted.map(numberOf), valuesOf(campaign.answers)),
  };
}

/** The last round less the first where there are two; answer 0 comes first in a report, and is never released. */
function totalOf(outputs: Outputs, numbers: readonly string[], values: number): bigint[] {
  const total = Array<bigint>(values).fill(0n);
  for (const number of numbers) {
    const rounds = outputs.get(number) ?? [];
    for (const [place, output] of rounds.entries())
      for (let value = 0; value < values; value += 1)
        total[value] += place === rounds.length - 1 ? output[value + 1] : -output[value + 1];
  }
  return total;
}

/** Only where a process ended between its own release and that of the others. */
const ERASED = 'This aggregator has released its total and erased its shares, so it cannot show them again.';

/** Round by round, in the order of the numbers. */
async function prepareAll(
  { store, fingerprint, campaign, seats }: Desk,
  numbers: readonly string[],
  { prepare }: Awaited<ReturnType<typeof openVerification>>,
  key: Uint8Array,
): Promise<Prepared[][]> {
  const counted = new Set(numbers);
  const shares = roundsOf(campaign).map(() => new Map<string, Uint8Array>());
  await store.visit(fingerprint, (round, label, share) => {
    if (counted.has(numberOf(label))) shares[round - 1].set(numberOf(label), share);
  });
  const place = seats.indexOf(undefined);
  const prepared: Prepared[][] = [];
  for (const round of shares) {
    const own: Prepared[] = [];
    for (const number of numbers) {
      const share = round.get(number) ?? refuse('store_unusable', ERASED);
      own.push(await prepare({ key, place, number: Buffer.from(number, 'latin1'), share }));
    }
    prepared.push(own);
  }
  return prepared;
}

/** Remembers what succeeded; what failed is tried again by the next who asks. */
function onceDone<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => {
    begun ??= work().catch(caught => {
      begun = undefined;
      throw caught;
    });
    return begun;
  };
}
