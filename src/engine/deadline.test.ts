import { expect, test, vi } from 'vitest';
import { deadline } from './deadline.ts';

const silent = (): void => {};

test('the caller who gives up cancels once, and the own reason comes back', () => {
  const controller = new AbortController();
  const cancel = vi.fn();
  const work = deadline({ signal: controller.signal }, cancel);
  work.check();
  controller.abort(new RangeError('mine'));
  expect(cancel).toHaveBeenCalledOnce();
  expect(() => work.check()).toThrow(RangeError);
  expect(work.refusalFor(new Error('interrupted'), silent)).toBeInstanceOf(RangeError);
  work.end();
});

test('time that runs out is a failure like any other', () => {
  vi.useFakeTimers();
  const cancel = vi.fn();
  const kinds: string[] = [];
  const work = deadline({ timeoutMilliseconds: 1000 }, cancel);
  vi.advanceTimersByTime(999);
  expect(cancel).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(cancel).toHaveBeenCalledOnce();
  expect(work.refusalFor(new Error('interrupted'), ({ kind }) => kinds.push(kind))).toMatchObject({
    code: 'engine_failed',
  });
  expect(kinds).toEqual(['TimeOut']);
  work.end();
  vi.useRealTimers();
});

test('after the end nothing is cancelled any more', () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const cancel = vi.fn();
  deadline({ signal: controller.signal, timeoutMilliseconds: 10 }, cancel).end();
  controller.abort();
  vi.advanceTimersByTime(100);
  expect(cancel).not.toHaveBeenCalled();
  vi.useRealTimers();
});
