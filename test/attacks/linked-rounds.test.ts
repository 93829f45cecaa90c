/** Whoever sees both answers of one person reads the truth of everybody who was sampled. One aggregator sees neither. */
import { expect, test } from 'vitest';
import { said } from '../../src/collect/client/index.ts';
import { roll, sidesOf } from '../../src/collect/protocol/index.ts';
import { oneHot, split } from '../../src/collect/reports/index.ts';
import type { ShareVector } from '../../src/collect/reports/shares.ts';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { campaignOf } from '../support/campaign.ts';
import { misfit } from '../support/goodness-of-fit.ts';
import { joined } from '../support/joined-shares.ts';

const campaign = campaignOf({ protocol: 'two-rounds', sampling: 0.45, baseline: [0.1, 0.15, 0.15, 0.15], noise: null });
const VALUES = ['train', 'bus', 'bicycle'] as const;
const PEOPLE = 20_000;

interface Seen {
  readonly truth: number;
  readonly sampled: boolean;
  /** What the attacker holds of this person, in each round. */
  readonly rounds: readonly [ShareVector, ShareVector];
}

/** What somebody sees who gets all of each answer, or one aggregator's share of it. */
function seenBy(view: 'everything' | 'one aggregator'): Seen[] {
  const entropy = reproducibleEntropy(44);
  const below = uniform(entropy);
  const sides = sidesOf(campaign, VALUES.length);
  return Array.from({ length: PEOPLE }, () => {
    const truth = below(VALUES.length);
    const rolled = roll(below, sides);
    const look = (round: number): ShareVector => {
      const value = said(campaign, round, rolled, VALUES[truth]);
      return view === 'everything' ? oneHot(value, VALUES.length) : split(oneHot(value, VALUES.length), 2, entropy)[0];
    };
    return { truth: truth + 1, sampled: rolled === 'sampled', rounds: [look(1), look(2)] };
  });
}

/** The value whose count this person raised from the first round to the second, 0 for none. */
const linked = ({ rounds: [first, second] }: Seen): number =>
  [...second.map((word, place) => word - first[place])].findIndex(word => word === 1) + 1;

test('linking the rounds tells the truth of all sampled people, and never errs', () => {
  const seen = seenBy('everything');
  const betrayed = seen.filter(each => linked(each) > 0);
  expect(betrayed.every(each => linked(each) === each.truth)).toBe(true);
  expect(betrayed).toHaveLength(seen.filter(({ sampled }) => sampled).length);
  expect(betrayed.length / PEOPLE).toBeCloseTo(0.45, 1);
});

/** Lowest bytes of the difference of an aggregator's two shares, at the place of the true value. */
const bytes = (seen: readonly Seen[], sampled: boolean): number[] =>
  seen
    .filter(each => each.sampled === sampled)
    .map(({ truth, rounds: [first, second] }) => (second[truth - 1] - first[truth - 1]) & 255);

const fair = (): number => 1 / 256;

test('one aggregator that links the rounds sees uniform numbers, of the sampled as of everybody else', () => {
  const seen = seenBy('one aggregator');
  expect(seen.filter(each => linked(each) > 0)).toHaveLength(0);
  for (const sampled of [true, false]) expect(misfit(bytes(seen, sampled), fair)).toBeLessThan(4);
  // the same test on whole answers sees at once that these people are told apart
  for (const sampled of [true, false]) expect(misfit(bytes(seenBy('everything'), sampled), fair)).toBeGreaterThan(100);
});

test('all aggregators together read it: one of them must be honest', () => {
  const entropy = reproducibleEntropy(45);
  expect([...joined(split(oneHot(2, VALUES.length), 2, entropy))]).toEqual([0, 1, 0]);
});
