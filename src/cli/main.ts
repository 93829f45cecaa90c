#!/usr/bin/env node
/**
 * The command line: one command, one reply, and an exit code:
 * 0 done, 1 refused, 2 unknown or missing flags, 3 a fault of this program.
 */
import { CommanderError } from 'commander';
import { Refusal, type RefusalCode, refusals } from '../vocabulary/index.ts';
import { makeProgram, VERSION_ASKED } from './program.ts';
import type { Reply } from './reply.ts';

const words = process.argv.slice(2);
const json = words.includes('--json');

// Whoever has seen enough (`| head`) closes the pipe: no fault, and no stack trace.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** Writes, and waits until it is written: a pipe may take its time. */
const write = (stream: NodeJS.WriteStream, text: string) =>
  new Promise<void>(done => stream.write(`${text}\n`, () => done()));

let exit = 0;

function say({ json: data, text, failed = false }: Reply): Promise<void> {
  if (failed) exit = 1;
  return write(process.stdout, json ? JSON.stringify(data) : text);
}

const note = (text: string) => write(process.stderr, text);

const sayError = (code: RefusalCode | 'internal_fault', message: string) =>
  json
    ? write(process.stdout, JSON.stringify({ error: { code, message } }))
    : write(process.stderr, `${code}: ${message}`);

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

process.exitCode = await makeProgram(say, note)
  .parseAsync(words, { from: 'user' })
  .then(() => exit, exitCodeOf);

/** The parser's own words as one sentence without its end. Called without a command, it only wants to show its help. */
function usageRule({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'The command is missing';
  return message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/[.?!]$/, '');
}
