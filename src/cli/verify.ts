/** `sortition verify`: every charge of a ledger recomputed by a second implementation. */
import type { Command } from 'commander';
import type { Finding, VerifiedLedger } from '../verify/index.ts';
import type { Note, Talk } from './reply.ts';
import { table } from './table.ts';

export function addVerify(program: Command, { say, note }: Talk): void {
  program
    .command('verify')
    .description('recompute every charge of a ledger with a second implementation; exit code 1 if one is too small')
    .argument('<ledger>', 'the ledger file or a copy, or postgres:env:NAME; nothing is written')
    .requiredOption('--policy <file>', 'the policy that the ledger must follow')
    .option('--json', 'one JSON object on standard output')
    .action(async (ledger: string, { policy }: { readonly policy: string }) => {
      const { verifyLedger } = await import('../verify/index.ts');
      const began = process.hrtime.bigint();
      const found = await verifyLedger(ledger, policy, { progress: entries => announce(entries, began, note) });
      await say({ json: found, text: describe(found), failed: found.disagreements.length > 0 });
    });
}

const SECOND = 1_000_000_000n;

/** Whoever waits longer than a second is told how far it is. */
function announce(entries: number, began: bigint, note: Note): void {
  if (entries % 20_000 === 0 && process.hrtime.bigint() - began > SECOND) void note(`${entries} entries ...`);
}

function describe({ entries, policies, recomputed, disagreements, remarks, notRecomputable }: VerifiedLedger): string {
  const sections = [
    followed(policies),
    listed('CHARGED TOO LITTLE, or not as the rules allow:', disagreements),
    listed('Charged more than necessary (harmless):', remarks),
    listed('Not recomputable:', notRecomputable),
  ];
  const verdict =
    disagreements.length === 0
      ? `No disagreement: ${entries} entries, ${recomputed} charges recomputed.`
      : `${disagreements.length} disagreements in ${entries} entries, ${recomputed} charges recomputed.`;
  return [verdict, ...sections.filter(section => section !== '')].join('\n\n');
}

/** Where another policy came before the one at hand, somebody must look at what it promised. */
function followed(policies: VerifiedLedger['policies']): string {
  if (policies.length < 2) return '';
  const rows = policies.map(({ entry, fingerprint, given }) => [
    `from entry ${entry}`,
    given ? 'the policy that was given' : 'another one, known only from the ledger',
    fingerprint.slice(0, 16),
  ]);
  return ['The charges follow from these policies:', table([['', 'policy', 'fingerprint'], ...rows])].join('\n');
}

const SHOWN_MAX = 50;

function listed(title: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return '';
  const rows = findings
    .slice(0, SHOWN_MAX)
    .map(({ entry, kind, charged, recomputed }) => [
      `entry ${entry}, ${kind}`,
      ...[charged, recomputed].flatMap(loss => [loss?.epsilon, loss?.delta]).map(amount => `${amount ?? '-'}`),
    ]);
  const reasons = [...new Set(findings.map(({ reason }) => reason))].map(reason => {
    const numbers = findings.filter(each => each.reason === reason).map(({ entry }) => entry);
    const more = numbers.length > SHOWN_MAX ? ', ...' : '';
    return `  ${reason} (${numbers.slice(0, SHOWN_MAX).join(', ')}${more})`;
  });
  const head = ['', 'epsilon', 'delta', 'recomputed epsilon', 'delta'];
  return [title, table([head, ...rows]), ...reasons].join('\n');
}
