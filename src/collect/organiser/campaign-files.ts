/** The files of a campaign: one that is public, and the secrets of those who run it. */
import { readFile } from 'node:fs/promises';
import { refuse } from '../../vocabulary/index.ts';
import { type Campaign, readCampaign } from '../protocol/index.ts';

export const readCampaignFile = async (path: string): Promise<Campaign> => readCampaign(await readJson(path));

/** What the organiser shares with the aggregators. */
export interface Organiser {
  readonly ticketKey: string;
  readonly collectorToken: string;
}

export async function readOrganiser(path: string): Promise<Organiser> {
  const { ticketKey, collectorToken } = ((await readJson(path)) ?? {}) as Partial<Organiser>;
  if (typeof ticketKey === 'string' && typeof collectorToken === 'string') return { ticketKey, collectorToken };
  return refuse('campaign_invalid', `${path} lacks ticketKey or collectorToken; sortition collect create makes it.`);
}

export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() =>
    refuse('file_unreadable', `${path} cannot be read; check the path.`),
  );
  try {
    return JSON.parse(text);
  } catch {
    return refuse('campaign_invalid', `${path} is not JSON.`);
  }
}
