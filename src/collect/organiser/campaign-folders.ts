/** All campaigns of an organiser: a folder of folders, as `sortition collect create` makes each of them, and the files in one. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Refusal, refuse } from '../../vocabulary/index.ts';
import { type Campaign, fingerprintOf, readCampaign } from '../protocol/index.ts';

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

/** The files of a campaign: one that is public, and the secrets of those who run it. */
export const readCampaignFile = async (path: string): Promise<Campaign> => readCampaign(await readJson(path));

/** The organiser's secrets: the key of tickets, which aggregators have too, and what the collector shows to each of them. */
export interface Organiser {
  readonly ticketKey: string;
  /** By the address of the aggregator. */
  readonly collectorTokens: Readonly<Record<string, string>>;
}

const shape = z.object({ ticketKey: z.string(), collectorTokens: z.record(z.string(), z.string()) });

export async function readOrganiser(path: string): Promise<Organiser> {
  const parsed = shape.safeParse(await readJson(path));
  return parsed.success
    ? parsed.data
    : refuse(
        'campaign_invalid',
        `${path} lacks ticketKey or collectorTokens. Use the file that sortition collect create wrote.`,
      );
}

export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() =>
    refuse('file_unreadable', `${path} cannot be read. Check the path.`),
  );
  try {
    return JSON.parse(text);
  } catch {
    return refuse('campaign_invalid', `${path} is not JSON.`);
  }
}
