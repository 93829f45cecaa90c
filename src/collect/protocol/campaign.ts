/**
 * A campaign: everything public about one question to many people, agreed on before the first answer.
 * Its fingerprint is in every address, so that nobody is asked under one campaign and counted under another.
 */
import type * as z from 'zod/mini';
import { frozen, pathText } from '../../json/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { valuesOf } from './answers.ts';
import { campaignShape } from './campaign-schema.ts';
import { sidesOf } from './die.ts';

/** The public description of a campaign. */
export type Campaign = Readonly<z.infer<typeof campaignShape>>;

/** Reads a campaign strictly. The result has its keys in a fixed order, so equal campaigns have the same text. */
export function readCampaign(data: unknown): Campaign {
  const parsed = campaignShape.safeParse(data);
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues;
    return refuse('campaign_invalid', `${pathText(path) || 'A campaign'} ${message}.`);
  }
  const campaign = frozen(parsed.data);
  sidesOf(campaign, valuesOf(campaign.answers));
  return campaign;
}

export const roundsOf = ({ protocol }: Campaign): readonly number[] => (protocol === 'two-rounds' ? [1, 2] : [1]);

/** What holds where a campaign does not say it: noise protects people one by one, exact counts only many together. */
const FEWEST_WITHOUT_NOISE = 20;

/** Of fewer reports nothing is released. */
export const fewestOf = ({ fewest, noise }: Campaign): number => fewest ?? (noise === null ? FEWEST_WITHOUT_NOISE : 0);

/** SHA-256 of the campaign's one text, as 64 hex digits. */
export async function fingerprintOf(campaign: Campaign): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(campaign));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('');
}
