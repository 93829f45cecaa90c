/**
 * Every order of what several programs do: each stops before every call to its store, and the explorer lets one of them go on, in
 * all ways. States that were met before are not explored again: a state is the chain, and all that each program has seen.
 */
import { createHash } from 'node:crypto';

/** A program that waits for its turns. */
export interface Turns {
  /** Parks until it is this program's turn. */
  wait(call: string): Promise<void>;
}

export interface World {
  /** Programs by name; each runs from its first turn to its end. */
  readonly programs: ReadonlyMap<string, (turns: Turns) => Promise<void>>;
  /** What outlives programs, as text. */
  durable(): string;
  /** Programs that are no more have no turns. */
  isDead(name: string): boolean;
  /** After every turn. */
  check(): void;
  /** When all programs have ended, for the choices that led there. */
  end(): Promise<void>;
}

export interface Explored {
  readonly states: number;
  readonly turns: number;
  /** Orders that were followed to their end; the others met a known state. */
  readonly orders: number;
  readonly deepest: number;
}

class Deadlock extends Error {}

interface Running {
  readonly name: string;
  go: (() => void) | undefined;
  done: boolean;
  seen: string;
  /** Resolved when it parks or ends. */
  settled: Promise<void>;
  settle: () => void;
}

export async function explore(make: () => Promise<World>): Promise<Explored> {
  const met = new Set<string>();
  const counts = { states: 0, turns: 0, orders: 0, deepest: 0 };
  /** How to come to the next order: which program at each turn, and how many there were to choose from. */
  let path: { readonly choice: number; readonly of: number }[] = [];
  do {
    const taken = await follow(await make(), path, met, counts);
    path = next(taken);
    counts.deepest = Math.max(counts.deepest, taken.length);
  } while (path.length > 0);
  return { ...counts, states: met.size };
}

/** The last turn that could have gone to another program goes to the next one. */
function next(taken: readonly { choice: number; of: number }[]): { choice: number; of: number }[] {
  const last = taken.findLastIndex(({ choice, of }) => choice + 1 < of);
  return last < 0 ? [] : [...taken.slice(0, last), { ...taken[last], choice: taken[last].choice + 1 }];
}

async function follow(
  world: World,
  path: readonly { choice: number; of: number }[],
  met: Set<string>,
  counts: { turns: number; orders: number },
): Promise<{ choice: number; of: number }[]> {
  const running = await startAll(world);
  const taken: { choice: number; of: number }[] = [];
  for (;;) {
    const ready = running.filter(({ done, name }) => !done && !world.isDead(name));
    if (ready.length === 0) break;
    if (ready.some(({ go }) => go === undefined)) throw new Deadlock('a program waits for nothing that will come');
    const { choice } = path[taken.length] ?? { choice: 0 };
    taken.push({ choice, of: ready.length });
    await letGo(ready[choice]);
    counts.turns += 1;
    world.check();
    for (const each of ready) each.seen = each === ready[choice] ? hash(each.seen + world.durable()) : each.seen;
    const state = hash(world.durable() + running.map(({ seen, done }) => `${seen} ${done}`).join());
    if (taken.length <= path.length - 1) continue;
    if (met.has(state)) return taken;
    met.add(state);
  }
  counts.orders += 1;
  await world.end();
  return taken;
}

async function startAll(world: World): Promise<Running[]> {
  const running: Running[] = [];
  for (const [name, program] of world.programs) {
    const each: Running = { name, go: undefined, done: false, seen: '', settled: Promise.resolve(), settle: () => {} };
    awaiting(each);
    const turns: Turns = {
      wait: () =>
        new Promise(go => {
          each.go = go;
          each.settle();
        }),
    };
    const ended = (): void => {
      each.done = true;
      each.settle();
    };
    program(turns).then(ended, thrown => {
      failed.push(thrown);
      ended();
    });
    await each.settled;
    throwFailed();
    running.push(each);
  }
  return running;
}

/** What a program threw and nobody expected. */
const failed: unknown[] = [];

function throwFailed(): void {
  const [thrown] = failed.splice(0);
  if (thrown !== undefined) throw thrown;
}

function awaiting(each: Running): void {
  each.settled = new Promise(settle => {
    each.settle = settle;
  });
}

async function letGo(each: Running): Promise<void> {
  const { go } = each;
  awaiting(each);
  each.go = undefined;
  go?.();
  await each.settled;
  throwFailed();
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
