/** Every command of the command line with its flags, as data: it is run by run.ts and written down by the reference. */
import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import type { AddCommand, Talk } from './reply.ts';

/** The code by which a program ends that was only asked for its version; the message is the version. */
export const VERSION_ASKED = 'sortition.version';

interface Chapter {
  /** The first words of its commands. */
  readonly words: readonly string[];
  readonly load: () => Promise<AddCommand>;
}

/** In the order of the help. A command is loaded when it is chosen: none should wait for what others need. */
const chapters: readonly Chapter[] = [
  { words: ['init'], load: async () => (await import('./init.ts')).addInit },
  { words: ['types'], load: async () => (await import('./typescript.ts')).addTypes },
  { words: ['ask'], load: async () => (await import('./ask.ts')).addAsk },
  { words: ['report'], load: async () => (await import('./report/report.ts')).addReport },
  { words: ['bounds'], load: async () => (await import('./bounds.ts')).addBounds },
  { words: ['budget'], load: async () => (await import('./budget.ts')).addBudget },
  { words: ['policy'], load: async () => (await import('./policy.ts')).addPolicy },
  { words: ['samples', 'sample'], load: async () => (await import('./sample.ts')).addSample },
  { words: ['ledger'], load: async () => (await import('./ledger.ts')).addLedger },
  { words: ['verify'], load: async () => (await import('./verify.ts')).addVerify },
  { words: ['price'], load: async () => (await import('./price.ts')).addPrice },
  { words: ['account'], load: async () => (await import('./account.ts')).addAccount },
  { words: ['release'], load: async () => (await import('./release.ts')).addRelease },
  { words: ['statistical'], load: async () => (await import('./statistical.ts')).addStatistical },
  { words: ['collect'], load: async () => (await import('./collect.ts')).addCollect },
  { words: ['reproduce'], load: async () => (await import('./reproduce.ts')).addReproduce },
  { words: ['forecast'], load: async () => (await import('./forecast.ts')).addForecast },
  { words: ['serve'], load: async () => (await import('./serve.ts')).addServe },
  { words: ['token'], load: async () => (await import('./token.ts')).addToken },
];

/** All commands, or where the first word names one of them, that alone. */
export async function makeProgram(talk: Talk, show: (help: string) => void, first?: string): Promise<Command> {
  const root = new Command('sortition')
    .description('Answers questions about people from random samples, and proves the privacy cost of each answer.')
    .option('--json', 'one JSON object on standard output')
    .option('--version', 'the version of this program')
    .on('option:version', () => {
      throw new CommanderError(0, VERSION_ASKED, manifest.version);
    })
    .exitOverride()
    .configureOutput({ writeOut: show, writeErr: () => {} });
  const chosen = chapters.filter(({ words }) => first !== undefined && words.includes(first));
  const adding = await Promise.all((chosen.length > 0 ? chosen : chapters).map(({ load }) => load()));
  for (const add of adding) add(root, talk);
  return root;
}
