/** `sortition release draws`: which samples of a table were drawn, and that nobody removed one from the list. */
import type { Command } from 'commander';
import type { DrawList, ListedDraw } from '../release/index.ts';
import type { Say } from './reply.ts';
import { table } from './table.ts';

interface Flags {
  readonly policy?: string;
  readonly ledger?: string;
  readonly certificate?: string;
}

export function addReleaseDraws(release: Command, say: Say): void {
  release
    .command('draws')
    .description('list the samples that were drawn, and recompute the hash chain of their ledger')
    .argument('[data]', 'the data next to the ledger')
    .option('--policy <file>', 'the policy whose ledger it is')
    .option('--ledger <address>', 'sqlite:FILE or postgres:env:NAME')
    .option('--certificate <file>', 'a certificate that must match the ledger in every field')
    .option('--json', 'one JSON object on standard output')
    .action(async (data: string | undefined, flags: Flags) => {
      // Ledgers take longer to load than other commands to run.
      const { listDraws } = await import('../release/index.ts');
      const list = await listDraws({ data, ...flags });
      await say({ json: list, text: describeDraws(list) });
    });
}

const describeDraws = ({ draws, entries, verified, problem }: DrawList): string =>
  [
    verified ? `Ledger verified: ${entries} entries.` : `NOT VERIFIED. ${problem}`,
    draws.length === 0 ? 'No sample was drawn.' : drawsTable(draws),
  ].join('\n\n');

export const drawsTable = (draws: readonly ListedDraw[]): string => table([HEADINGS, ...draws.map(row)]);

const HEADINGS = ['drawn', 'entry', 'table', 'rate', 'epsilon', 'delta', 'sample', 'reason'];

const row = ({ entry, at, table, rate, promise, output, reason }: ListedDraw): string[] => [
  at.slice(0, 19).replace('T', ' '),
  String(entry),
  table,
  rate,
  promise.kind === 'threshold' ? `${promise.epsilon} (threshold ${promise.threshold})` : String(promise.epsilon),
  String(promise.delta),
  output === null ? 'never finished' : output.slice(0, 12),
  reason ?? '',
];
