/** One command from its words to its exit code, wherever it is called: nothing here knows of a process. */
import { CommanderError } from 'commander';
import { Refusal, type RefusalCode, refusals } from '../vocabulary/index.ts';
import { printable } from './estimate-text.ts';
import { makeProgram, VERSION_ASKED } from './program.ts';
import type { Reply, Talk } from './reply.ts';

/** Where a command is called: what it may read, and where its words go. Whoever writes waits until it is written. */
export interface Surroundings extends Pick<Talk, 'input'> {
  readonly out: (text: string) => Promise<void>;
  readonly err: (text: string) => Promise<void>;
}

/** 0 done, 1 refused, 2 unknown or missing flags, 3 a fault of this program. */
export async function runCommand(words: readonly string[], { input, out, err }: Surroundings): Promise<number> {
  const json = words.includes('--json');
  let exit = 0;

  const say = ({ json: data, text, failed = false }: Reply): Promise<void> => {
    if (failed) exit = 1;
    return out(`${json ? JSON.stringify(data) : text}\n`);
  };
  const note = (text: string) => err(`${text}\n`);
  // refusals repeat what others wrote, such as the SQL of a file
  const sayError = (code: RefusalCode | 'internal_fault', message: string) =>
    json
      ? out(`${JSON.stringify({ error: { code, message } })}\n`)
      : note(`${code}: ${message.split('\n').map(printable).join('\n')}`);

  async function exitCodeOf(error: unknown): Promise<number> {
    if (error instanceof CommanderError) {
      if (error.code === VERSION_ASKED) await say({ json: { version: error.message }, text: error.message });
      // Help that was asked for also ends here.
      if (error.exitCode === 0) return 0;
      await sayError('usage', `${usageRule(error)}. Try sortition --help.`);
      return refusals.usage.exit;
    }
    if (error instanceof Refusal) {
      await sayError(error.code, error.message);
      return refusals[error.code].exit;
    }
    // No stack: what follows here is written for whoever reports it, and holds no data of the caller.
    await sayError('internal_fault', `${error instanceof Error ? error.message : String(error)} (a bug in sortition)`);
    return 3;
  }

  // the parser shows help without waiting
  const program = await makeProgram({ say, note, input }, text => void out(text), words.find(isNoFlag));
  return program.parseAsync(words, { from: 'user' }).then(() => exit, exitCodeOf);
}

/** Flags before the command take no value. */
const isNoFlag = (word: string): boolean => !word.startsWith('-');

/** The parser's own words as one sentence without its end. Called without a command, it only wants to show its help. */
function usageRule({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'The command is missing';
  return message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/[.?!]$/, '');
}
