/**
 * Which engine a question on a sample asks: a copy of the sample's own rows where that is worth it, the data themselves
 * otherwise. Rates and numbers of units decide it, which are public; what is in the data never does. Copies are erased when their
 * sample is retired, and by whoever opens the data next.
 */
import { partOf } from '../accounting/tree/index.ts';
import type { Engine, Snapshot } from '../engine/index.ts';
import type { SampleRecord, State } from '../ledger/index.ts';
import { type CheckedPlan, drawsOf, type PlanDraw, tablesRead } from '../plan/index.ts';
import { schemeOf } from '../plan/operators/index.ts';
import { type LoweringTarget, unitsQuery } from '../sql/index.ts';
import type { KeptDraw } from './draws.ts';
import type { Moment } from './opened-data.ts';

/** Above it a copy is nearly as slow to read as the data. */
const RATE_MAX = 0.25;
const UNITS_MAX = 1_000_000;

export interface ReadingTarget extends Pick<Snapshot, 'run'> {
  readonly target: LoweringTarget;
}

/** Draws that are for one question alone are not worth a copy, and of data that change without a name a copy would be stale. */
export async function readingOf(
  checked: CheckedPlan,
  kept: readonly KeptDraw[],
  { engine, snapshot, also, present: { states }, holds }: Moment,
  target: LoweringTarget,
): Promise<ReadingTarget> {
  const held = drawsOf(checked).findLast(draw => !kept[draw.place].fresh && (engine.statementsSeen || isSmall(draw)));
  const itself = { run: snapshot.run, target };
  if (held === undefined || states.live) return itself;
  const { place, part, tables } = held;
  const copy = await engine.copy({
    table: checked.table,
    beside: checked.tables.filter(table => table !== checked.table),
    name: partOf(kept[place].node, part ?? null),
    state: states.nameOf(tables),
    readState: states.nameOf(tablesRead(checked)),
    holds: () => holds(tables),
    units: unitsQuery(checked, target, place),
  });
  if (copy === undefined) return itself;
  const { run } = await also(copy);
  return { run, target: { ...target, catalogue: copy.catalogue, held: place } };
}

function isSmall(draw: PlanDraw): boolean {
  const most = schemeOf(draw).most(draw.scheme, draw.part ?? null);
  if (most === undefined) return false;
  return 'rate' in most ? Number(most.rate) <= RATE_MAX : most.units <= UNITS_MAX;
}

/** Whoever retired a sample, or recovered the ledger, may have died before its copies were erased. */
export async function forgetRetired({ retired }: Pick<State, 'retired'>, engine: Engine): Promise<void> {
  // where one cannot be erased now the next opening tries again: nobody asks it any more
  for (const sample of retired.values()) await forgetCopies(sample, engine).catch(() => {});
}

export async function forgetCopies(
  { node, described }: SampleRecord,
  { forget }: Pick<Engine, 'forget'>,
): Promise<void> {
  for (const part of partsOf(described.scheme)) await forget(partOf(node, part));
}

/** All that may have been copied of a draw. */
function partsOf({ kind, parts }: { readonly kind: string; readonly parts?: unknown }): readonly (string | null)[] {
  if (kind === 'random' && Array.isArray(parts)) return parts.map(({ name }: { name: string }) => name);
  return [null, 'first', 'rest'];
}
