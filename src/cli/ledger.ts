/**
 * `sortition ledger recover`: takes a lost or restored ledger into use again, with all that may be lost counted as spent.
 * `sortition ledger move`: takes a ledger to another store, whole or not at all.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Recovered } from '../answer.ts';
import type { MovedLedger } from '../ledger/places/index.ts';
import { describeSpent } from './answer-text.ts';
import type { Talk } from './reply.ts';

interface Flags {
  readonly policy: string;
  readonly reason: string;
}

export function addLedger(program: Command, { say }: Talk): void {
  const ledger = program.command('ledger').description('maintain the ledger');
  ledger
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
  ledger
    .command('move')
    .description(
      'move a ledger from a file to PostgreSQL or back; the old one is closed for writing. Repeat it if interrupted',
    )
    .requiredOption('--from <address>', 'sqlite:FILE, postgres:env:NAME or postgres:file:PATH')
    .requiredOption('--to <address>', 'the same; there must be no ledger yet')
    .option('--key-file <file>', 'the keyFile of the policy, which wraps the keys of samples')
    .option('--json', 'one JSON object on standard output')
    .action(async ({ from, to, keyFile }: MoveFlags) => {
      const { ledgerPlace, moveLedger } = await import('../ledger/places/index.ts');
      const moved = await moveLedger({
        from: ledgerPlace(from, process.cwd()),
        to: ledgerPlace(to, process.cwd()),
        keyFile: keyFile && resolve(keyFile),
      });
      await say({ json: { ...moved, verified: true }, text: describeMove(moved, to) });
    });
}

interface MoveFlags {
  readonly from: string;
  readonly to: string;
  readonly keyFile?: string;
}

const describeMove = ({ entries, spent, keys }: MovedLedger, to: string): string =>
  `Moved ${entries} entries and ${keys} keys of samples, verified: ${describeSpent(spent)} is spent there as here. ` +
  `The old ledger is closed for writing. Write "ledger": "${to}" in the policy.`;

function describeRecovery({ found, lost, retired, entry }: Recovered): string {
  if (found === 'whole') return 'The ledger contains everything its anchor recorded: nothing was lost.';
  if (found === 'anchored')
    return 'A new anchor was created. It covers the ledger as it is now; losses before this cannot be detected any more.';
  const samples = retired.length === 0 ? '' : ` Retired samples: ${retired.join(', ')}.`;
  return `Recovered in entry ${entry}: ${describeSpent(lost)} now counts as spent.${samples}`;
}
