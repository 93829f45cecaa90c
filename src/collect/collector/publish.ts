/** From the last report to an estimate that anybody may see: charge, close, release, add, settle. */
import { amounts, type Json, type Ledger, type Loss } from '../../ledger/index.ts';
import { type Campaign, labelsOf, roundsOf } from '../protocol/index.ts';
import { type Collecting, sayToAll } from './calls.ts';
import { chargeOf, decisionOf, requestOf } from './charge.ts';
import { type Estimated, estimated } from './interval.ts';
import { differencesOf } from './released-totals.ts';

export interface Published {
  readonly campaign: string;
  readonly estimates: readonly ({ readonly value: string } & Estimated)[];
  readonly charged: { readonly epsilon: number; readonly delta: number };
  readonly remaining: { readonly epsilon: number; readonly delta: number };
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
export const priceOf = (campaign: Campaign): Published['charged'] => printed(chargeOf(campaign), 'up');

/** What was published before, undefined if nothing was. Looks, and charges nothing. */
export async function publishedBefore(
  { campaign, fingerprint }: Pick<Collecting, 'campaign' | 'fingerprint'>,
  ledger: Ledger,
): Promise<Pick<Published, 'estimates' | 'charged'> | undefined> {
  const before = await ledger.repeated(requestOf(fingerprint, chargeOf(campaign)));
  return before && { estimates: estimatesIn(before), charged: printed(before.charged, 'up') };
}

const estimatesIn = ({ answer }: { readonly answer: Json }) => answer as unknown as Published['estimates'];

/** Once only, however often it is called: a crash after the charge leaves it spent, and calling again goes on. */
export async function publish(collecting: Collecting, ledger: Ledger): Promise<Published> {
  const charge = chargeOf(collecting.campaign);
  const hold = await ledger.reserve(requestOf(collecting.fingerprint, charge), () => decisionOf(charge));
  if (hold.kind === 'recorded') return told(collecting, hold, estimatesIn(hold), true);
  try {
    const estimates = await released(collecting);
    const receipt = await ledger.settle(hold, estimates as unknown as Json);
    return told(collecting, { ...hold, ...receipt }, estimates, false);
  } catch (thrown) {
    // if even this cannot be written, the charge stays and the same campaign resumes it
    await ledger.fail(hold, thrown instanceof Error ? thrown.name : 'unknown').catch(() => {});
    throw thrown;
  }
}

async function released(collecting: Collecting): Promise<Published['estimates']> {
  const { campaign } = collecting;
  await closeRound(collecting, roundsOf(campaign).length);
  const differences = differencesOf(campaign, await sayToAll(collecting, 'release'));
  const { sampling, noise, aggregators } = campaign;
  const estimation = { sampling, noiseEpsilon: noise?.epsilon, aggregators: aggregators.length };
  return labelsOf(campaign.answers).map((value, place) => ({ value, ...estimated(differences[place], estimation) }));
}

interface Settled {
  readonly charged: Loss;
  readonly remaining: Loss;
  readonly entry: number;
  readonly head: string;
}

function told(
  { fingerprint: campaign }: Collecting,
  { charged, remaining, entry, head }: Settled,
  estimates: Published['estimates'],
  recorded: boolean,
): Published {
  return {
    campaign,
    estimates,
    charged: printed(charged, 'up'),
    remaining: printed(remaining, 'down'),
    recorded,
    entry,
    head,
  };
}

const printed = ({ epsilon, delta }: Loss, rounding: 'up' | 'down') => ({
  epsilon: amounts.number(epsilon, rounding),
  delta: amounts.number(delta, rounding),
});
