/**
 * What leaves an aggregator: the total of the reports that all agreed on, with the whole noise on it, so that one honest
 * aggregator suffices; and it leaves once: whoever asks again gets the same numbers.
 */
import { discreteLaplace } from '../../random/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { fractionOf, roundsOf, valuesOf } from '../protocol/index.ts';
import { addShare, modulusOf, residueOf } from '../reports/index.ts';
import { agreedByAll, countedBy, setOf } from './agreement.ts';
import { type CountedReport, checkClosed, type Desk } from './counted-reports.ts';
import { type Covered, derivedNoise } from './derived-noise.ts';
import { numberOf } from './round-index.ts';
import type { ReleasedShare } from './store.ts';
import type { Verifier } from './verifier.ts';

/** The verifier is undefined where reports are plain. */
export async function releaseTotal(
  desk: Desk,
  verifier: Verifier | undefined,
  noiseKey: Uint8Array,
): Promise<ReleasedShare> {
  const { store, fingerprint } = desk;
  const earlier = await store.released(fingerprint);
  if (earlier !== undefined) return earlier;
  await checkClosed(desk);
  const agreed = await agreedByAll(desk);
  const counted = await countedBy(desk, verifier);
  if (setOf(desk, counted).reports !== agreed.reports)
    refuse('reports_differ', 'Another aggregator has different reports from those agreed on. Check its store.');
  const total = await (verifier === undefined ? plainTotal(desk, counted) : verifier.total(counted));
  return store.record(fingerprint, { ...agreed, total: noisy(desk, total, agreed.reports, noiseKey).map(String) });
}

async function plainTotal(
  { store, fingerprint, campaign }: Desk,
  counted: readonly CountedReport[],
): Promise<bigint[]> {
  const numbers = new Set(counted.map(numberOf));
  const total = new Uint32Array(valuesOf(campaign.answers));
  const last = roundsOf(campaign).length;
  await store.visit(fingerprint, (round, label, share) => {
    if (numbers.has(numberOf(label))) addShare(total, share, round === last ? 1 : -1);
  });
  return [...total].map(BigInt);
}

function noisy(desk: Desk, total: readonly bigint[], reports: string, noiseKey: Uint8Array): bigint[] {
  const { fingerprint, campaign, seats } = desk;
  const modulus = modulusOf(campaign);
  if (campaign.noise === null) return total.map(each => residueOf(each, modulus));
  const { epsilon } = campaign.noise;
  const { numerator, denominator } = fractionOf(epsilon);
  const aggregator = campaign.aggregators[seats.indexOf(undefined)];
  const covered: Covered = { fingerprint, rounds: roundsOf(campaign), aggregator, epsilon, reports };
  return total.map((each, value) => {
    const below = derivedNoise(noiseKey, covered, value);
    return residueOf(each + discreteLaplace(below, { numerator: denominator, denominator: numerator })(), modulus);
  });
}
