/** `sortition reproduce`: the tables and figures of the papers, made again and written to a folder. */
import type { Command } from 'commander';
import { number, read } from './flags.ts';
import type { Talk } from './reply.ts';
import type { ReproduceFlags } from './reproduce-reply.ts';

export function addReproduce(program: Command, { say, note }: Talk): void {
  program
    .command('reproduce')
    .description('reproduce the tables and figures of five papers on sampling and privacy')
    .argument('[name]', 'the name of a reproduction; see --list')
    .option('--list', 'list the names')
    .option('--all', 'make all of them')
    .option(
      '--out <folder>',
      'the folder for data (CSV, JSON), figures (SVG) and a page that shows them',
      'reproduction',
    )
    .option('--data <folder>', 'the folder of uci-breast-cancer/breast-cancer.csv (default: synthetic data)')
    .option('--seed <number>', 'of the simulations', read(number, 'seed'), 1)
    .option('--json', 'one JSON object on standard output')
    .action(async (name: string | undefined, flags: ReproduceFlags) => {
      // Five jobs and a drawing library: no other command should wait for them.
      const { reproduceReply } = await import('./reproduce-reply.ts');
      return say(await reproduceReply(name, flags, note));
    });
}
