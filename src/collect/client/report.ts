/** A report: what the die and the truth make a person say in one round, in shares for the aggregators. */
import type { Entropy } from '../../random/index.ts';
import { type Campaign, numberOf, type Rolled, type Truth, valuesOf } from '../protocol/index.ts';
import { NUMBER_BYTES, oneHot, SPLIT_BYTES, split, wordBytes } from '../reports/index.ts';

/**
 * What a person says in a round, as the number of a value.
 * One report: the true answer of sampled people, and 0 of everyone else, which is what the second round has more than the
 * first. Two rounds: everybody repeats their fixed answer, but the sampled say 0 first and then the truth.
 */
export function said({ protocol, answers }: Campaign, round: number, rolled: Rolled, truth: Truth): number {
  // however the die fell: were only the sampled refused, a report that is missing would tell who they are
  const value = numberOf(answers, truth);
  if (rolled === 'sampled') return protocol === 'two-rounds' && round === 1 ? 0 : value;
  return protocol === 'two-rounds' ? rolled : 0;
}

/**
 * Fresh shares of what is said, one for each aggregator, each behind the id of this split; with a proof of their form
 * where the campaign asks for one.
 */
export async function sharesOf(
  campaign: Campaign,
  value: number,
  ticket: Uint8Array,
  entropy: Entropy,
): Promise<Uint8Array[]> {
  if (campaign.validity === 'plain') return plainShares(campaign, value, entropy);
  const { openVerification } = await import('../verified/index.ts');
  const { shard } = await openVerification(campaign);
  return ofOneSplit(await shard(value, ticket.slice(0, NUMBER_BYTES), entropy), entropy);
}

/** A report in shares, one for each aggregator, each behind the id of this split: each alone is random bytes. */
export const plainShares = ({ answers, aggregators }: Campaign, value: number, entropy: Entropy): Uint8Array[] =>
  ofOneSplit(split(oneHot(value, valuesOf(answers)), aggregators.length, entropy).map(wordBytes), entropy);

/** Aggregators put together shares of one split only, and know them by its id. */
function ofOneSplit(shares: readonly Uint8Array[], entropy: Entropy): Uint8Array[] {
  const id = Uint8Array.from({ length: SPLIT_BYTES }, () => entropy.word() & 255);
  return shares.map(share => {
    const bytes = new Uint8Array(id.length + share.length);
    bytes.set(id);
    bytes.set(share, id.length);
    return bytes;
  });
}
