/**
 * A process of its own at a ledger, for tests that race or kill it. It obeys one line of JSON at a time and answers each
 * with one line; what it acknowledged it may be held to. `spend` goes on by itself until the process is killed.
 */

import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Ledger, openLedger } from '../../src/ledger/index.ts';
import { ledgerPlace } from '../../src/ledger/places/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import { asking, costing, KEY_FILE, loss, openingAt, policyOf } from './ledger-case.ts';
import { askingInside, sampleOf } from './ledger-sample.ts';
import { preparedKey } from './prepared-key.ts';

export interface Command {
  /** `draw`: a question inside a sample, which is drawn unless it is there. `draw-on`: without end, each in a new one. */
  readonly do: 'reserve' | 'answer' | 'spend' | 'draw' | 'draw-on';
  /** The question; of `draw` also the name of the sample. */
  readonly plan: string;
  readonly cost: string;
}

/**
 * `charged`: the charge is durable. `answered`: so is the answer. `drawn`: a charge inside a sample is durable, and
 * instead of the plan comes the sample's node. Or the code of a refusal.
 */
export type Acknowledgement = readonly [what: string, plan: string, entry: number, head: string];

const [folder, budget, ...circumstances] = process.argv.slice(2);

/** Straight to the pipe: what is acknowledged is out before anything else happens. */
const say = (...words: Acknowledgement): void => {
  process.stdout.write(`${JSON.stringify(words)}\n`);
};

say('starting', '', 0, '');
const database = circumstances.find(word => word.startsWith('postgres:'));
const ledger: Ledger = await openLedger({
  ...openingAt(folder, policyOf(loss(budget))),
  ...(database !== undefined && { place: ledgerPlace(database, folder), keyFile: join(folder, KEY_FILE) }),
  anchor: circumstances.includes('anchored') ? join(folder, 'anchor') : undefined,
  apart: circumstances.includes('apart'),
});

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

/** As the road does it: a key first, then the charge, and the key goes where another draw was first. */
async function draw({ plan, cost }: Command, turn = 0): Promise<void> {
  const { commitment } = await preparedKey(ledger.keys);
  const sample = sampleOf(plan, commitment, { commitment, node: `${plan}@${commitment.slice(0, 16)}` });
  const request = asking(`${plan} ${process.pid} ${turn}`);
  const { entry, head } = await ledger.reserve(request, askingInside(sample, cost));
  const drawn = ledger.state().samples.get(plan);
  if (drawn?.commitment !== commitment) await ledger.keys.erase(commitment);
  say('drawn', drawn?.node ?? 'nowhere', entry, head);
}

say('open', '', 0, '');
for await (const line of createInterface({ input: process.stdin })) {
  const command: Command = JSON.parse(line);
  if (command.do === 'draw') await draw(command);
  else if (command.do === 'draw-on') {
    for (let turn = 0; ; turn += 1) await draw({ ...command, plan: `${command.plan} ${turn}` }, turn);
  } else if (command.do !== 'spend') await ask(command, command.do === 'answer');
  else for (let turn = 0; ; turn += 1) await ask({ ...command, plan: `${command.plan} ${turn}` }, true);
}
await ledger.close();
