/** `sortition collect publish`: ends a campaign, pays for what it tells, and tells it. */
import type { Command } from 'commander';
import { readCampaignFile, readOrganiser } from '../collect/organiser/index.ts';
import { decimal } from './flags.ts';
import { checkWritable, writeOut } from './output-file.ts';
import type { Note, Say } from './reply.ts';

interface Flags {
  readonly campaign: string;
  readonly organiser: string;
  readonly ledger: string;
  readonly budgetEpsilon: string;
  readonly budgetDelta: string;
  readonly out?: string;
}

export function addCollectPublish(collect: Command, say: Say, note: Note): void {
  collect
    .command('publish')
    .description('close the last round, charge the ledger, and estimate how many people have each value')
    .requiredOption('--campaign <file>', 'the public file of the campaign')
    .requiredOption('--organiser <file>', "the organiser's secrets")
    .requiredOption(
      '--ledger <address>',
      'sqlite:FILE or postgres:env:NAME, one for all campaigns that ask the same people',
    )
    .requiredOption('--budget-epsilon <number>', 'for all of them together', decimalOf('--budget-epsilon'))
    .option('--budget-delta <number>', 'for campaigns without noise', decimalOf('--budget-delta'), '0')
    .option('--out <file>', 'the estimates as JSON')
    .option('--json', 'one JSON object on standard output')
    .action(async (flags: Flags) => {
      const [{ openCollectLedger, publish }, { fingerprintOf }, { losses }, { describePublished }] = await Promise.all([
        import('../collect/collector/index.ts'),
        import('../collect/protocol/index.ts'),
        import('../amounts/index.ts'),
        import('./collect-publish-text.ts'),
      ]);
      const [campaign, { collectorTokens }] = await Promise.all([
        readCampaignFile(flags.campaign),
        readOrganiser(flags.organiser),
      ]);
      if (flags.out !== undefined) await checkWritable(flags.out);
      const budget = losses.written({ epsilon: flags.budgetEpsilon, delta: flags.budgetDelta });
      const clock = (): Date => new Date();
      const ledger = await openCollectLedger({ address: flags.ledger, folder: process.cwd(), budget, clock });
      if (ledger.created) await note(`${flags.ledger} is a new ledger: nothing was spent before.`);
      try {
        const published = await publish(
          { campaign, fingerprint: await fingerprintOf(campaign), collectorTokens },
          ledger,
        );
        if (flags.out !== undefined) await writeOut(flags.out, `${JSON.stringify(published)}\n`);
        return await say({ json: published, text: describePublished(campaign, published) });
      } finally {
        await ledger.close();
      }
    });
}

const decimalOf = (flag: string) => (word: string) => decimal(flag, word);
