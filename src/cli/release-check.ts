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
    .description('whether a sample that was drawn tells more than it may, exactly; shows raw counts')
    .argument('<sample>', 'the file that was drawn: CSV, Parquet or JSON')
    .argument('<data>', 'its table: CSV, Parquet, JSON or DuckDB; or a policy, with --table')
    .requiredOption(
      '--epsilon <number>',
      'no value may become more than 1 + epsilon times likelier',
      read(decimal, 'epsilon'),
    )
    .option('--columns <names>', 'what was published; without it, all columns of the sample', word => word.split(','))
    .option(
      '--unknown-rows <number>',
      'rows that an adversary does not know: a household',
      read(number, 'unknown-rows'),
    )
    .option(
      '--unit <column>',
      'the column that names a person who has several rows; unless said, that of the certificate beside the sample',
    )
    .option('--coarsen <rules>', 'the rules by which the sample was made coarser')
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
