/** Coarse to fine: looks at a workload on ever finer lattices until the two sides are as close as was asked. */

import { transformSizeMax } from '../../numerics/fft/index.ts';
import { type Aim, aimAtLoss, type LatticeTerm, roughly } from './aim.ts';
import type { Composed, Side } from './composed.ts';
import { newTransforms } from './convolution.ts';
import { composeByJumps, pointsIn } from './jump-composition.ts';
import { spanOf } from './lattice.ts';
import { emptyTail, LOSS_MAX, type Sides } from './pair.ts';
import { isProfile, spanOfProfile } from './profile.ts';
import { type LossQuery, OUTSIDE } from './question.ts';
import {
  type Bounded,
  boundsOfWorkload,
  boundsOncePerFocus,
  compose,
  examplesOf,
  type LossGrid,
  latticeTerms,
  type ReadingEffort,
  type TailTables,
  type Workload,
} from './workload.ts';

/** A lattice step to start with: some thousand points over the whole workload's spread, or over one step's range. */
function firstStep(bounded: readonly Bounded[]): number {
  let [variance, widest] = [0, 0];
  for (const { bounds, count } of bounded) {
    const spread = spreadOf(bounds.upper);
    variance += count * spread * spread;
    widest = Math.max(widest, rangeOf(bounds.upper, 1e-12 / count));
  }
  return Math.max((24 * Math.sqrt(variance)) / 2 ** 13, widest / 2 ** 14, 1e-300);
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
    while (size < LOSS_MAX && bound.delta(size) > bound.delta(0) / 8) size *= 2;
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

const ROUNDS = 16;

/** What one look leaves for the next. */
interface Look extends Sides {
  readonly aim: Aim;
  /** The example that gave the best lower bound. */
  readonly example: number;
  /** Whether large losses should be counted one by one. */
  readonly jumps: boolean;
  /** What it took, in points of transforms; and without the examples that the next look need not try again. */
  readonly work: number;
  readonly workAgain: number;
  /** How many lattice points it took at most, of one step and of their sum. */
  readonly points: number;
}

/** The best bracket that lattices of at most `transformSizeMax` points give, starting from one that holds anyway. */
export function refine(
  workload: Workload,
  question: LossQuery,
  from: Sides,
  worthwhile: (sides: Sides) => boolean,
): Sides {
  let best = from;
  if (!(best.lower < best.upper)) return best;
  const boundsAt = boundsOncePerFocus(workload);
  let seen: (Look & { readonly step: number }) | undefined;
  let step: number | undefined;
  let points = 2 ** 15;
  let [failed, spent] = [0, 0];
  let made: readonly Bounded[] | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const delta = question.deltaNear(best);
    const bounded = boundsAt({ points, delta });
    if (bounded !== made) spent += pointsOfBounds(workload, points);
    made = bounded;
    const grid: LossGrid = {
      step: step ?? firstStep(bounded),
      cut: cutFor(bounded, question.cutNear(best, seen, failed)),
    };
    const now = look(bounded, question, grid, {
      seen: round < 2 ? undefined : seen,
      jumps: seen?.jumps ?? false,
      negligible: 1e-6 * delta,
      // what takes little is looked at, however long it took to find out where to look
      left: () => Math.max(question.patience - spent, question.patience / 8),
      spend: points => {
        spent += points;
      },
    });
    if (now === undefined) {
      failed += 1;
      step = grid.step * (seen === undefined ? 8 : 2); // losses far wider than their spread: begin coarser
      if (seen !== undefined && (step > 0.7 * seen.step || !(spent < question.patience))) break;
      continue;
    }
    const before = best;
    best = { lower: Math.min(Math.max(best.lower, now.lower), best.upper), upper: Math.min(best.upper, now.upper) };
    if (!(best.lower < best.upper)) break; // both may be infinite
    const tight = bounded.every(({ bounds }) => bounds.tight);
    // where theory leaves a gap, a hundredth of it is fine enough
    const wanted = tight ? question.enough(best) : Math.max(question.fair(best), 0.01 * (best.upper - best.lower));
    const doubt =
      // a side that moved away shows that the step, not theory, decides
      tight || seen === undefined || !(best.lower > 0) || !(now.lower >= before.lower && now.upper <= before.upper)
        ? best.upper - best.lower
        : stillToGo(before, best, seen.step / grid.step);
    const isDear = spent > question.patience / 16;
    const late = round >= 3 || (round === 2 && spent > question.patience / 4);
    const left = (best.upper - best.lower) / (before.upper - before.lower);
    const finer = (seen?.step ?? grid.step) / grid.step;
    // a lattice that is much finer and tells hardly more shows that something else makes the gap
    const stuck = late ? left > 0.8 : isDear && finer >= 8 && best.lower > 0 && left > 0.9;
    if (doubt <= wanted || stuck || !worthwhile(best)) break;
    const shrink = Number.isFinite(doubt) ? Math.sqrt((0.9 * wanted) / doubt) : 0.25;
    const work = round === 0 ? now.work : now.workAgain;
    const finest =
      grid.step * Math.max((now.points * 1.01) / transformSizeMax, work / Math.max(1, question.patience - spent));
    // where the gap is wide and looks are dear, how far the sides still move is seen at half the step as well
    const least = tight || seen !== undefined || !isDear || wanted <= question.fair(best) ? 1 / 16 : 1 / 2;
    step = Math.max(grid.step * Math.min(0.5, Math.max(least, shrink)), finest);
    if (step > 0.7 * grid.step) break;
    seen = { ...now, step: grid.step };
    points = Math.min(points * 4, 2 ** 17);
  }
  return best;
}

/** Bounds of partitions are themselves transforms of so many points. */
const pointsOfBounds = ({ steps }: Workload, points: number): number =>
  8 * points * steps.filter(({ sampling }) => sampling.kind === 'partition').length;

/**
 * Where theory leaves a gap: how far the sides would still move, as they moved last and by the square of the fineness; by the
 * fineness itself where it was hardly another.
 */
const stillToGo = (before: Sides, now: Sides, finer: number): number =>
  (before.upper - now.upper + (now.lower - before.lower)) / (finer ** (finer < 8 ? 1 : 2) - 1);

/** The mass that every single step may lose at either end. */
function cutFor(bounded: readonly Bounded[], delta: number): number {
  const steps = bounded.reduce((sum, { count }) => sum + count, 0);
  return Math.max((delta * 1e-7) / steps, 1e-300);
}

/** What a look builds on, and what it may leave out and spend. */
interface LookOptions extends ReadingEffort {
  readonly seen: Look | undefined;
  readonly jumps: boolean;
  readonly negligible: number;
}

/** Both sides at one fineness; undefined where the window is too large for one transform, or there is too little left. */
function look(
  bounded: readonly Bounded[],
  question: LossQuery,
  grid: LossGrid,
  { seen, jumps: known, negligible, left, spend: spendOf }: LookOptions,
): Look | undefined {
  const tables: TailTables = new Map();
  const transforms = newTransforms();
  let work = 0;
  const spend = (points: number): void => {
    work += points;
    spendOf(points);
  };
  // as much again is for the other side, which is then read to its end
  const upperTerms = latticeTerms(bounded, 'above', 0, grid, tables, { left: () => left() / 2, spend });
  if (upperTerms === undefined) return undefined;
  const aim = seen?.aim ?? question.aim(roughly(upperTerms), 0);
  let jumps = known;
  let [points, promised] = [0, 0];
  // one composition at a time: the largest take a good part of the memory that is promised
  const readingOf = (terms: readonly LatticeTerm[] | undefined, side: Side, known = 0): Reading | undefined => {
    if (terms === undefined) return undefined;
    const before = work;
    const counted = jumps ? composeByJumps(terms, side, question, { transforms, negligible, left, spend }) : undefined;
    // an example may be too wide for the aim of the bound
    const most = Math.max(left(), promised);
    const whole = (): Composed | undefined =>
      compose(terms, side, aim, transforms, most) ??
      (side === 'below' ? compose(terms, side, question.aim(roughly(terms), 0), transforms, most) : undefined);
    const parts = counted ?? [whole()];
    if (!parts.every(part => part !== undefined)) return undefined;
    points = Math.max(
      points,
      ...terms.map(({ lattice }) => lattice.masses.length),
      ...parts.map(({ sum }) => sum.reached),
    );
    if (counted === undefined) spend(pointsIn(terms, parts[0].sum));
    const value = question.read(parts);
    const found = { value, work: work - before };
    // an example that tells less than another does is not looked at closer
    if (jumps || !(question.rounding(parts[0], Math.max(value, known)) > ROUNDED)) return found;
    jumps = true;
    const closer = readingOf(terms, side);
    if (closer === undefined) return found;
    return { ...closer, value: side === 'above' ? Math.min(value, closer.value) : Math.max(value, closer.value) };
  };
  const upper = readingOf(upperTerms, 'above');
  if (upper === undefined) return undefined;
  const above = work;
  promised = above; // as much as the other side took, whatever is left; the next ones take the rest
  let [lower, best, below] = [-Infinity, 0, above];
  const examples = seen === undefined ? Array.from({ length: examplesOf(bounded) }, (_, i) => i) : [seen.example];
  for (const example of examplesOf(bounded) === 0 ? [] : examples) {
    const before = work;
    const lowerTerms = latticeTerms(bounded, 'below', example, grid, tables, { left: () => Infinity, spend });
    const reading = readingOf(lowerTerms, 'below', lower);
    if (reading !== undefined && reading.value > 0) promised = 0;
    if (reading !== undefined && reading.value > lower) [lower, best, below] = [reading.value, example, work - before];
  }
  return { lower, upper: upper.value, aim, example: best, points, work, workAgain: above + below, jumps };
}

/** What one side of a look tells, and what it took in points of transforms. */
interface Reading {
  readonly value: number;
  readonly work: number;
}

/** Rounding may make this part of what is asked before large losses are counted one by one. */
const ROUNDED = 1e-4;

/** Lattices of growing fineness for the whole curve, without tilt: every direction from above, every example from below. */
export function* compositions(workloads: readonly Workload[]): Generator<{ above: Composed[]; below: Composed[] }> {
  const focus = { points: 2 ** 17, delta: 1e-9 };
  const all = workloads.map(workload => boundsOfWorkload(workload, focus));
  let steps = all.map(bounded => firstStep(bounded));
  for (let round = 0; round < 6; round++) {
    const [above, below]: Composed[][] = [[], []];
    for (const [i, bounded] of all.entries()) {
      const grid = { step: steps[i], cut: cutFor(bounded, 1e-9) };
      const tables: TailTables = new Map();
      const transforms = newTransforms();
      const terms = latticeTerms(bounded, 'above', 0, grid, tables);
      if (terms === undefined) return;
      const aim = aimAtLoss(terms, -Infinity, OUTSIDE);
      const composed = compose(terms, 'above', aim, transforms);
      if (composed === undefined) return;
      above.push(composed);
      for (let example = 0; example < examplesOf(bounded); example++) {
        const lowerTerms = latticeTerms(bounded, 'below', example, grid, tables);
        const lower = lowerTerms && compose(lowerTerms, 'below', aim, transforms);
        if (lower !== undefined) below.push(lower);
      }
    }
    yield { above, below };
    steps = steps.map(step => step / 3);
  }
}
