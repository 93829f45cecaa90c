/**
 * What leaves an aggregator. Only reports count that every aggregator has, in every round; their total leaves with the whole
 * noise on it, so that one honest aggregator suffices; and it leaves once: whoever asks again gets the same numbers.
 */
import { createHmac } from 'node:crypto';
import { type Below, discreteLaplace } from '../../random/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { type Campaign, fractionOf, roundsOf, type Words } from '../protocol/index.ts';
import type { Release, ReportStore } from './store.ts';

export interface Releasing {
  readonly store: ReportStore;
  readonly fingerprint: string;
  readonly campaign: Campaign;
  /** The numbers of a round's reports at each other aggregator. */
  readonly peerNumbers: (round: number) => Promise<readonly (readonly string[])[]>;
  /** Known to aggregators only: their hashes of the same reports are equal, and tell nobody else which they are. */
  readonly peerToken: string;
  readonly below: Below;
}

export async function releaseTotal(releasing: Releasing): Promise<Release> {
  const { store, fingerprint, campaign, below } = releasing;
  const earlier = await store.released(fingerprint);
  if (earlier !== undefined) return earlier;
  for (const round of roundsOf(campaign))
    if (store.stateOf(fingerprint, round) !== 'closed')
      refuse('round_not_closed', 'Nothing is released while a round takes reports, or before it did.');
  const counted = await commonNumbers(releasing);
  const reports = hashOf(counted, releasing.peerToken);
  return store.release(fingerprint, new Set(counted), total => ({
    reports,
    total: [...noisy(total, campaign, below)],
  }));
}

/** In order, so that all aggregators hash the same text. */
async function commonNumbers({ store, fingerprint, campaign, peerNumbers }: Releasing): Promise<string[]> {
  const rounds = await Promise.all(
    roundsOf(campaign).map(async round => [await store.numbers(fingerprint, round), ...(await peerNumbers(round))]),
  );
  const [first, ...others] = rounds.flat();
  const sets = others.map(numbers => new Set(numbers));
  return first.filter(number => sets.every(set => set.has(number)));
}

const hashOf = (numbers: readonly string[], peerToken: string): string => {
  const hash = createHmac('sha256', peerToken);
  for (const number of numbers) hash.update(number, 'latin1');
  return hash.digest('hex');
};

function noisy(total: Words, { noise }: Campaign, below: Below): Words {
  if (noise === null) return total;
  const { numerator, denominator } = fractionOf(noise.epsilon);
  const draw = discreteLaplace(below, { numerator: denominator, denominator: numerator });
  return total.map(word => word + Number(BigInt.asUintN(32, draw())));
}
