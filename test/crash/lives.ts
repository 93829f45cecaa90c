/** One seed of one target: a few lives that end at any change, and a last one in which everything is looked at and brought to its end. */
import type { Below } from '../../src/random/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import { Broken } from './expectation.ts';
import type { Machine } from './machine.ts';

export interface Target {
  /** Starts, looks whether all promises were kept, and works; may be stopped anywhere. */
  live(): Promise<void>;
  /** Between two lives, while nothing runs: what may befall the files. */
  between(): Promise<void>;
  /** Starts once more, is not stopped, and brings everything to its end. */
  last(): Promise<void>;
}

export type TargetOf = (machine: Machine, seed: number) => Target;

/** Changes after which most lives are over by themselves. */
const CHANGES_MAX = 60;

export async function runLives(machine: Machine, target: Target): Promise<void> {
  const { below } = machine;
  const lives = 1 + below(3);
  for (let life = 0; life < lives; life += 1) {
    machine.start();
    const at = 1 + below(below(2) === 0 ? 12 : CHANGES_MAX);
    machine.arm({ at, kind: below(2) === 0 ? 'kill' : 'power' });
    await untilStopped(machine, () => target.live());
    machine.arm(undefined);
    machine.endAll(below(3) === 0 ? 'power' : 'kill');
    machine.start();
    await target.between();
    machine.endAll('kill');
  }
  machine.start();
  await target.last();
  machine.endAll('kill');
}

/** What a dead process throws, in whatever words, is no complaint; a promise that was broken always is. */
export async function untilStopped(machine: Machine, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof Broken || !machine.current.dead) throw thrown;
  }
}

/** A question that somebody else is at is answered later; every other refusal is a complaint. */
export async function unlessInProgress(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (thrown) {
    if (!(thrown instanceof Refusal && thrown.code === 'in_progress')) throw thrown;
  }
}

/** One of these. */
export const oneOf = <One>(below: Below, ones: readonly One[]): One => ones[below(ones.length)];
