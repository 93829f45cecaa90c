import { expect, test } from 'vitest';
import { campaignOf } from '../../../test/support/campaign.ts';
import { systemEntropy } from '../../random/index.ts';
import { FIELD_MODULUS, residueOf, shareBytes } from '../reports/index.ts';
import { openVerification, type Prepared } from './histogram.ts';

const campaign = campaignOf({ validity: 'verified' });
const verification = await openVerification(campaign);
const entropy = systemEntropy();
const key = Uint8Array.from({ length: 16 }, (_, i) => i);
const number = Uint8Array.from({ length: 16 }, (_, i) => 200 + i);

/** What both aggregators make of a report, with what the cheat does to its shares. */
async function decided(
  value: number,
  cheat: (shares: Uint8Array[]) => void = () => {},
): Promise<(readonly bigint[] | undefined)[]> {
  const shares = await verification.shard(value, number, entropy);
  cheat(shares);
  const prepared: Prepared[] = [];
  for (const [place, share] of shares.entries())
    prepared.push(await verification.prepare({ key, place, number, share }));
  return Promise.all(
    prepared.map(own =>
      verification.decide(
        own,
        prepared.map(({ shown }) => shown),
      ),
    ),
  );
}

test.each([0, 1, 3])('a true report of value %d holds, and the outputs are shares of it', async value => {
  const [first, second] = await decided(value);
  const whole = first?.map((word, place) => residueOf(word + (second?.[place] ?? 0n), FIELD_MODULUS));
  expect(whole).toEqual([0n, 1n, 2n, 3n].map(each => (each === BigInt(value) ? 1n : 0n)));
});

const flip = (share: Uint8Array, place: number): void => {
  share[place] ^= 1;
};

test.each<[string, (shares: Uint8Array[]) => void]>([
  ['one more for a value', ([share]) => flip(share, 16)],
  ['a changed proof', ([, share]) => flip(share, 4 * 16 + 3)],
  ['a number beyond the field', ([share]) => void share.fill(255, 0, 16)],
  ['another blind', ([share]) => flip(share, share.length - 48)],
])('a report with %s holds at no aggregator that counts it', async (_, cheat) => {
  // it is counted only if it holds at all of them
  expect((await decided(2, cheat)).some(output => output === undefined)).toBe(true);
});

test.each([1, 2, 3, 15, 99, 250])('with %d values a share is as long as the protocol says', async values => {
  const edges = Array.from({ length: values + 1 }, (_, edge) => edge);
  const sized = campaignOf({ validity: 'verified', answers: { kind: 'numbers', edges } });
  const [share] = await (await openVerification(sized)).shard(1, number, entropy);
  expect(share).toHaveLength(shareBytes(sized));
});
