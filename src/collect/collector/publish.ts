/** From the last report to an estimate that anybody may see: charge, close, agree, release, add, settle. */
import { type CountedLoss, counts, losses } from '../../amounts/index.ts';
import type { Json } from '../../json/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type PrivacyLoss, Refusal, refuse } from '../../vocabulary/index.ts';
import { type Campaign, fewestOf, labelsOf, roundsOf } from '../protocol/index.ts';
import { agreedBefore, agreedReports } from './agreed-reports.ts';
import { type Collecting, sayToAll } from './calls.ts';
import { chargeOf, decisionOf, pricedBy, requestOf } from './charge.ts';
import { estimated, type PublishedEstimate } from './interval.ts';
import { roundsIn, saidOfRounds } from './received.ts';
import { differencesOf } from './released-totals.ts';

export interface PublishedCampaign {
  readonly campaign: string;
  readonly estimates: readonly ({ readonly value: string } & PublishedEstimate)[];
  /** How many reports were counted; null where an older ledger does not say. */
  readonly reports: number | null;
  readonly charged: PrivacyLoss;
  readonly remaining: PrivacyLoss;
  /** The same was published before; this is it again, free of charge. */
  readonly recorded: boolean;
  readonly entry: number;
  readonly head: string;
}

/** Opens a round everywhere; the one before is closed by it. */
export const openRound = (collecting: Collecting, round: number): Promise<unknown> =>
  sayToAll(collecting, `rounds/${round}/open`);

/** No more reports of a round, nor of those before it; nothing is released by it. */
export const closeRound = (collecting: Collecting, round: number): Promise<unknown> =>
  sayToAll(collecting, `rounds/${round}/close`);

/** What publishing charges everybody who took part. */
export const priceOf = (campaign: Campaign): PublishedCampaign['charged'] => losses.number(chargeOf(campaign), 'up');

/** What was published before, undefined if nothing was. Looks, and charges nothing. */
export async function publishedBefore(
  publishing: Publishing,
  ledger: Ledger,
): Promise<Pick<PublishedCampaign, 'estimates' | 'reports' | 'charged'> | undefined> {
  const before = await ledger.repeated(questionOf(publishing));
  return (
    before && {
      estimates: estimatesIn(before),
      reports: await countedBefore(publishing, ledger),
      charged: losses.number(counts.bounded(before.charged), 'up'),
    }
  );
}

type Publishing = Pick<Collecting, 'campaign' | 'fingerprint'>;

/** A campaign is one question. */
const questionOf = ({ campaign, fingerprint }: Publishing) => requestOf({ collect: fingerprint }, chargeOf(campaign));

const countedBefore = async (publishing: Publishing, ledger: Ledger): Promise<number | null> =>
  (await agreedBefore(publishing, ledger))?.count ?? null;

const estimatesIn = ({ answer }: { readonly answer: Json }) => answer as unknown as PublishedCampaign['estimates'];

/** Once only, however often it is called: a crash after the charge leaves it spent, and calling again goes on. */
export async function publish(collecting: Collecting, ledger: Ledger): Promise<PublishedCampaign> {
  const question = questionOf(collecting);
  if ((await ledger.repeated(question)) === undefined) await checkAsked(collecting);
  const hold = await ledger.reserve(question, () =>
    decisionOf(chargeOf(collecting.campaign), pricedBy(collecting.campaign)),
  );
  if (hold.kind === 'recorded') {
    const found = { estimates: estimatesIn(hold), reports: await countedBefore(collecting, ledger) };
    return publishedReply(collecting, hold, found, true);
  }
  try {
    const found = await released(collecting, ledger);
    const receipt = await ledger.settle(hold, found.estimates as unknown as Json);
    return publishedReply(collecting, { ...hold, ...receipt }, found, false);
  } catch (thrown) {
    // if even this cannot be written, the charge stays and the same campaign resumes it
    await ledger.fail(hold, thrown instanceof Error ? thrown.name : 'unknown').catch(() => {});
    throw thrown;
  }
}

/** Publishing ends a campaign and is paid for: not before anybody could answer, nor where too few did. */
async function checkAsked(collecting: Collecting): Promise<void> {
  const said = await saidOfRounds(collecting);
  // at one aggregator is enough: only what all of them have counts
  if (said.some(each => !(each instanceof Refusal) && each.rounds.some(({ state }) => state === 'waiting')))
    refuse('round_not_open', 'The last round was not open at every aggregator. Open it first; nothing was charged.');
  const rounds = roundsIn(collecting, said);
  const fewest = fewestOf(collecting.campaign);
  const few = rounds.some(({ aggregators }) => aggregators.some(({ reports }) => reports !== null && reports < fewest));
  if (few)
    refuse(
      'too_few_reports',
      `Fewer than ${fewest} reports arrived, the minimum of this campaign. Wait for more, or ask more people in a new campaign. No round was closed.`,
    );
}

type Found = Pick<PublishedCampaign, 'estimates' | 'reports'>;

async function released(collecting: Collecting, ledger: Ledger): Promise<Found> {
  const { campaign } = collecting;
  await closeRound(collecting, roundsOf(campaign).length);
  const agreed = await agreedReports(collecting, ledger);
  const differences = differencesOf(campaign, agreed, await sayToAll(collecting, 'release'));
  const { sampling, noise, aggregators } = campaign;
  const estimation = { sampling, noiseEpsilon: noise?.epsilon, aggregators: aggregators.length };
  const estimates = labelsOf(campaign.answers).map((value, place) => ({
    value,
    ...estimated(differences[place], estimation),
  }));
  return { estimates, reports: agreed.count };
}

interface Settled {
  readonly charged: CountedLoss;
  readonly remaining: CountedLoss;
  readonly entry: number;
  readonly head: string;
}

function publishedReply(
  { fingerprint: campaign }: Collecting,
  { charged, remaining, entry, head }: Settled,
  found: Found,
  recorded: boolean,
): PublishedCampaign {
  return {
    campaign,
    ...found,
    charged: losses.number(counts.bounded(charged), 'up'),
    remaining: losses.number(counts.bounded(remaining), 'down'),
    recorded,
    entry,
    head,
  };
}
