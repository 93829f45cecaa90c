/** `sortition policy accept`: a changed policy counts only after somebody gave a reason, which the ledger keeps. */
import type { Command } from 'commander';
import { withData } from './opened-data.ts';
import type { Talk } from './reply.ts';

interface Flags {
  readonly policy: string;
  readonly reason: string;
}

export function addPolicy(program: Command, { say, note }: Talk): void {
  program
    .command('policy')
    .description('manage policy changes')
    .command('accept')
    .description('accept the current policy in place of the one the ledger was created for')
    .requiredOption('--policy <file>', 'the policy; columns may be undecided')
    .requiredOption('--reason <words>', 'why; recorded in the ledger')
    .option('--json', 'one JSON object on standard output')
    .action(({ policy, reason }: Flags) =>
      withData({ policy, draft: true, note }, async ({ deployment }) => {
        const receipt = await deployment.ledger.acceptPolicy(reason);
        await say({ json: receipt, text: `Accepted in entry ${receipt.entry}: ${policy} applies from now on.` });
      }),
    );
}
