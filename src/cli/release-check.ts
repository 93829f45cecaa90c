/** `sortition release check SAMPLE DATA`: does a sample that was drawn, here or elsewhere, tell more than it may? */
import type { Command } from 'commander';
import { decimal, number, read } from './flags.ts';
import { describeCheck } from './release-check-text.ts';
import type { Say } from './reply.ts';

interface CheckFlags {
  readonly columns?: readonly string[];
  readonly epsilon: string;
  readonly unknownRows?: number;
  readonly unit?: string;
  readonly coarsen?: string;
  readonly table?: string;
}

export function addReleaseCheck(release: Command, say: Say): void {
  release
    .command('check')
    .description('check exactly whether a drawn sample reveals more than allowed; shows raw counts')
    .argument('<sample>', 'the file that was drawn: CSV, Parquet or JSON')
    .argument('<data>', 'its table: CSV, Parquet, JSON or DuckDB; or a policy, with --table')
    .requiredOption(
      '--epsilon <number>',
      'odds about a record may change at most (1 + epsilon)-fold',
      read(decimal, 'epsilon'),
    )
    .option('--columns <names>', 'what was published (default: all columns of the sample)', word => word.split(','))
    .option(
      '--unknown-rows <number>',
      'number of rows the attacker does not know, such as a household',
      read(number, 'unknown-rows'),
    )
    .option(
      '--unit <column>',
      'the column that identifies a person who has several rows (default: from the certificate next to the sample)',
    )
    .option('--coarsen <rules>', 'the recoding rules of the sample')
    .option('--table <name>', 'the table, where the data is a database or a policy')
    .option('--json', 'one JSON object on standard output')
    .action(async (sample: string, data: string, flags: CheckFlags) => say(await checkReply(sample, data, flags)));
}

async function checkReply(sample: string, data: string, flags: CheckFlags) {
  // Engines take longer to load than other commands to run.
  const { checkRelease } = await import('../release/index.ts');
  const found = await checkRelease({ sample, data, ...flags });
  const { epsilon, unknownRows = 1 } = flags;
  return {
    json: { ...found, epsilon: Number(epsilon), unknownRows, custodianOnly: true },
    text: describeCheck(found, unknownRows),
  };
}
