/** Every command of the command line with its flags, as data: it is run by main.ts and written down by the reference. */
import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
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
import type { Note, Say } from './reply.ts';
import { addReproduce } from './reproduce.ts';
import { addSample } from './sample.ts';
import { addServe } from './serve.ts';
import { addStatistical } from './statistical.ts';
import { addToken } from './token.ts';
import { addTypes } from './typescript.ts';
import { addVerify } from './verify.ts';

/** The code by which a program ends that was only asked for its version; the message is the version. */
export const VERSION_ASKED = 'sortition.version';

export function makeProgram(say: Say, note: Note): Command {
  const root = new Command('sortition')
    .description('Answers questions about people from random samples, and proves the privacy cost of each answer.')
    .option('--json', 'one JSON object on standard output')
    .option('--version', 'the version of this program')
    .on('option:version', () => {
      throw new CommanderError(0, VERSION_ASKED, manifest.version);
    })
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  addInit(root, say);
  addTypes(root, say);
  addAsk(root, say, note);
  addBudget(root, say, note);
  addPolicy(root, say, note);
  addSample(root, say, note);
  addLedger(root, say);
  addVerify(root, say, note);
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
