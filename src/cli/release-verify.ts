/** `sortition release verify SAMPLE`: whether a sample, its certificate and the ledger of its draw say the same. */
import type { Command } from 'commander';
import type { VerifiedSample } from '../release/index.ts';
import { drawsTable } from './release-draws.ts';
import type { Say } from './reply.ts';

interface Flags {
  readonly certificate?: string;
  readonly policy?: string;
  readonly ledger?: string;
}

export function addReleaseVerify(release: Command, say: Say): void {
  release
    .command('verify')
    .description('compare a sample and its certificate with the ledger in every field; reads no table')
    .argument('<sample>', 'the file that was published')
    .argument('[data]', 'the data next to the ledger')
    .option('--certificate <file>', 'its certificate (default: the one next to the sample)')
    .option('--policy <file>', 'the policy whose ledger it is')
    .option('--ledger <address>', 'sqlite:FILE or postgres:env:NAME')
    .option('--json', 'one JSON object on standard output')
    .action(async (sample: string, data: string | undefined, flags: Flags) => {
      // Ledgers take longer to load than other commands to run.
      const { verifyRelease } = await import('../release/index.ts');
      const found = await verifyRelease({ sample, data, ...flags });
      await say({ json: found, text: describeVerified(found) });
    });
}

const describeVerified = (found: VerifiedSample): string =>
  [
    `VERIFIED. The sample is the file that was drawn, and its certificate matches entry ${found.entry} of the ledger.`,
    drawsTable([found]),
    found.later.length === 0
      ? 'No sample was drawn after it.'
      : `Drawn after it; each further sample of the same people reveals more:\n\n${drawsTable(found.later)}`,
  ].join('\n\n');
