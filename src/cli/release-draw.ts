/** `sortition release draw DATA`: one random sample of a table, judged, recorded, published and certified. */
import type { Command } from 'commander';
import type { DrawStage, PublishedSample } from '../release/index.ts';
import { decimal, decimalRate, number, read } from './flags.ts';
import { progressBar } from './progress-bar.ts';
import type { Note, Say } from './reply.ts';
import { table } from './table.ts';

interface DrawFlags {
  readonly columns: readonly string[];
  readonly epsilon: string;
  readonly delta: number;
  readonly rate: string;
  readonly out: string;
  readonly threshold?: number | 'auto';
  readonly unknownRows?: number;
  readonly unit?: string;
  readonly coarsen?: string;
  readonly table?: string;
  readonly policy?: string;
  readonly ledger?: string;
  readonly reason?: string;
}

export function addReleaseDraw(release: Command, say: Say, note: Note): void {
  release
    .command('draw')
    .description('draw one random sample if its rate is safe, and certify it; a second draw needs a reason')
    .argument('<data>', 'a file: CSV, Parquet, JSON or DuckDB; or a policy, with --table')
    .requiredOption('--columns <names>', 'what is published, separated by commas', word => word.split(','))
    .requiredOption(
      '--epsilon <number>',
      'odds about a record change at most (1 + epsilon)-fold',
      read(decimal, 'epsilon'),
    )
    .requiredOption('--delta <number>', 'the probability that a draw breaks this bound', read(number, 'delta'))
    .requiredOption('--out <file>', 'the sample: .csv or .parquet; certificates are written next to it')
    .requiredOption(
      '--rate <number>',
      'the share of rows, 0.05 or 5%; auto: the largest safe one, which itself reveals something about the data',
      word => (word === 'auto' ? word : decimalRate('--rate', word)),
    )
    .option(
      '--threshold <number>',
      'differential privacy: drop combinations with fewer sampled rows; auto: the lowest sufficient threshold',
      word => (word === 'auto' ? word : number('--threshold', word)),
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
    .option('--policy <file>', 'the policy whose ledger and budget to use')
    .option('--ledger <address>', 'sqlite:FILE or postgres:env:NAME, if there is no policy (default: next to the data)')
    .option('--reason <words>', 'why this table is sampled again')
    .option('--json', 'one JSON object on standard output')
    .action(async (data: string, flags: DrawFlags) => {
      // Engines take longer to load than other commands to run.
      const { drawRelease } = await import('../release/index.ts');
      const bar = progressBar(process.stderr, 'Drawing');
      const watching = { progress: bar && ((_: DrawStage, part: number) => bar(part)) };
      // whatever is said next begins a line of its own
      const drawn = await drawRelease({ data, ...flags }, watching).finally(() => bar?.(1));
      if (drawn.ledgerCreated)
        await note(`Created a new ledger: ${drawn.ledger}. If there was one before, restore it: it records the draws.`);
      await say({ json: drawn, text: describeDraw(drawn) });
    });
}

function describeDraw({
  out,
  rate,
  rateFromData,
  epsilon,
  delta,
  threshold,
  unit,
  certificate,
  page,
  entry,
}: PublishedSample): string {
  const promise =
    threshold === null
      ? `The sample changes odds about an unknown ${unit === null ? 'row' : 'person'} at most (1 + epsilon)-fold, except with probability delta.`
      : `Differentially private: combinations with fewer than ${threshold} sampled ${unit === null ? 'rows' : 'people'} were dropped.`;
  return [
    `Drawn once; publish it as it is: ${out}`,
    promise,
    table([
      ['rate', rateFromData ? `${rate} (chosen from the data, so it reveals something about them)` : String(rate)],
      ['epsilon', String(epsilon)],
      ['delta', String(delta)],
      ['certificate', certificate],
      ['  for printing', page],
      ['ledger entry', String(entry)],
    ]),
  ].join('\n\n');
}
