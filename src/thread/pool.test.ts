import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openPool, type Pool, type PoolLimits } from './pool.ts';

/** Does as it is told: says it back, never ends, takes all memory, or dies. */
const PROGRAM = `
  import { parentPort, threadId } from 'node:worker_threads';
  const held = [];
  parentPort.on('message', order => {
    if (order === 'never end') for (;;);
    if (order === 'tell') for (const progress of [0.25, 0.5]) parentPort.postMessage({ progress });
    if (order === 'take all memory') for (;;) held.push(new Array(1000).fill({}));
    if (order === 'die') throw new TypeError('dead');
    parentPort.postMessage(order === 'who' ? threadId : order);
  });
  parentPort.postMessage('ready');
`;

const LIMITS: PoolLimits = {
  threads: 2,
  memoryMegabytes: 48,
  deadlineMilliseconds: 10_000,
  watchedMilliseconds: 10_000,
  waitingMost: 3,
};

function program(text = PROGRAM, ending = 'mjs'): URL {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-pool-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, `thread.${ending}`), text);
  return pathToFileURL(join(folder, `thread.${ending}`));
}

const nowhere = (): never => expect.unreachable('what a thread lost is never done here');

async function pooled(work: (pool: Pool) => Promise<void>, more: Partial<PoolLimits> = {}): Promise<void> {
  const pool = openPool(program(), nowhere, { ...LIMITS, ...more });
  try {
    await work(pool);
  } finally {
    await pool.close();
  }
}

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

test('orders are done on as many threads as there may be, and no more', () =>
  pooled(
    async pool => {
      const threads = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(by => pool.run(by, 'who')));
      expect(new Set(threads).size).toBeLessThanOrEqual(2);
      expect(await pool.run('a', { some: [1, 2] })).toEqual({ some: [1, 2] });
    },
    { waitingMost: 10 },
  ));

test('what takes too long is refused, and the next order is done', () =>
  pooled(
    async pool => {
      await expect(pool.run('ada', 'never end')).rejects.toEqual(refused('specification_too_large'));
      expect(await pool.run('ada', 'again')).toBe('again');
    },
    { deadlineMilliseconds: 300 },
  ));

test('what takes too much memory is refused, and the next order is done', () =>
  pooled(async pool => {
    await expect(pool.run('ada', 'take all memory')).rejects.toEqual(refused('specification_too_large'));
    expect(await pool.run('ada', 'again')).toBe('again');
  }));

test('a fault of a thread is a fault, and the next order is done', () =>
  pooled(async pool => {
    await expect(pool.run('ada', 'die')).rejects.toThrow('dead');
    expect(await pool.run('ada', 'again')).toBe('again');
  }));

test('nobody with many orders keeps others waiting, and nobody has more than some', () =>
  pooled(
    async pool => {
      const done: string[] = [];
      const order = (by: string, name: string) => pool.run(by, name).then(said => done.push(String(said)));
      // the first has the only thread, so that three wait
      const all = ['a0', 'a1', 'a2', 'a3'].map(name => order('ada', name));
      await expect(pool.run('ada', 'a4')).rejects.toEqual(refused('rate_limited'));
      all.push(order('bob', 'b0'));
      await Promise.all(all);
      expect(done).toEqual(['a0', 'a1', 'b0', 'a2', 'a3']);
    },
    { threads: 1 },
  ));

test('whoever watches an order hears how far it is, and gives it up at once, whether it has its turn or not', () =>
  pooled(async pool => {
    const parts: number[] = [];
    expect(await pool.run('ada', 'tell', { progress: part => parts.push(part) })).toBe('tell');
    expect(parts).toEqual([0.25, 0.5]);
    const controller = new AbortController();
    const { signal } = controller;
    const both = ['never end', 'later'].map(order => pool.run('ada', order, { signal }).catch(thrown => thrown));
    // the first is worked on, so that the other waits
    await pool.run('bob', 'done');
    controller.abort(new RangeError('given up'));
    expect(await Promise.all(both)).toEqual([new RangeError('given up'), new RangeError('given up')]);
    expect(await pool.run('ada', 'again', {})).toBe('again');
  }));

test('orders that are watched take their time, and leave a thread to others', () =>
  pooled(
    async pool => {
      const controller = new AbortController();
      const watching = { signal: controller.signal };
      const both = ['a', 'b'].map(by => pool.run(by, 'never end', watching).catch(thrown => thrown));
      await expect(pool.run('ada', 'never end')).rejects.toEqual(refused('specification_too_large'));
      expect(await pool.run('ada', 'again')).toBe('again');
      controller.abort('enough');
      expect(await Promise.all(both)).toEqual(['enough', 'enough']);
    },
    { deadlineMilliseconds: 300 },
  ));

test('a pool that is closed refuses what waits, and what comes', async () => {
  const pool = openPool(program(), nowhere, { ...LIMITS, threads: 1 });
  const running = pool.run('ada', 'never end').catch((thrown: unknown) => thrown);
  const waiting = pool.run('ada', 'later').catch((thrown: unknown) => thrown);
  await pool.close();
  expect(await waiting).toEqual(refused('cancelled'));
  await expect(pool.run('ada', 'later still')).rejects.toEqual(refused('cancelled'));
  expect(await running).toEqual(refused('cancelled'));
});

test('a program that ends before it is ready is a fault, and nothing is done here', async () => {
  const pool = openPool(program(''), nowhere, LIMITS);
  await expect(pool.run('ada', 'order')).rejects.toThrow('ended before it was ready');
  await pool.close();
});

test('only where there is no program that can be run is it done here', async () => {
  for (const place of [undefined, program('', 'unknown')]) {
    const pool = openPool(place, order => [order, 'here'], LIMITS);
    expect(await pool.run('ada', 'order')).toEqual(['order', 'here']);
    await expect(pool.run('ada', { cannot: () => 'be sent' })).rejects.toThrow('could not be cloned');
    await pool.close();
  }
});
