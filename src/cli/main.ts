#!/usr/bin/env node
/**
 * The command line: one command, one reply, and an exit code:
 * 0 done, 1 refused, 2 unknown or missing flags, 3 a fault of this program.
 */
import { Command, CommanderError } from 'commander';
import { Refusal, type RefusalCode, refusals } from '../vocabulary/index.ts';
import { addAccount } from './account.ts';
import { addAsk } from './ask.ts';
import { addBudget } from './budget.ts';
import { addCollect } from './collect.ts';
import { addForecast } from './forecast.ts';
import { addInit } from './init.ts';
import { addLedger } from './ledger.ts';
import { addPolicy } from './policy.ts';
import { addPrice } from './price.ts';
import { addRelease } from './release.ts';
import type { Reply } from './reply.ts';
import { addReproduce } from './reproduce.ts';
import { addSample } from './sample.ts';
import { addServe } from './serve.ts';
import { addStatistical } from './statistical.ts';
import { addToken } from './token.ts';
import { addTypes } from './typescript.ts';

const words = process.argv.slice(2);
const json = words.includes('--json');

// Whoever has seen enough (`| head`) closes the pipe: no fault, and no stack trace.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** Writes, and waits until it is written: a pipe may take its time. */
const write = (stream: NodeJS.WriteStream, text: string) =>
  new Promise<void>(done => stream.write(`${text}\n`, () => done()));

const say = ({ json: data, text }: Reply) => write(process.stdout, json ? JSON.stringify(data) : text);

const note = (text: string) => write(process.stderr, text);

const sayError = (code: RefusalCode | 'internal_fault', message: string) =>
  json
    ? write(process.stdout, JSON.stringify({ error: { code, message } }))
    : write(process.stderr, `${code}: ${message}`);

function program(): Command {
  const root = new Command('sortition')
    .description('Answers questions about people from random samples of them, and proves what it costs their privacy.')
    .option('--json', 'one JSON object on standard output')
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  addInit(root, say);
  addTypes(root, say);
  addAsk(root, say, note);
  addBudget(root, say, note);
  addPolicy(root, say, note);
  addSample(root, say, note);
  addLedger(root, say);
  addPrice(root, say);
  addAccount(root, say);
  addRelease(root, say, note);
  addStatistical(root, say);
  addCollect(root, say, note);
  addReproduce(root, say, note);
  addForecast(root, say);
  addServe(root, note);
  addToken(root, say);
  return root;
}

async function exitCodeOf(error: unknown): Promise<number> {
  if (error instanceof CommanderError) {
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
  await sayError('internal_fault', `${error instanceof Error ? error.message : String(error)} (a fault of sortition)`);
  return 3;
}

process.exitCode = await program()
  .parseAsync(words, { from: 'user' })
  .then(() => 0, exitCodeOf);

/** The parser's own words as one sentence without its end. Called without a command, it only wants to show its help. */
function usageRule({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'The command is missing';
  return message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/[.?!]$/, '');
}
