/** `sortition release audit DATA`: may a random sample of these columns be published, and at which rate? */
import type { Command } from 'commander';
import { decimal, number, read } from './flags.ts';
import { describeAudit } from './release-text.ts';
import type { Say } from './reply.ts';

interface AuditFlags {
  readonly columns: readonly string[];
  readonly epsilon: string;
  readonly delta: number;
  readonly rate?: string;
  readonly unknownRows?: number;
  readonly unit?: string;
  readonly coarsen?: string;
  readonly table?: string;
}

export function addReleaseAudit(release: Command, say: Say): void {
  release
    .command('audit')
    .description(
      'judges a rate against the table, finds the largest one, and names the values in the way; shows raw counts',
    )
    .argument('<data>', 'a file: CSV, Parquet, JSON or DuckDB; or a policy, with --table')
    .requiredOption('--columns <names>', 'what would be published, separated by commas', word => word.split(','))
    .requiredOption(
      '--epsilon <number>',
      'no value becomes more than 1 + epsilon times likelier',
      read(decimal, 'epsilon'),
    )
    .requiredOption('--delta <number>', 'the chance that a draw breaks the promise', read(number, 'delta'))
    .option('--rate <number>', 'the rate to judge; without it, the largest safe one', read(decimal, 'rate'))
    .option(
      '--unknown-rows <number>',
      'rows that an adversary does not know: a household',
      read(number, 'unknown-rows'),
    )
    .option('--unit <column>', 'the column that names a person who has several rows')
    .option(
      '--coarsen <rules>',
      'COLUMN=RULE,...: range:10, top:80, bottom:18, prefix:3, year, month, hierarchy:FILE:LEVEL',
    )
    .option('--table <name>', 'the table, where the data is a database or a policy')
    .option('--json', 'one JSON object on standard output')
    .action(async (data: string, flags: AuditFlags) => say(await auditReply(data, flags)));
}

async function auditReply(data: string, flags: AuditFlags) {
  // Engines take longer to load than other commands to run.
  const { auditRelease } = await import('../release/index.ts');
  const found = await auditRelease({ data, ...flags });
  const { columns, epsilon, delta } = flags;
  return {
    json: { ...found, epsilon: Number(epsilon), delta, custodianOnly: true },
    text: describeAudit(found, { columns, epsilon, delta }),
  };
}
