/** Flags of `sortition serve` for campaigns: their folder, and the ledger of all people whom they ask. */
import type { Command } from 'commander';
import type { ServedCampaigns } from '../service/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { decimal, read } from './flags.ts';

export interface CampaignFlags {
  readonly campaigns?: string;
  readonly collectLedger?: string;
  readonly collectBudgetEpsilon?: string;
  readonly collectBudgetDelta: string;
}

export const addCampaignFlags = (serve: Command): Command =>
  serve
    .option('--campaigns <folder>', 'the folder of campaigns, one subfolder each, as collect create writes them')
    .option('--collect-ledger <address>', 'sqlite:FILE, one for all campaigns that ask the same people')
    .option('--collect-budget-epsilon <number>', 'for all of them together', read(decimal, 'collect-budget-epsilon'))
    .option('--collect-budget-delta <number>', 'for those without noise', read(decimal, 'collect-budget-delta'), '0');

/** All three or none: without a ledger nothing could be published, and nobody would know before the end. */
export function campaignsOf(flags: CampaignFlags): ServedCampaigns | undefined {
  const { campaigns: folder, collectLedger: ledger, collectBudgetEpsilon: epsilon, collectBudgetDelta: delta } = flags;
  if (folder === undefined && ledger === undefined && epsilon === undefined) return undefined;
  if (folder !== undefined && ledger !== undefined && epsilon !== undefined)
    return { folder, ledger, budget: { epsilon, delta } };
  return refuse('usage', '--campaigns, --collect-ledger and --collect-budget-epsilon go together. Give all three.');
}
