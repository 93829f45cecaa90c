/** Public numbers of units: each of one state of the data, where it stays what it was. */
import { unknown, wrong } from './objection.ts';
import { checkState } from './policies.ts';
import type { RecordedPolicy } from './recorded.ts';
import type { ReplayState } from './world.ts';

export interface RecordedSize {
  readonly table: string;
  readonly version: string | null;
  /** Absent before schema version 3: of such a size nobody knows which data it was of. */
  readonly state?: string;
  readonly units: number;
}

const keyOf = (table: string, state: string | null): string => JSON.stringify([table, state]);

export function recordSize(world: ReplayState, { table, version, state, units }: RecordedSize): void {
  if (state === undefined) return;
  const known = world.sizes.get(keyOf(table, state)) ?? BigInt(units);
  world.sizes.set(keyOf(table, state), known);
  if (known !== BigInt(units)) wrong(`${table} has two public sizes in one state of the data.`);
  checkState(world, state, version, [table]);
}

/** A size that matters must have been recorded for the state that was asked. */
export function publicUnits(
  world: ReplayState,
  policy: RecordedPolicy,
  table: string,
  state: string | null | undefined,
): bigint | null {
  if (policy.tables.get(table)?.sizeIsPublic !== true) return null;
  if (state === undefined)
    return unknown('An older entry does not say which state of the data its public size belongs to.');
  return world.sizes.get(keyOf(table, state)) ?? null;
}
