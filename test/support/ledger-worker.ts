/**
 * A process of its own at a ledger, for tests that race or kill it. It obeys one line of JSON at a time and answers each
 * with one line; what it acknowledged it may be held to. `spend` goes on by itself until the process is killed.
 */
import { createInterface } from 'node:readline';
import type { Ledger } from '../../src/ledger/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import { asking, costing, loss, openAt, policyOf } from './ledger-case.ts';

export interface Command {
  readonly do: 'reserve' | 'answer' | 'spend';
  readonly plan: string;
  readonly cost: string;
}

/** `charged`: the charge is durable. `answered`: so is the answer. Or the code of a refusal. */
export type Acknowledgement = readonly [what: string, plan: string, entry: number, head: string];

const [folder, budget] = process.argv.slice(2);

/** Straight to the pipe: what is acknowledged is out before anything else happens. */
const say = (...words: Acknowledgement): void => {
  process.stdout.write(`${JSON.stringify(words)}\n`);
};

say('starting', '', 0, '');
const ledger: Ledger = await openAt(folder, policyOf(loss(budget)));

async function ask({ plan, cost }: Command, settle: boolean): Promise<void> {
  try {
    const hold = await ledger.reserve(asking(plan), costing(cost));
    if (hold.kind === 'recorded') return say('recorded', plan, hold.entry, hold.head);
    say(hold.resumed ? 'resumed' : 'charged', plan, hold.entry, hold.head);
    if (!settle) return;
    const { entry, head } = await ledger.settle(hold, `answer to ${plan}`);
    say('answered', plan, entry, head);
  } catch (caught) {
    if (!(caught instanceof Refusal)) throw caught;
    say(caught.code, plan, 0, '');
  }
}

say('open', '', 0, '');
for await (const line of createInterface({ input: process.stdin })) {
  const command: Command = JSON.parse(line);
  if (command.do !== 'spend') await ask(command, command.do === 'answer');
  else for (let turn = 0; ; turn += 1) await ask({ ...command, plan: `${command.plan} ${turn}` }, true);
}
await ledger.close();
