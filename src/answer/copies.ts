/**
 * Which engine a question on a sample asks: a copy of the sample's own rows where that is worth it, the data themselves
 * otherwise. Rates and numbers of units decide it, which are public; what is in the data never does.
 */
import { partOf } from '../accounting/index.ts';
import type { Engine } from '../engine/index.ts';
import { type CheckedPlan, type Draw, drawsOf } from '../plan/index.ts';
import { type Target, unitsQuery } from '../sql/index.ts';
import type { KeptDraw } from './draws.ts';

/** Above it a copy is nearly as slow to read as the data. */
const RATE_MAX = 0.25;
const UNITS_MAX = 1_000_000;

export interface Reading {
  readonly engine: Engine;
  readonly target: Target;
}

/** Draws that are for one question alone are not worth a copy. */
export async function readingOf(
  checked: CheckedPlan,
  kept: readonly KeptDraw[],
  engine: Engine,
  target: Target,
): Promise<Reading> {
  const held = drawsOf(checked).findLast(draw => !kept[draw.place].fresh && isSmall(draw));
  if (held === undefined) return { engine, target };
  const { place, part } = held;
  const units = unitsQuery(checked, target, place);
  const copy = await engine.copy({ table: checked.table, name: partOf(kept[place].node, part ?? null), units });
  return copy === undefined
    ? { engine, target }
    : { engine: copy, target: { ...target, catalogue: copy.catalogue, held: place } };
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
