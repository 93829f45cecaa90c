/** A campaign as its organiser sees it: what never changes is computed once, how far it is whenever somebody looks. */
import { type Collecting, priceOf, publishedBefore, receivedOf } from '../../collect/collector/index.ts';
import { type Campaign, labelsOf, valuesOf } from '../../collect/protocol/index.ts';
import { fewestProtected, makeDie, makePopulation, plainViews, viewsOf } from '../../collect/views/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import type { CampaignState, CampaignSummary } from '../contract/collecting.ts';

type Progress = Pick<CampaignState, 'state' | 'rounds' | 'remaining' | 'published'>;

/** All that its file says, in the words of the contract. */
export function describe({ campaign, fingerprint }: Collecting): Omit<CampaignState, keyof Progress> {
  const { name, question, answers, protocol, validity, sampling, noise, closes } = campaign;
  return {
    campaign: fingerprint,
    name,
    question,
    values: labelsOf(answers),
    protocol,
    validity,
    sampling,
    noiseEpsilon: noise?.epsilon ?? null,
    closes,
    price: priceOf(campaign),
    views: observersOf(campaign),
  };
}

export async function progressOf(collecting: Collecting, ledger: Ledger): Promise<Progress> {
  const rounds = await receivedOf(collecting);
  // nothing is published while a round may still take reports
  const ended = rounds.every(({ state }) => state === 'closed' || state === 'unknown');
  const published = (ended && (await publishedBefore(collecting, ledger))) || null;
  const { epsilon, delta } = (await ledger.budget()).remaining;
  invariant(epsilon !== null, 'the budget of campaigns is pure');
  return {
    state: published === null ? stateOf(rounds) : 'published',
    rounds,
    remaining: { epsilon, delta },
    published,
  };
}

function stateOf(rounds: Progress['rounds']): CampaignSummary['state'] {
  const states = rounds.map(({ state }) => state);
  if (states.some(state => state === 'unknown')) return 'unknown';
  if (states.some(state => state === 'open' || state === 'differs')) return 'open';
  return states.every(state => state === 'waiting') ? 'waiting' : 'closed';
}

const EPSILON = 1;
const DELTA = 1e-6;

/** Of the worst population there is: somebody alone has each value. */
function observersOf({ answers, protocol, sampling, baseline, noise }: Campaign): CampaignState['views'] {
  const values = valuesOf(answers);
  const { roundTwoOnly, ...views } = plainViews(
    viewsOf({
      population: makePopulation(Array<number>(values).fill(1), values),
      die: makeDie({ values, sampling, baseline: baseline ?? undefined }),
      noiseEpsilon: noise?.epsilon,
      epsilon: EPSILON,
    }),
  );
  return {
    ...views,
    // of one report there is no answer that somebody who was not sampled might also have given
    roundTwoOnly: protocol === 'two-rounds' ? roundTwoOnly : null,
    fewestProtected: fewestProtected({ sampling, epsilon: EPSILON }, DELTA),
  };
}
