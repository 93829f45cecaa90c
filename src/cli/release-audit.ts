/** `sortition release audit DATA`: may a random sample of these columns be published, and at which rate? */
import type { Command } from 'commander';
import type { AuditStage } from '../release/index.ts';
import { decimal, decimalRate, number, read } from './flags.ts';
import { progressLine } from './progress-bar.ts';
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
      'check a sampling rate against the table, find the largest safe one and the riskiest combinations; shows raw counts',
    )
    .argument('<data>', 'a file: CSV, Parquet, JSON or DuckDB; or a policy, with --table')
    .requiredOption('--columns <names>', 'what would be published, separated by commas', word => word.split(','))
    .requiredOption(
      '--epsilon <number>',
      'odds about a record change at most (1 + epsilon)-fold',
      read(decimal, 'epsilon'),
    )
    .requiredOption('--delta <number>', 'the probability that a draw breaks this bound', read(number, 'delta'))
    .option(
      '--rate <number>',
      'the rate to check, 0.05 or 5% (default: the largest safe one)',
      read(decimalRate, 'rate'),
    )
    .option(
      '--unknown-rows <number>',
      'number of rows the attacker does not know, such as a household',
      read(number, 'unknown-rows'),
    )
    .option('--unit <column>', 'the column that identifies a person who has several rows')
    .option(
      '--coarsen <rules>',
      'COLUMN=RULE,...: range:10, top:80, bottom:18, prefix:3, year, month, hierarchy:FILE:LEVEL',
    )
    .option('--table <name>', 'the table, where the data is a database or a policy')
    .option('--json', 'one JSON object on standard output')
    .action(async (data: string, flags: AuditFlags) => say(await auditReply(data, flags)));
}

const STAGES: Readonly<Record<AuditStage, string>> = {
  counting: 'Counting the combinations ...',
  suggesting: 'Trying rules for the columns that cost most ...',
  recoding: 'Searching for rules that make the rate safe together ...',
};

async function auditReply(data: string, flags: AuditFlags) {
  // Engines take longer to load than other commands to run.
  const { auditRelease } = await import('../release/index.ts');
  const line = progressLine(process.stderr);
  const progress = line && ((stage: AuditStage) => line(STAGES[stage]));
  const found = await auditRelease({ data, ...flags }, { progress }).finally(() => line?.(''));
  const { columns, epsilon, delta } = flags;
  return {
    json: { ...found, epsilon: Number(epsilon), delta, custodianOnly: true },
    text: describeAudit(found, { columns, epsilon, delta }),
  };
}
