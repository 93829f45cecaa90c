/**
 * What leaves an aggregator: the total of the reports that count, with the whole noise on it, so that one honest aggregator
 * suffices; and it leaves once: whoever asks again gets the same numbers.
 */
import { createHmac } from 'node:crypto';
import { type Below, discreteLaplace } from '../../random/index.ts';
import { addShare, type Campaign, fractionOf, modulusOf, residueOf, roundsOf, valuesOf } from '../protocol/index.ts';
import { commonNumbers, type Desk } from './counted-reports.ts';
import type { Release } from './store.ts';
import type { Verifier } from './verifier.ts';

/** The verifier is undefined where reports are plain. */
export async function releaseTotal(desk: Desk, verifier: Verifier | undefined, below: Below): Promise<Release> {
  const { store, fingerprint, campaign, peerToken } = desk;
  const earlier = await store.released(fingerprint);
  if (earlier !== undefined) return earlier;
  const { numbers, total } = await (verifier === undefined ? plainTotal(desk) : verifier.total());
  const reports = hashOf(numbers, peerToken);
  return store.record(fingerprint, { reports, total: noisy(total, campaign, below).map(String) });
}

async function plainTotal(desk: Desk): Promise<{ numbers: string[]; total: bigint[] }> {
  const { store, fingerprint, campaign } = desk;
  const numbers = await commonNumbers(desk);
  const counted = new Set(numbers);
  const total = new Uint32Array(valuesOf(campaign.answers));
  const last = roundsOf(campaign).length;
  await store.visit(fingerprint, (round, number, share) => {
    if (counted.has(number)) addShare(total, share, round === last ? 1 : -1);
  });
  return { numbers, total: [...total].map(BigInt) };
}

/** Hashes of the same reports are equal, and tell nobody but aggregators which they are. */
function hashOf(numbers: readonly string[], peerToken: string): string {
  const hash = createHmac('sha256', peerToken);
  for (const number of numbers) hash.update(number, 'latin1');
  return hash.digest('hex');
}

function noisy(total: readonly bigint[], campaign: Campaign, below: Below): bigint[] {
  const modulus = modulusOf(campaign);
  if (campaign.noise === null) return total.map(each => residueOf(each, modulus));
  const { numerator, denominator } = fractionOf(campaign.noise.epsilon);
  const draw = discreteLaplace(below, { numerator: denominator, denominator: numerator });
  return total.map(each => residueOf(each + draw(), modulus));
}
