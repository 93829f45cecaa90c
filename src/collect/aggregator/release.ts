/**
 * What leaves an aggregator: the total of the reports that count, with the whole noise on it, so that one honest aggregator
 * suffices; and it leaves once: whoever asks again gets the same numbers.
 */
import { createHmac } from 'node:crypto';
import { type Below, discreteLaplace } from '../../random/index.ts';
import { addShare, type Campaign, fractionOf, modulusOf, residueOf, roundsOf, valuesOf } from '../protocol/index.ts';
import { type Counted, commonReports, type Desk } from './counted-reports.ts';
import { numberOf } from './round-index.ts';
import type { Release } from './store.ts';
import type { Verifier } from './verifier.ts';

/** The verifier is undefined where reports are plain. */
export async function releaseTotal(desk: Desk, verifier: Verifier | undefined, below: Below): Promise<Release> {
  const { store, fingerprint, campaign, setKey } = desk;
  const earlier = await store.released(fingerprint);
  if (earlier !== undefined) return earlier;
  const { counted, total } = await (verifier === undefined ? plainTotal(desk) : verifier.total());
  return store.record(fingerprint, {
    reports: hashOf(counted, setKey),
    count: counted.length,
    total: noisy(total, campaign, below).map(String),
  });
}

async function plainTotal(desk: Desk): Promise<{ counted: Counted[]; total: bigint[] }> {
  const { store, fingerprint, campaign } = desk;
  const counted = await commonReports(desk);
  const numbers = new Set(counted.map(numberOf));
  const total = new Uint32Array(valuesOf(campaign.answers));
  const last = roundsOf(campaign).length;
  await store.visit(fingerprint, (round, label, share) => {
    if (numbers.has(numberOf(label))) addShare(total, share, round === last ? 1 : -1);
  });
  return { counted, total: [...total].map(BigInt) };
}

/** Hashes of the same reports are equal, and tell nobody but aggregators which they are. */
function hashOf(counted: readonly Counted[], setKey: string): string {
  const hash = createHmac('sha256', setKey);
  for (const each of counted) hash.update(each, 'latin1');
  return hash.digest('hex');
}

function noisy(total: readonly bigint[], campaign: Campaign, below: Below): bigint[] {
  const modulus = modulusOf(campaign);
  if (campaign.noise === null) return total.map(each => residueOf(each, modulus));
  const { numerator, denominator } = fractionOf(campaign.noise.epsilon);
  const draw = discreteLaplace(below, { numerator: denominator, denominator: numerator });
  return total.map(each => residueOf(each + draw(), modulus));
}
