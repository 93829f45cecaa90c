/** The files of a campaign: one that is public, and the secrets of those who run it. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { refuse } from '../../vocabulary/index.ts';
import { type Campaign, readCampaign } from '../protocol/index.ts';

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
