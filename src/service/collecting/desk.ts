/** The organiser's desk: the campaigns of a folder, their orders to aggregators, and one ledger for all who are asked. */
import {
  type Collecting,
  closeRound,
  openRound,
  type PublishedCampaign,
  publish,
} from '../../collect/collector/index.ts';
import { campaignsIn, type OrganisedCampaign } from '../../collect/organiser/index.ts';
import { roundsOf } from '../../collect/protocol/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { CampaignState, Campaigns } from '../contract/collecting.ts';
import { describe, progressOf } from './campaign-state.ts';

export interface Organising {
  /** A folder of campaigns, each as `sortition collect create` makes it. */
  readonly folder: string;
  readonly ledger: Ledger;
}

export interface CollectDesk {
  list(): Promise<Campaigns>;
  /** Looks at one campaign again and again; what never changes of it is computed once. */
  look(fingerprint: string): Promise<() => Promise<CampaignState>>;
  order(fingerprint: string, order: 'open' | 'close', round: number): Promise<CampaignState>;
  publish(fingerprint: string): Promise<PublishedCampaign>;
}

const NOT_SERVED = 'This service was started without campaigns. Start it with sortition serve --campaigns FOLDER.';

export const collectDesk = (organising: Organising | undefined): CollectDesk =>
  organising === undefined ? emptyDesk : deskOf(organising);

const unknown = async (): Promise<never> => refuse('campaign_unknown', NOT_SERVED);

const emptyDesk: CollectDesk = {
  list: async () => ({ campaigns: [], unreadable: [], advice: NOT_SERVED }),
  look: unknown,
  order: unknown,
  publish: unknown,
};

function deskOf({ folder, ledger }: Organising): CollectDesk {
  const find = async (fingerprint: string): Promise<OrganisedCampaign> => {
    for (const found of await campaignsIn(folder))
      if ('campaign' in found && found.fingerprint === fingerprint) return found;
    return refuse('campaign_unknown', 'No campaign in the folder has this fingerprint.');
  };
  const lookAt = (collecting: Collecting) => {
    const described = describe(collecting);
    return async (): Promise<CampaignState> => ({ ...described, ...(await progressOf(collecting, ledger)) });
  };
  return {
    list: () => listed(folder, ledger),
    look: async fingerprint => lookAt(await find(fingerprint)),
    async order(fingerprint, order, round) {
      const collecting = await find(fingerprint);
      if (!roundsOf(collecting.campaign).includes(round))
        refuse('round_not_open', `This campaign has ${roundsOf(collecting.campaign).length} round(s).`);
      await (order === 'open' ? openRound : closeRound)(collecting, round);
      return lookAt(collecting)();
    },
    async publish(fingerprint) {
      return publish(await find(fingerprint), ledger);
    },
  };
}

const firstIn = (folder: string): string =>
  `The folder ${folder} has no campaign yet. Create one: sortition collect create CAMPAIGN.json --out ${folder}/NAME`;

async function listed(folder: string, ledger: Ledger): Promise<Campaigns> {
  const found = await campaignsIn(folder);
  const campaigns = found.filter(each => 'campaign' in each);
  return {
    campaigns: await Promise.all(campaigns.map(each => summary(each, ledger))),
    unreadable: found.flatMap(each =>
      'refused' in each ? [{ folder: each.folder, message: each.refused.message }] : [],
    ),
    advice: campaigns.length === 0 ? firstIn(folder) : null,
  };
}

async function summary(collecting: OrganisedCampaign, ledger: Ledger): Promise<Campaigns['campaigns'][number]> {
  const { fingerprint, campaign } = collecting;
  const { state, rounds } = await progressOf(collecting, ledger);
  return {
    campaign: fingerprint,
    name: campaign.name,
    question: campaign.question,
    rounds: rounds.length,
    state,
  };
}
