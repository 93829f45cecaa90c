import { expect, test } from 'vitest';
import { asking, costing, loss, policyOf } from '../../test/support/ledger-case.ts';
import { forEveryStore, type LedgerStoreCase } from '../../test/support/ledger-stores.ts';
import { number, written } from '../amounts/amount.ts';
import { Refusal } from '../vocabulary/index.ts';
import type { Hold, Ledger, LedgerPolicy } from './ledger.ts';

/**
 * What happens, line by line: a command, and behind the arrow what comes of it.
 *   ask WHO PLAN COST [key=K] [fresh]     settle | fail | settle-older     crash (and open again)
 *   grant COST     policy NAME BUDGET (and open again)     accept     left
 */
const STORIES = {
  'a question is charged once, and its answer recorded': `
    ask ada count 0.4        -> held 0.4
    settle                   -> answered
    ask ada count 0.4        -> recorded "count"
    left                     -> 0.6`,
  'fresh noise is paid for': `
    ask ada count 0.4        -> held 0.4
    settle                   -> answered
    ask ada count 0.4 fresh  -> held 0.4
    settle                   -> answered
    ask ada count 0.4 fresh  -> refused budget_exhausted
    left                     -> 0.2`,
  'answers are recorded for each analyst, and another cost is another question': `
    ask ada count 0.4        -> held 0.4
    settle                   -> answered
    ask bob count 0.4        -> held 0.4
    ask ada count 0.1        -> held 0.1
    left                     -> 0.1`,
  'a question that runs is not run twice': `
    ask ada count 0.4        -> held 0.4
    ask ada count 0.4        -> refused in_progress
    ask ada count 0.4 key=k  -> refused in_progress
    left                     -> 0.6`,
  'a key stands for one question of one analyst': `
    ask ada count 0.1 key=k        -> held 0.1
    ask ada count 0.1 key=k        -> refused in_progress
    ask ada sum 0.1 key=k          -> refused idempotency_mismatch
    ask ada count 0.1 key=k fresh  -> refused idempotency_mismatch
    ask bob sum 0.1 key=k          -> held 0.1
    left                           -> 0.8`,
  'a key answers as often as it is sent, also for fresh noise': `
    ask ada count 0.1 key=a fresh  -> held 0.1
    settle                         -> answered
    ask ada count 0.1 key=a fresh  -> recorded "count"
    ask ada count 0.1 key=b fresh  -> held 0.1
    left                           -> 0.8`,
  'a key that came with a repeat is bound too': `
    ask ada count 0.1        -> held 0.1
    settle                   -> answered
    ask ada count 0.1 key=k  -> recorded "count"
    ask ada sum 0.1 key=k    -> refused idempotency_mismatch
    left                     -> 0.9`,
  'a crash leaves the charge, and the same key resumes it': `
    ask ada count 1 key=k    -> held 1
    crash                    -> opened
    left                     -> 0
    ask ada sum 0.1          -> refused budget_exhausted
    ask ada count 1 key=k    -> resumed 1
    ask ada count 1 key=k    -> refused in_progress
    settle                   -> answered
    ask ada count 1 key=k    -> recorded "count"
    left                     -> 0`,
  'without a key the same question resumes': `
    ask ada count 1          -> held 1
    crash                    -> opened
    ask ada count 1 key=k    -> resumed 1
    crash                    -> opened
    ask ada count 1 key=k    -> resumed 1
    settle                   -> answered
    ask ada sum 1 key=k      -> refused idempotency_mismatch
    left                     -> 0`,
  'a failure keeps the charge and may be resumed at once': `
    ask ada count 1          -> held 1
    fail                     -> failed
    left                     -> 0
    ask ada count 1          -> resumed 1
    ask ada count 1          -> refused in_progress
    fail                     -> failed
    ask ada count 1          -> resumed 1
    settle                   -> answered
    fail                     -> refused hold_lost`,
  'what was lost with its noise is charged anew, also under its key': `
    ask ada count 0.2 key=k  -> held 0.2
    lose                     -> lost
    left                     -> 0.8
    ask ada count 0.2        -> held 0.2
    lose                     -> lost
    ask ada count 0.2 key=k  -> held 0.2
    crash                    -> opened
    ask ada count 0.2 key=k  -> resumed 0.2
    settle                   -> answered
    ask ada count 0.2        -> recorded "count"
    left                     -> 0.4`,
  'only the last holder answers, and once': `
    ask ada count 1          -> held 1
    crash                    -> opened
    ask ada count 1          -> resumed 1
    settle-older             -> refused hold_lost
    settle                   -> answered
    settle                   -> refused hold_lost`,
  'an answer that was recorded is preferred to a fresh attempt that crashed': `
    ask ada count 0.1        -> held 0.1
    settle                   -> answered
    ask ada count 0.1 fresh  -> held 0.1
    crash                    -> opened
    ask ada count 0.1        -> recorded "count"`,
  'limits of analysts and tables lie within the budget': `
    ask eve count 0.3        -> refused budget_exhausted
    ask eve count 0.2        -> held 0.2
    ask eve sum 0.1          -> refused budget_exhausted
    ask ada sum 0.5          -> held 0.5
    ask ada mean 0.2         -> refused budget_exhausted
    left                     -> 0.3`,
  'more comes by grants': `
    ask ada count 0.6        -> held 0.6
    ask bob count 0.5        -> refused budget_exhausted
    grant 0.1                -> granted
    ask bob count 0.5        -> held 0.5
    left                     -> 0`,
  'another policy is refused until it is accepted; grants stay': `
    grant 0.5                -> granted
    policy second 0.8        -> opened
    ask ada count 0.1        -> refused policy_changed
    left                     -> 1.5
    accept                   -> accepted
    left                     -> 1.3
    ask ada count 0.1        -> held 0.1
    policy first 1           -> opened
    ask ada sum 0.1          -> refused policy_changed`,
  'a policy does not raise the budget': `
    policy second 2          -> opened
    accept                   -> refused grant_needed
    left                     -> 1`,
  'what was priced under another policy is not run under this one': `
    ask ada count 0.4 key=k  -> held 0.4
    policy second 1          -> opened
    accept                   -> accepted
    ask ada count 0.4 key=k  -> held 0.4
    settle                   -> answered
    ask ada count 0.4 key=k  -> recorded "count"
    left                     -> 0.2`,
};

const limits: Partial<LedgerPolicy> = {
  analysts: new Map([['eve', { epsilon: written('0.2'), delta: null }]]),
  tables: new Map([['visits', { epsilon: written('0.8'), delta: null }]]),
};
const policies = (fingerprint: string, budget: string, story: string): LedgerPolicy =>
  policyOf(loss(budget), { fingerprint, ...(story.startsWith('limits') && limits) });

async function play(
  story: string,
  lines: readonly string[],
  folder: string,
  openAt: LedgerStoreCase['openAt'],
): Promise<string[]> {
  let policy = policies('first', '1', story);
  let ledger: Ledger = await openAt(folder, policy);
  const holds: Hold[] = [];
  const reopen = async (): Promise<string> => {
    await ledger.close();
    ledger = await openAt(folder, policy);
    return 'opened';
  };
  const ask = async ([analyst, plan, cost, ...flags]: string[]): Promise<string> => {
    const idempotencyKey = flags.find(flag => flag.startsWith('key='))?.slice(4) ?? null;
    const question = { ...asking(plan).question, limit: loss(cost) };
    const request = asking(plan, { analyst, question, idempotencyKey, fresh: flags.includes('fresh') });
    const got = await ledger.reserve(request, costing(cost));
    if (got.kind === 'recorded') return `recorded ${JSON.stringify(got.answer)}`;
    holds.push(got);
    expect(got.detail).toEqual({ noise: 'as priced' });
    return `${got.resumed ? 'resumed' : 'held'} ${number(got.charged.epsilon!, 'up')}`;
  };
  const commands: Record<string, (words: string[]) => Promise<string>> = {
    ask,
    settle: async () => ledger.settle(holds[holds.length - 1], 'count').then(() => 'answered'),
    'settle-older': async () => ledger.settle(holds[0], 'other').then(() => 'answered'),
    fail: async () => ledger.fail(holds[holds.length - 1], 'incident').then(() => 'failed'),
    lose: async () => ledger.lose(holds[holds.length - 1], 'incident').then(() => 'lost'),
    crash: reopen,
    grant: async ([cost]) => ledger.grant(loss(cost), 'a second year').then(() => 'granted'),
    policy: async ([name, budget]) => {
      policy = policies(name, budget, story);
      return reopen();
    },
    accept: async () => ledger.acceptPolicy('agreed').then(() => 'accepted'),
    left: async () => String((await ledger.budget()).remaining.epsilon),
  };
  const outcomes: string[] = [];
  for (const line of lines) {
    const [command, ...words] = line.split(' ');
    const outcome = await commands[command](words).catch((caught: unknown) => {
      if (caught instanceof Refusal) return `refused ${caught.code}`;
      throw caught;
    });
    outcomes.push(`${line} -> ${outcome}`);
  }
  expect(await ledger.verify()).toMatchObject({ verified: true });
  await ledger.close();
  return outcomes;
}

forEveryStore(({ inFolder, openAt }) => {
  test.each(Object.entries(STORIES))('%s', (story, text) =>
    inFolder(async folder => {
      const expected = text
        .trim()
        .split('\n')
        .map(line => line.trim().replace(/ +/g, ' '));
      const commands = expected.map(line => line.slice(0, line.indexOf(' ->')));
      expect(await play(story, commands, folder, openAt)).toEqual(expected);
    }),
  );
});
