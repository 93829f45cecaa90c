import { describe, expect, test } from 'vitest';
import { Refusal } from '../../vocabulary/index.ts';
import type { DrawnSample } from '../contract/releases.ts';
import type { Working } from './job.ts';
import { type Asker, type JobBook, openJobBook } from './job-book.ts';
import { eventsOf } from './job-events.ts';

const ada: Asker = { role: 'analyst', analyst: 'ada' };
const bob: Asker = { role: 'analyst', analyst: 'bob' };
const custodian: Asker = { role: 'custodian', analyst: 'ada' };

const drawn: DrawnSample = {
  ...{ file: 'june.csv', rate: 0.1, rateFromData: false, epsilon: 1, delta: 0.1, threshold: null, entry: 2, head: '' },
};

/** A book, and in the order of their start the jobs that run: each is told to go on, and ended, by the test. */
function newBook() {
  const faults: unknown[] = [];
  const book = openJobBook({ clock: () => new Date('2026-01-01'), report: thrown => faults.push(thrown) });
  const runs: (Working & { name: string; end(): void; fail(thrown: unknown): void })[] = [];
  const start = (by: Asker, name: string, key?: string) =>
    book.start({
      kind: 'release-draw',
      by,
      key,
      order: name,
      work: working =>
        new Promise((resolve, reject) => {
          working.signal.addEventListener('abort', () => reject(working.signal.reason));
          runs.push({ ...working, name, end: () => resolve(drawn), fail: reject });
        }),
    });
  return { book, runs, start, faults };
}

/** So that those who wait for what just happened have their turn. */
const soon = () => new Promise<void>(resolve => setImmediate(resolve));

const stateOf = (book: JobBook, id: string) => book.find(custodian, id).now().state;

describe('turns', () => {
  test('two run at once, the next when one ends, and those who have none running go first', async () => {
    const { runs, start } = newBook();
    for (const [by, name] of [
      [ada, 'a1'],
      [ada, 'a2'],
      [ada, 'a3'],
      [bob, 'b1'],
    ] as const)
      start(by, name);
    expect(runs.map(({ name }) => name)).toEqual(['a1', 'a2']);
    runs[0].end();
    await soon();
    expect(runs.map(({ name }) => name)).toEqual(['a1', 'a2', 'b1']);
    runs[2].end();
    await soon();
    expect(runs.map(({ name }) => name)).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('ten of one asker wait or run, and no more; others are not kept out', () => {
    const { start } = newBook();
    for (let i = 0; i < 10; i += 1) start(ada, `a${i}`);
    expect(() => start(ada, 'one more')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    expect(start(bob, 'b').state).toBe('waiting');
    expect(start(custodian, 'c').state).toBe('waiting');
  });

  test('the last hundred that ended are remembered, and all that did not', async () => {
    const { book, runs, start } = newBook();
    const first = start(ada, 'stays');
    for (let i = 0; i < 105; i += 1) {
      start(bob, `b${i}`);
      runs[i + 1].end();
      await soon();
    }
    start(bob, 'last');
    const names = book.list(custodian);
    expect(names).toHaveLength(102);
    expect(names.at(-1)?.id).toBe(first.id);
  });
});

describe('ends', () => {
  test('done: with its result', async () => {
    const { book, runs, start } = newBook();
    const { id } = start(ada, 'a');
    runs[0].progress('half way', 0.5);
    expect(book.find(ada, id).now()).toMatchObject({ state: 'running', progress: { stage: 'half way', part: 0.5 } });
    runs[0].end();
    await soon();
    expect(book.find(ada, id).now()).toMatchObject({ state: 'done', result: drawn, progress: { part: 1 } });
  });

  test('refused: by its code; a fault of ours is reported, and nothing of it is told', async () => {
    const { book, runs, start, faults } = newBook();
    const [refused, failed] = [start(ada, 'a').id, start(ada, 'b').id];
    runs[0].fail(new Refusal('release_unsafe', 'Too much.'));
    runs[1].fail(new TypeError('patient p7 has cost 3'));
    await soon();
    expect(book.find(ada, refused).now()).toMatchObject({
      state: 'refused',
      refusal: { code: 'release_unsafe', detail: 'Too much.' },
      result: null,
    });
    expect(book.find(ada, failed).now()).toMatchObject({ state: 'refused', refusal: { code: 'internal_fault' } });
    expect(JSON.stringify(book.list(ada))).not.toContain('p7');
    expect(faults).toEqual([expect.any(TypeError)]);
  });

  test('cancelled: at once while it waits, when its work stops while it runs, never once it is committed', async () => {
    const { book, runs, start } = newBook();
    const [running, committed, waiting] = ['a', 'b', 'c'].map(name => start(ada, name).id);
    expect(book.cancel(ada, waiting)).toMatchObject({ state: 'cancelled', refusal: { code: 'cancelled' } });
    book.cancel(ada, running);
    await soon();
    expect(stateOf(book, running)).toBe('cancelled');
    runs[1].commit();
    expect(() => book.cancel(ada, committed)).toThrow(expect.objectContaining({ code: 'job_committed' }));
    expect(runs[1].signal.aborted).toBe(false);
    runs[1].end();
    await soon();
    expect(book.cancel(ada, committed).state).toBe('done');
    expect(runs.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('a work that was asked to stop and finished all the same is done', async () => {
    const book = openJobBook({ clock: () => new Date(), report: () => {} });
    const ends: (() => void)[] = [];
    const work = () => new Promise<DrawnSample>(resolve => void ends.push(() => resolve(drawn)));
    const { id } = book.start({ kind: 'release-draw', by: ada, order: 1, work });
    expect(book.cancel(ada, id).state).toBe('running');
    ends[0]();
    await soon();
    expect(stateOf(book, id)).toBe('done');
  });
});

test('one key is one job, for one asker; with another order it is refused', () => {
  const { runs, start } = newBook();
  const { id } = start(ada, 'a', 'key');
  expect(start(ada, 'a', 'key').id).toBe(id);
  expect(start(bob, 'a', 'key').id).not.toBe(id);
  expect(() => start(ada, 'other', 'key')).toThrow(expect.objectContaining({ code: 'idempotency_mismatch' }));
  expect(runs).toHaveLength(2);
});

test('another’s job is as unknown as one that never was; a custodian of the same name is another', () => {
  const { book, start } = newBook();
  const [one, other] = [start(ada, 'a').id, start(custodian, 'c').id];
  const refusalOf = (asker: Asker, id: string): unknown => {
    try {
      return book.find(asker, id);
    } catch (thrown) {
      return { ...(thrown as Refusal), message: (thrown as Refusal).message };
    }
  };
  const never = refusalOf(bob, 'never');
  expect(never).toMatchObject({ code: 'job_unknown' });
  expect([refusalOf(bob, one), refusalOf(ada, other)]).toEqual([never, never]);
  expect(() => book.cancel(bob, one)).toThrow(expect.objectContaining({ code: 'job_unknown' }));
  expect(book.list(ada).map(({ id }) => id)).toEqual([one]);
  expect(book.list(custodian).map(({ id }) => id)).toEqual([other, one]);
});

test('a stop gives up what can be given up, waits for what is committed, and starts nothing more', async () => {
  const { book, runs, start } = newBook();
  const ends: (() => void)[] = [];
  const recorded = book.start({
    kind: 'release-draw',
    by: bob,
    order: 'recorded',
    work({ commit }) {
      commit();
      return new Promise(resolve => void ends.push(() => resolve(drawn)));
    },
  });
  const others = ['runs', 'waits'].map(name => start(ada, name).id);
  const stop = book.stop();
  const isStopped = () => Promise.race([stop.then(() => true), soon().then(() => false)]);
  expect(await isStopped()).toBe(false);
  expect(others.map(id => stateOf(book, id))).toEqual(['cancelled', 'cancelled']);
  expect(stateOf(book, recorded.id)).toBe('running');
  ends[0]();
  await stop;
  expect(stateOf(book, recorded.id)).toBe('done');
  expect(start(bob, 'late').state).toBe('cancelled');
  expect(runs).toHaveLength(1);
});

describe('events', () => {
  const forever = () => ({ signal: new AbortController().signal });

  test('the present state first, then each change, then the end; quiet times are told', async () => {
    const { book, runs, start } = newBook();
    const { id } = start(ada, 'a');
    runs[0].progress('half way', 0.5);
    const seen: string[] = [];
    const watching = (async () => {
      for await (const job of eventsOf(book.find(ada, id), { ...forever(), quietMilliseconds: 5 })) {
        seen.push(job === undefined ? 'quiet' : `${job.state} ${job.progress.stage} ${job.progress.part}`);
        if (job === undefined && runs[0].signal.aborted === false) runs[0].progress('nearly there', 0.9);
        if (job?.progress.part === 0.9) runs[0].end();
      }
    })();
    await watching;
    const states = seen.filter(one => one !== 'quiet');
    expect(states).toEqual(['running half way 0.5', 'running nearly there 0.9', 'done nearly there 1']);
    expect(seen[1]).toBe('quiet');
  });

  test('of a job that is over there is one', async () => {
    const { book, runs, start } = newBook();
    const { id } = start(ada, 'a');
    runs[0].end();
    await soon();
    const seen = [];
    for await (const job of eventsOf(book.find(ada, id), forever())) seen.push(job?.state);
    expect(seen).toEqual(['done']);
  });

  test('end when nobody watches any more, though the job goes on', async () => {
    const { book, start } = newBook();
    const { id } = start(ada, 'a');
    const leaving = new AbortController();
    const events = eventsOf(book.find(ada, id), { signal: leaving.signal });
    expect((await events.next()).value?.state).toBe('running');
    const next = events.next();
    leaving.abort();
    expect((await next).done).toBe(true);
    expect(stateOf(book, id)).toBe('running');
  });
});
