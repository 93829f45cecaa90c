/** `sortition budget`: what was spent and what is left; `--verify` recomputes the ledger's chain, `grant` adds to the budget. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import type { BudgetReport, Ledger } from '../ledger/index.ts';
import { type LossOf, type PrintedLoss, refuse } from '../vocabulary/index.ts';
import { describeLeft } from './answer-text.ts';
import { asGiven } from './digits.ts';
import { printable } from './estimate-text.ts';
import { decimal, read } from './flags.ts';
import { withData } from './opened-data.ts';
import type { Talk } from './reply.ts';
import { table } from './table.ts';

interface Flags {
  readonly policy: string;
  readonly verify?: true;
  readonly receipt?: string;
}

interface GrantFlags {
  readonly epsilon: string;
  readonly delta: string;
  readonly reason: string;
}

export function addBudget(program: Command, { say, note }: Talk): void {
  const budget = program
    .command('budget')
    .description('show what was spent, by whom, and what is left')
    .requiredOption('--policy <file>', 'the policy; columns may be undecided')
    .option('--verify', 'recompute the hash chain of the ledger')
    .option('--receipt <file>', 'with --verify: an answer (JSON) that the ledger must still contain')
    .option('--json', 'one JSON object on standard output')
    .action(({ policy, verify, receipt }: Flags) => {
      if (receipt !== undefined && !verify) refuse('flags_conflict', '--receipt needs --verify.');
      return withData({ policy, draft: true, note }, async ({ deployment: { ledger } }) => {
        if (verify) await verified(ledger, receipt);
        const report = { ...(await ledger.budget()), ...(verify ? { verified: true } : {}) };
        await say({ json: report, text: describeBudget(report) });
      });
    });
  budget
    .command('grant')
    .description('add to the budget; the reason is recorded in the ledger')
    .requiredOption('--epsilon <epsilon>', 'how much more', read(decimal, 'epsilon'))
    .option('--delta <delta>', 'how much more', read(decimal, 'delta'), '0')
    .requiredOption('--reason <words>', 'why; recorded in the ledger')
    .action(({ epsilon, delta, reason }: GrantFlags) =>
      withData({ policy: budget.opts<Flags>().policy, draft: true, note }, async ({ deployment: { ledger } }) => {
        const { losses } = await import('../amounts/index.ts');
        const receipt = await ledger.grant(losses.written({ epsilon, delta }), reason);
        const report = await ledger.budget();
        await say({ json: { ...report, ...receipt }, text: describeGrant(report, receipt) });
      }),
    );
}

/** The chain first, then the receipt: a whole chain that lacks a receipt was cut short or replaced. */
async function verified(ledger: Ledger, receiptFile: string | undefined): Promise<void> {
  const receipt = receiptFile === undefined ? undefined : await readReceipt(receiptFile);
  const chain = await ledger.verify();
  if (!chain.verified) return refuse('ledger_damaged', chain.problem);
  if (receipt === undefined) return;
  const contained = await ledger.verify(receipt);
  if (!contained.verified) return refuse('ledger_rolled_back', contained.problem);
}

const receiptSchema = z.object({ entry: z.int().positive(), head: z.string() });

async function readReceipt(path: string): Promise<z.infer<typeof receiptSchema>> {
  const text = await readFile(path, 'utf8').catch(() =>
    refuse('file_unreadable', `${path} cannot be read. Check the name and the permissions.`),
  );
  const receipt = receiptSchema.safeParse(jsonOf(text));
  if (receipt.success) return receipt.data;
  return refuse(
    'specification_invalid',
    `${path} is not a receipt. Give the JSON of an answer, with its entry and head.`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeBudget(report: BudgetReport & { readonly verified?: boolean }): string {
  const { budget, spent, remaining, byAnalyst, byTable, entries, head } = report;
  const isConcentrated = budget.rho !== undefined;
  const header = ['epsilon', 'delta', ...(isConcentrated ? ['rho'] : [])];
  const parts = [
    table([
      ['', ...header],
      ['budget', ...counted(budget, isConcentrated)],
      ['spent', ...counted(spent, isConcentrated)],
      ['left', ...counted(remaining, isConcentrated)],
    ]),
  ];
  const shares = [
    ...byAnalyst.map(share => ({ name: `analyst ${printable(share.analyst)}`, ...share })),
    ...byTable.map(share => ({ name: `table ${printable(share.table)}`, ...share })),
  ].map(({ name, spent, limit }) => [name, ...counted(spent, isConcentrated), ...limited(limit)]);
  if (shares.length > 0) parts.push(table([['spent', ...header, 'epsilon limit', 'delta limit'], ...shares]));
  const chain = report.verified ? 'Ledger verified' : 'Ledger';
  parts.push(`${chain}: ${entries} ${entries === 1 ? 'entry' : 'entries'}, head ${head}.`);
  return parts.join('\n\n');
}

const describeGrant = ({ budget, remaining }: BudgetReport, { entry }: { readonly entry: number }): string =>
  `Granted in entry ${entry}: the budget is now ${describeLeft(budget)}; ${describeLeft(remaining)} is left.`;

/** No epsilon bounds what was spent once a Gaussian answer is part of it. */
const counted = ({ epsilon, delta, rho = 0 }: PrintedLoss, isConcentrated: boolean): string[] => [
  epsilon === null ? 'unbounded' : asGiven(epsilon),
  asGiven(delta),
  ...(isConcentrated ? [asGiven(rho)] : []),
];

const limited = ({ epsilon, delta }: LossOf<number | null>): string[] =>
  [epsilon, delta].map(amount => (amount === null ? 'none' : asGiven(amount)));
