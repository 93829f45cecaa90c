/** `sortition collect open`: a round begins at every aggregator, and the one before it ends. */
import type { Command } from 'commander';
import { readCampaignFile, readOrganiser } from '../collect/organiser/index.ts';
import { number, read } from './flags.ts';
import type { Say } from './reply.ts';

interface Flags {
  readonly campaign: string;
  readonly organiser: string;
  readonly round: number;
}

export function addCollectOpen(collect: Command, say: Say): void {
  collect
    .command('open')
    .description('open a round at every aggregator; opening the second of two rounds closes the first')
    .requiredOption('--campaign <file>', 'the public file of the campaign')
    .requiredOption('--organiser <file>', "the organiser's secrets")
    .option('--round <number>', 'which', read(number, 'round'), 1)
    .option('--json', 'one JSON object on standard output')
    .action(async ({ campaign: path, organiser, round }: Flags) => {
      const [{ openRound }, { fingerprintOf }] = await Promise.all([
        import('../collect/collector/index.ts'),
        import('../collect/protocol/index.ts'),
      ]);
      const [campaign, { collectorTokens }] = await Promise.all([readCampaignFile(path), readOrganiser(organiser)]);
      await openRound({ campaign, fingerprint: await fingerprintOf(campaign), collectorTokens }, round);
      return say({
        json: { open: round },
        text: `Round ${round} is open at ${campaign.aggregators.join(' and ')}.${round > 1 ? ` Round ${round - 1} is closed for good.` : ''}`,
      });
    });
}
