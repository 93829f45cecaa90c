/** `sortition ledger recover`: takes a lost or restored ledger into use again, with all that may be lost counted as spent. */
import type { Command } from 'commander';
import { describeSpent } from './answer-text.ts';
import type { Say } from './reply.ts';

interface Flags {
  readonly policy: string;
  readonly reason: string;
}

export function addLedger(program: Command, say: Say): void {
  program
    .command('ledger')
    .description('the ledger itself')
    .command('recover')
    .description('after ledger_rolled_back: marks as spent what the anchor saw and the ledger lost')
    .requiredOption('--policy <file>', 'the policy')
    .requiredOption('--reason <words>', 'why, for whoever reads the ledger')
    .option('--json', 'one JSON object on standard output')
    .action(async ({ policy, reason }: Flags) => {
      const { recover } = await import('../answer.ts');
      const recovered = await recover(policy, reason);
      const { found, lost, retired, entry } = recovered;
      const samples = retired.length === 0 ? '' : ` Retired with it: ${retired.join(', ')}.`;
      const text =
        found === 'gap'
          ? `Recovered in entry ${entry}: ${describeSpent(lost)} counts as spent.${samples}`
          : 'The ledger contains all that its anchor saw: nothing was lost.';
      await say({ json: recovered, text });
    });
}
