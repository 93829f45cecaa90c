/** All campaigns of an organiser: a folder of folders, as `sortition collect create` makes each of them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal, refuse } from '../../vocabulary/index.ts';
import { type Campaign, fingerprintOf } from '../protocol/index.ts';
import { type Organiser, readCampaignFile, readOrganiser } from './campaign-files.ts';

export interface OrganisedCampaign {
  readonly folder: string;
  readonly campaign: Campaign;
  readonly fingerprint: string;
  readonly collectorTokens: Organiser['collectorTokens'];
}

/** One broken folder must not hide the others. */
export interface UnreadableFolder {
  readonly folder: string;
  readonly refused: Refusal;
}

/** In the order of their folders' names. Read anew each time: campaigns are made while others run. */
export async function campaignsIn(folder: string): Promise<readonly (OrganisedCampaign | UnreadableFolder)[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() =>
    refuse('file_unreadable', `${folder} is not a readable folder. Name the folder that contains your campaigns.`),
  );
  const names = entries.filter(entry => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(names.sort().map(name => readFolder(folder, name)));
}

async function readFolder(parent: string, folder: string): Promise<OrganisedCampaign | UnreadableFolder> {
  const file = (name: string): string => join(parent, folder, name);
  try {
    const campaign = await readCampaignFile(file('campaign.json'));
    const { collectorTokens } = await readOrganiser(file('organiser.json'));
    return { folder, campaign, fingerprint: await fingerprintOf(campaign), collectorTokens };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { folder, refused: thrown };
    throw thrown;
  }
}
