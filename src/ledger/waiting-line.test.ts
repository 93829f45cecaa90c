import { expect, test } from 'vitest';
import { ledgerLocked } from './unavailable.ts';
import { openWaitingLine } from './waiting-line.ts';

const locked = expect.objectContaining({ code: 'ledger_locked' });
const closed = expect.objectContaining({ code: 'source_unreadable' });

/** Work that ends when it is told. */
function held(log: string[], name: string) {
  let resolve = (): void => {};
  const promise = new Promise<void>(done => {
    resolve = done;
  });
  return {
    resolve,
    work: async () => {
      log.push(`${name} begins`);
      await promise;
      log.push(`${name} ends`);
    },
  };
}

test('one after the other, whether the one before succeeds or not', async () => {
  const log: string[] = [];
  const line = openWaitingLine(10, () => 0);
  const [first, second] = [held(log, 'first'), held(log, 'second')];
  const done = [line.wait(first.work), line.wait(() => Promise.reject(new RangeError())), line.wait(second.work)];
  second.resolve();
  first.resolve();
  const outcomes = await Promise.allSettled(done);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('whoever came long before a lock was given up does not begin to wait for it; whoever came later does', async () => {
  let now = 0;
  const line = openWaitingLine(10, () => now);
  const tried: string[] = [];
  const locks = (name: string) => async () => {
    tried.push(name);
    now += 10;
    ledgerLocked();
  };
  const first = line.wait(locks('first'));
  const beside = line.wait(locks('beside'));
  now = 1;
  const later = line.wait(locks('later'));
  await expect(Promise.all([first.catch(() => 'refused'), beside])).rejects.toEqual(locked);
  await expect(later).rejects.toEqual(locked);
  expect(tried).toEqual(['first']);
  expect(now).toBe(11);
  const afterwards = line.wait(async () => 'free');
  expect(await afterwards).toBe('free');
});

test('whoever has the turn when it ends finishes, and nobody behind it begins', async () => {
  const log: string[] = [];
  const line = openWaitingLine(10, () => 0);
  const first = held(log, 'first');
  const begun = line.wait(first.work);
  const behind = line.wait(async () => void log.push('behind'));
  await Promise.resolve();
  await Promise.resolve();
  const ended = line.end(async () => void log.push('closed'));
  first.resolve();
  await Promise.all([begun, expect(behind).rejects.toEqual(closed), ended]);
  await expect(line.wait(async () => {})).rejects.toEqual(closed);
  expect(log).toEqual(['first begins', 'first ends', 'closed']);
});
