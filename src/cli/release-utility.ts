/** `sortition release utility SAMPLE DATA`: how well a sample stands for its table. For the custodian, never to be published. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { checkWritable, writeOutOwnerOnly } from './output-file.ts';
import { describeUtility } from './release-utility-text.ts';
import type { Say } from './reply.ts';

interface UtilityFlags {
  readonly columns?: readonly string[];
  readonly unit?: string;
  readonly coarsen?: string;
  readonly table?: string;
  readonly out?: string;
}

export function addReleaseUtility(release: Command, say: Say): void {
  release
    .command('utility')
    .description('compare a sample with its table, and with what chance alone would do; shows raw shares')
    .argument('<sample>', 'the file that was drawn: CSV, Parquet or JSON')
    .argument('<data>', 'its table: CSV, Parquet, JSON or DuckDB; or a policy, with --table')
    .option('--columns <names>', 'the columns to compare (default: all of the sample)', word => word.split(','))
    .option(
      '--unit <column>',
      'the column that identifies a person who has several rows (default: from the certificate next to the sample)',
    )
    .option('--coarsen <rules>', 'the recoding rules of the sample')
    .option('--table <name>', 'the table, where the data is a database or a policy')
    .option('--out <file>', 'an HTML page with charts; internal, not for publication')
    .option('--json', 'one JSON object on standard output')
    .action(async (sample: string, data: string, flags: UtilityFlags) => say(await utilityReply(sample, data, flags)));
}

async function utilityReply(sample: string, data: string, { out, ...flags }: UtilityFlags) {
  if (out !== undefined) await checkWritable(out);
  // Engines take longer to load than other commands to run.
  const { compareRelease } = await import('../release/index.ts');
  const found = await compareRelease({ sample, data, ...flags });
  if (out !== undefined) {
    // So does the drawing library.
    const { utilityPage } = await import('./release-utility-page.ts');
    await writeOutOwnerOnly(out, utilityPage(found, { sample: basename(sample), data: basename(data) }));
  }
  return { json: { ...found, custodianOnly: true, ...(out !== undefined && { out }) }, text: textOf(found, out) };
}

const textOf = (found: Parameters<typeof describeUtility>[0], out: string | undefined): string =>
  out === undefined ? describeUtility(found) : `${describeUtility(found)}\n\nDrawn: ${out}`;
