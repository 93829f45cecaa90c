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
    .description('compares a sample and its certificate with the ledger of the draw, in every field; reads no table')
    .argument('<sample>', 'the file that was published')
    .argument('[data]', 'the data beside which the ledger lies')
    .option('--certificate <file>', 'its certificate; unless said, the one beside the sample')
    .option('--policy <file>', 'the policy whose ledger it is')
    .option('--ledger <address>', 'sqlite:FILE')
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
    `VERIFIED. The sample is the file that was drawn, and its certificate says what the ledger recorded in entry ${found.entry}.`,
    drawsTable([found]),
    found.later.length === 0
      ? 'No sample was drawn after it.'
      : `Drawn after it, and each further sample of the same people tells more:\n\n${drawsTable(found.later)}`,
  ].join('\n\n');
