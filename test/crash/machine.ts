/**
 * A machine that stops: it counts what its processes change on disk, and at the chosen change the process, or all of them, are
 * no more. Whatever a dead process still tries throws, and changes nothing.
 */
import type { Below } from '../../src/random/index.ts';
import { type DiskFolder, losePower, newFolder } from './disk.ts';

/** One process: what it holds open is let go when it ends, however it ends. */
export interface SimulatedProcess {
  dead: boolean;
  readonly release: (() => void)[];
}

export interface Stop {
  /** At which change, counted from 1. */
  readonly at: number;
  /** Of one process: all that was written stays. Of the power: all processes, and what was not synced. */
  readonly kind: 'kill' | 'power';
}

export class Machine {
  readonly root: DiskFolder = newFolder();
  readonly below: Below;
  /** Where it was stopped, by what was about to happen. */
  readonly stoppedAt: string[] = [];
  current: SimulatedProcess;
  private processes: SimulatedProcess[] = [];
  private stop: Stop | undefined;
  private changes = 0;

  constructor(below: Below) {
    this.below = below;
    this.current = { dead: true, release: [] };
  }

  start(): SimulatedProcess {
    const process: SimulatedProcess = { dead: false, release: [] };
    this.processes.push(process);
    this.current = process;
    return process;
  }

  arm(stop: Stop | undefined): void {
    this.stop = stop;
    this.changes = 0;
  }

  /** Before every change. A write that is under way when it ends may have reached the file in part. */
  change(what: string, part?: () => void): void {
    this.checkAlive();
    this.changes += 1;
    if (this.changes !== this.stop?.at) return;
    this.stoppedAt.push(what);
    if (this.below(2) === 0) part?.();
    this.end(this.stop.kind);
    this.stop = undefined;
    this.checkAlive();
  }

  checkAlive(): void {
    if (this.current.dead) throw new Stopped();
  }

  /** Now, between two changes. */
  end(kind: Stop['kind'], whom = kind === 'power' ? this.processes : [this.current]): void {
    for (const process of whom) process.dead = true;
    if (kind === 'power') losePower(this.root, this.below);
  }

  endAll(kind: Stop['kind']): void {
    this.end(kind, this.processes);
    this.bury();
  }

  /** Lets go what the dead had open, once the last of their calls has returned. */
  bury(): void {
    for (const { dead, release } of this.processes) if (dead) for (const each of release.splice(0)) each();
    this.processes = this.processes.filter(({ dead }) => !dead);
  }
}

/** What a dead process meets. */
class Stopped extends Error {
  constructor() {
    super('the process is no more');
  }
}
