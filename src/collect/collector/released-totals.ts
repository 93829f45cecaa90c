/**
 * What aggregators release, as data from outside: read strictly, of the same reports everywhere, and put together only if
 * the result can be counts of people. Whatever else it is, it is not published.
 */
import * as z from 'zod/mini';
import { refuse } from '../../vocabulary/index.ts';
import { noiseReach } from '../index.ts';
import { type Campaign, valuesOf } from '../protocol/index.ts';
import { countOf, modulusOf, residueOf } from '../reports/index.ts';
import { type AgreedReports, agreedShape, notUnderstood } from './agreed-reports.ts';

/** How seldom true totals are refused, over all values together. */
export const FALSE_ALARM = 1e-12;

const shape = z.extend(agreedShape, {
  total: z.array(z.string().check(z.regex(/^\d{1,40}$/))),
});

type Release = z.infer<typeof shape>;

/** The noisy difference of each value. */
export function differencesOf(campaign: Campaign, agreed: AgreedReports, said: readonly unknown[]): number[] {
  const releases = said.map((each, place) => releaseIn(campaign, each, campaign.aggregators[place]));
  if (!releases.every(({ reports, count }) => reports === agreed.reports && count === agreed.count))
    refuse(
      'reports_differ',
      'The aggregators added up different reports from those they agreed on, so nothing can be published.',
    );
  const modulus = modulusOf(campaign);
  const differences = Array.from({ length: valuesOf(campaign.answers) }, (_, value) => {
    const sum = releases.reduce((before, { total }) => before + BigInt(total[value]), 0n);
    return countOf(residueOf(sum, modulus), modulus);
  });
  checkPossible(campaign, differences, agreed.count);
  return differences;
}

function releaseIn(campaign: Campaign, said: unknown, address: string): Release {
  const parsed = shape.safeParse(said);
  if (parsed.success && parsed.data.total.length === valuesOf(campaign.answers)) return parsed.data;
  return notUnderstood(address);
}

/** Each person who counts adds one to one value at most. */
function checkPossible(campaign: Campaign, differences: readonly number[], count: number): void {
  const reach = reachOf(campaign);
  if (differences.every(difference => difference >= -reach && difference <= count + reach)) return;
  refuse(
    'totals_impossible',
    `These totals cannot be counts of ${count} people: a device sent invalid shares, or an aggregator sent a wrong total. ` +
      'Nothing is published. Ask again in a verified campaign.',
  );
}

const reachOf = ({ noise, aggregators, answers }: Campaign): number =>
  noise === null
    ? 0
    : noiseReach({
        noiseEpsilon: noise.epsilon,
        aggregators: aggregators.length,
        values: valuesOf(answers),
        chance: FALSE_ALARM,
      });
