/**
 * Which engine a question on a sample asks: a copy of the sample's own rows where that is worth it, the data themselves
 * otherwise. Rates and numbers of units decide it, which are public; what is in the data never does.
 */
import { partOf } from '../accounting/index.ts';
import type { Snapshot } from '../engine/index.ts';
import { type CheckedPlan, type Draw, drawsOf, tablesRead } from '../plan/index.ts';
import { type Target, unitsQuery } from '../sql/index.ts';
import type { KeptDraw } from './draws.ts';
import type { Moment } from './opened-data.ts';

/** Above it a copy is nearly as slow to read as the data. */
const RATE_MAX = 0.25;
const UNITS_MAX = 1_000_000;

export interface Reading extends Pick<Snapshot, 'run'> {
  readonly target: Target;
}

/** Draws that are for one question alone are not worth a copy, and of data that change without a name a copy would be stale. */
export async function readingOf(
  checked: CheckedPlan,
  kept: readonly KeptDraw[],
  { engine, snapshot, also, present: { states }, holds }: Moment,
  target: Target,
): Promise<Reading> {
  const held = drawsOf(checked).findLast(draw => !kept[draw.place].fresh && isSmall(draw));
  const itself = { run: snapshot.run, target };
  if (held === undefined || states.live) return itself;
  const { place, part } = held;
  const tables = tablesRead(checked);
  const copy = await engine.copy({
    table: checked.table,
    name: partOf(kept[place].node, part ?? null),
    state: states.nameOf(tables),
    holds: () => holds(tables),
    units: unitsQuery(checked, target, place),
  });
  if (copy === undefined) return itself;
  const { run } = await also(copy);
  return { run, target: { ...target, catalogue: copy.catalogue, held: place } };
}

function isSmall({ kind, scheme, part }: Draw): boolean {
  switch (scheme.kind) {
    case 'bernoulli':
      return Number(scheme.rate) <= RATE_MAX;
    case 'stratified':
      return scheme.rates.every(({ rate }) => Number(rate) <= RATE_MAX);
    case 'random':
      return scheme.parts.some(({ name, rate }) => name === part && Number(rate) <= RATE_MAX);
    case 'fraction':
      return Number(scheme.rate) <= RATE_MAX && (kind === 'sample' || part === 'first');
    case 'fixed-size':
      return scheme.size <= UNITS_MAX && (kind === 'sample' || part === 'first');
    case 'take':
    case 'take-skip':
      return scheme.size <= UNITS_MAX && part !== 'rest';
    case 'skip':
    case 'key':
      return false;
  }
}
