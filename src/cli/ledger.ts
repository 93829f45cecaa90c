/** `sortition ledger recover`: takes a lost or restored ledger into use again, with all that may be lost counted as spent. */
import type { Command } from 'commander';
import type { Recovered } from '../answer.ts';
import { describeSpent } from './answer-text.ts';
import type { Talk } from './reply.ts';

interface Flags {
  readonly policy: string;
  readonly reason: string;
}

export function addLedger(program: Command, { say }: Talk): void {
  program
    .command('ledger')
    .description('maintain the ledger')
    .command('recover')
    .description('after ledger_rolled_back: count what was lost as spent; after anchor_missing: begin a new anchor')
    .requiredOption('--policy <file>', 'the policy')
    .requiredOption('--reason <words>', 'why; recorded in the ledger')
    .option('--json', 'one JSON object on standard output')
    .action(async ({ policy, reason }: Flags) => {
      const { recover } = await import('../answer.ts');
      const recovered = await recover(policy, reason);
      await say({ json: recovered, text: describeRecovery(recovered) });
    });
}

function describeRecovery({ found, lost, retired, entry }: Recovered): string {
  if (found === 'whole') return 'The ledger contains everything its anchor recorded: nothing was lost.';
  if (found === 'anchored')
    return 'A new anchor was created. It covers the ledger as it is now; losses before this cannot be detected any more.';
  const samples = retired.length === 0 ? '' : ` Retired samples: ${retired.join(', ')}.`;
  return `Recovered in entry ${entry}: ${describeSpent(lost)} now counts as spent.${samples}`;
}
