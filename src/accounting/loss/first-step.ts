/** The lattice that a workload is first looked at on: as wide as its losses, and not finer than they need. */
import { inside, spanOf } from './lattice.ts';
import { emptyTail } from './pair.ts';
import { isProfile, spanOfProfile } from './profile.ts';
import type { Bounded } from './workload.ts';

/** A lattice step to start with: some thousand points over the whole workload's spread, or over one step's range. */
export function firstStep(bounded: readonly Bounded[]): number {
  let [variance, widest] = [0, 0];
  for (const { bounds, count } of bounded) {
    const spread = spreadOf(bounds.upper);
    variance += count * spread * spread;
    widest = Math.max(widest, rangeOf(bounds.upper, 1e-12 / count));
  }
  return Math.max((24 * Math.sqrt(variance)) / 2 ** 13, widest / 2 ** 14, 1e-300);
}

/** Where there is but one kind of step and its losses end on both sides, both ends are lattice points. */
export function fitted(bounded: readonly Bounded[], step: number): number {
  const [{ bounds }] = bounded;
  if (bounded.length > 1 || isProfile(bounds.upper)) return step;
  const { lowest, highest } = bounds.upper;
  const pieces = Math.ceil((highest - lowest) / step);
  if (!(pieces > 1 && pieces < Infinity)) return step;
  return (highest - lowest - inside(lowest, step) - inside(highest, step)) / pieces;
}

/** From the lowest to the highest loss that matters of one step. */
function rangeOf(bound: Bounded['bounds']['upper'], cut: number): number {
  const unit = 2 ** -30;
  const { first, last } = isProfile(bound) ? spanOfProfile(bound, unit, cut) : spanOf(bound, unit, cut);
  return (last - first) * unit;
}

/** Roughly the standard deviation of one step's loss. */
function spreadOf(bound: Bounded['bounds']['upper']): number {
  if (isProfile(bound)) {
    let size = 1e-12;
    while (size < 600 && bound.delta(size) > bound.delta(0) / 8) size *= 2;
    return size;
  }
  const tail = emptyTail();
  const within = (size: number): boolean => {
    bound.upper(size, tail);
    const above = tail.p;
    bound.lower(-size, tail);
    return above < Math.log(0.05) && tail.p < Math.log(0.05);
  };
  let size = 1e-12;
  while (size < 1e6 && !within(size)) size *= 2;
  return size;
}
