/** `sortition collect create`: checks a campaign, and makes the secrets of those who run it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { drawSecrets, readCampaignFile } from '../collect/organiser/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Say } from './reply.ts';

export function addCollectCreate(collect: Command, say: Say): void {
  collect
    .command('create')
    .description('create a campaign: the public file, and a secret file for the organiser and each aggregator')
    .argument('<campaign>', 'the campaign as JSON')
    .requiredOption('--out <folder>', 'a new folder')
    .option('--json', 'one JSON object on standard output')
    .action(async (path: string, { out }: { out: string }) => {
      const [campaign, { fingerprintOf }] = await Promise.all([
        readCampaignFile(path),
        import('../collect/protocol/index.ts'),
      ]);
      const fingerprint = await fingerprintOf(campaign);
      await mkdir(out, { mode: 0o700 }).catch(() =>
        refuse('file_unwritable', `${out} cannot be created. Name a folder that does not exist yet.`),
      );
      const secrets = drawSecrets(campaign);
      const aggregators = campaign.aggregators.map((address, place) => ({
        address,
        file: `aggregator-${place + 1}.json`,
      }));
      await write(out, 'campaign.json', campaign, 0o644);
      await write(out, 'organiser.json', secrets.organiser, 0o600);
      for (const [place, { file }] of aggregators.entries()) await write(out, file, secrets.aggregators[place], 0o600);
      return say({
        json: { campaign: fingerprint, out, aggregators },
        text: [
          `Campaign ${fingerprint.slice(0, 16)} is in ${out}: campaign.json is public, organiser.json is for you.`,
          ...aggregators.map(({ address, file }) => `${file} is for ${address} alone.`),
          'Send each file over a secure channel, then delete your copies: they let the holder ask aggregators who took part.',
        ].join('\n'),
      });
    });
}

const write = (folder: string, file: string, data: unknown, mode: number): Promise<void> =>
  writeFile(join(folder, file), `${JSON.stringify(data, null, 2)}\n`, { mode, flag: 'wx' });
