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
    .description('the ledger itself')
    .command('recover')
    .description('after ledger_rolled_back: what was lost counts as spent; after anchor_missing: begins a new anchor')
    .requiredOption('--policy <file>', 'the policy')
    .requiredOption('--reason <words>', 'why, for whoever reads the ledger')
    .option('--json', 'one JSON object on standard output')
    .action(async ({ policy, reason }: Flags) => {
      const { recover } = await import('../answer.ts');
      const recovered = await recover(policy, reason);
      await say({ json: recovered, text: describeRecovery(recovered) });
    });
}

function describeRecovery({ found, lost, retired, entry }: Recovered): string {
  if (found === 'whole') return 'The ledger contains all that its anchor saw: nothing was lost.';
  if (found === 'anchored')
    return 'A new anchor was begun. It vouches for the ledger as it is now: what was lost before, nobody can tell any more.';
  const samples = retired.length === 0 ? '' : ` Retired with it: ${retired.join(', ')}.`;
  return `Recovered in entry ${entry}: ${describeSpent(lost)} counts as spent.${samples}`;
}
