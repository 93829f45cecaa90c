/** Runs seeds of a target, each on a machine of its own, and counts where it was stopped. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { collectionTarget } from './collection-target.ts';
import { interposeFiles } from './interposed-files.ts';
import { interposeSqlite } from './interposed-sqlite.ts';
import { ledgerTarget } from './ledger-target.ts';
import { runLives, type TargetOf } from './lives.ts';
import { Machine } from './machine.ts';
import { releasesTarget } from './releases-target.ts';
import { samplesTarget } from './samples-target.ts';
import { SIMULATED } from './simulated-paths.ts';

export const TARGETS: Readonly<Record<string, TargetOf>> = {
  ledger: ledgerTarget,
  samples: samplesTarget,
  releases: releasesTarget,
  collection: collectionTarget,
};

export interface Simulated {
  readonly passed: number;
  readonly failures: readonly { readonly seed: number; readonly message: string }[];
  readonly stops: number;
  /** How often each kind of change was the last. */
  readonly places: ReadonlyMap<string, number>;
}

export async function simulate(target: TargetOf, { from, seeds }: { from: number; seeds: number }): Promise<Simulated> {
  const failures: { seed: number; message: string }[] = [];
  const places = new Map<string, number>();
  const [files, sqlite] = [interposeFiles(), interposeSqlite()];
  // test files share a process: whatever a target puts in its place, the next one finds its own
  const { fetch } = globalThis;
  let stops = 0;
  for (let seed = from; seed < from + seeds; seed += 1) {
    makeEmpty(SIMULATED);
    const machine = new Machine(uniform(reproducibleEntropy(seed)));
    try {
      files.use(machine);
      sqlite.use(machine);
      await runLives(machine, target(machine, seed));
    } catch (thrown) {
      failures.push({ seed, message: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
    }
    stops += machine.stoppedAt.length;
    for (const place of machine.stoppedAt) places.set(place, (places.get(place) ?? 0) + 1);
  }
  files.restore();
  sqlite.restore();
  globalThis.fetch = fetch;
  rmSync(SIMULATED, { recursive: true, force: true });
  return { passed: seeds - failures.length, failures, stops, places };
}

/** Of databases; all else there is simulated. */
function makeEmpty(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}
