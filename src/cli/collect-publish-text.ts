/** What a campaign found, for people: the estimates, what they cost, and what was not protected by noise. */

import type { PublishedCampaign } from '../collect/collector/index.ts';
import type { Campaign } from '../collect/protocol/index.ts';
import { fewestProtected } from '../collect/views/index.ts';
import { asGiven, atLeast, atMost } from './digits.ts';
import { table } from './table.ts';

const whole = (value: number): string => String(Math.round(value));

export function describePublished(campaign: Campaign, published: PublishedCampaign): string {
  const { estimates, reports, charged, remaining, recorded } = published;
  const rows = estimates.map(({ value, estimate, standardError, interval95: [lower, upper] }) => [
    value,
    whole(estimate),
    whole(standardError),
    `${whole(lower)} to ${whole(upper)}`,
  ]);
  return [
    campaign.question,
    table([['', 'people', 'standard error', '95 % interval'], ...rows]),
    ...(reports === null ? [] : [`${reports} reports were counted.`]),
    `${recorded ? 'Published before, so free of charge now; it cost' : 'Charged'} epsilon ${atMost(charged.epsilon)}, delta ${atMost(charged.delta)}; ` +
      `epsilon ${atLeast(remaining.epsilon)}, delta ${atLeast(remaining.delta)} are left.`,
    ...(campaign.noise === null ? [noiseless(campaign)] : []),
  ].join('\n\n');
}

const EPSILON = 1;
const DELTA = 1e-6;

/** The mode of the paper is not differential privacy, and its readers must know whom it fails. */
function noiseless({ sampling }: Campaign): string {
  const fewest = fewestProtected({ sampling, epsilon: EPSILON }, DELTA);
  return (
    `NO NOISE: these are exact counts of sampled people. A value that only one person has is revealed with probability ${asGiven(sampling)}. ` +
    `Only values that at least ${fewest} people have are protected to epsilon ${EPSILON} and delta ${DELTA}.`
  );
}
