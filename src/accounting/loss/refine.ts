/** Coarse to fine: looks at a workload on ever finer lattices until the two sides are as close as was asked. */

import { transformSizeMax } from '../../numerics/index.ts';
import { type Aim, aimAtLoss, aimAtMass, type Term } from './aim.ts';
import { type Composed, deltaFrom, epsilonFrom, type Side } from './composed.ts';
import { newTransforms } from './convolution.ts';
import { epsilonOf, type Profiles, type Sides } from './direct.ts';
import { inside, spanOf } from './lattice.ts';
import { emptyTail } from './pair.ts';
import { isProfile, spanOfProfile } from './profile.ts';
import {
  type Bounded,
  boundsOfWorkload,
  boundsOncePerFocus,
  compose,
  examplesOf,
  type Grid,
  latticeTerms,
  type Tables,
  totalOrigin,
  type Workload,
} from './workload.ts';

/** One question to one direction, in a form that all questions share. */
export interface Question {
  /** The size of delta that matters, given the present bracket: what is cut off is small against it. */
  deltaNear(bracket: Sides): number;
  /** The size of delta that a look's cut is held against: before the first one it may not be known. */
  cutNear(bracket: Sides, seen: object | undefined, failed: number): number;
  /** Reads the answer off one side of a composition, or off profiles that are known at every epsilon. */
  read(composed: Composed): number;
  readDirectly(profiles: Profiles): Sides;
  /** Chooses where to look for the part of the loss that is asked about. */
  aim(terms: readonly Term[]): Aim;
  /** What holds without looking, where no loss exceeds `highest`. */
  trivial(highest: number): Sides;
  /** The largest upper - lower that ends the search, given the present bracket. */
  enough(bracket: Sides): number;
}

export const epsilonQuestion = (delta: number, width: number | undefined): Question => ({
  deltaNear: () => delta,
  cutNear: () => delta,
  read: composed => epsilonFrom(composed, delta),
  readDirectly: profiles => epsilonOf(profiles, delta),
  aim: terms => aimAtMass(terms, Math.log(delta) + 1, 1, OUTSIDE),
  trivial: highest => ({ lower: 0, upper: delta === 1 ? 0 : highest }),
  // no gap to infinity is narrow, however it is measured
  enough: ({ upper }) => width ?? (upper < Infinity ? 1e-5 * Math.max(upper, 1e-6) : 0),
});

export const deltaQuestion = (epsilon: number, width: number | undefined): Question => ({
  deltaNear: ({ upper }) => (upper === 1 ? 1e-6 : Math.max(upper, 1e-290)),
  // the first look is cheap, so it cuts off next to nothing and learns how small the answer is
  cutNear: ({ upper }, seen, failed) => (seen === undefined ? 10 ** (-100 / 2 ** failed) : Math.max(upper, 1e-290)),
  read: composed => deltaFrom(composed, epsilon),
  readDirectly: ({ lower, upper }) => ({ lower: lower(epsilon), upper: upper(epsilon) }),
  aim: terms => aimAtLoss(terms, epsilon - totalOrigin(terms), OUTSIDE),
  trivial: highest => ({ lower: Math.max(0, -Math.expm1(epsilon)), upper: epsilon >= highest ? 0 : 1 }),
  enough: ({ upper }) => width ?? 2e-4 * upper,
});

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

/** Where there is but one kind of step and its losses end on both sides, both ends are lattice points. */
function fitted(bounded: readonly Bounded[], step: number): number {
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

const ROUNDS = 16;

/** Tilted mass that may fall outside a window: far below what rounding leaves of the answers. */
const OUTSIDE = 1e-13;

/** What one look leaves for the next. */
interface Look extends Sides {
  readonly aim: Aim;
  /** The example that gave the best lower bound. */
  readonly example: number;
  /** How many lattice points it took at most, of one step and of their sum. */
  readonly points: number;
}

/** The best bracket that lattices of at most `transformSizeMax` points give, starting from one that holds anyway. */
export function refine(
  workload: Workload,
  question: Question,
  from: Sides,
  worthwhile: (sides: Sides) => boolean,
): Sides {
  let best = from;
  if (!(best.lower < best.upper)) return best;
  const boundsAt = boundsOncePerFocus(workload);
  let seen: (Look & { readonly step: number }) | undefined;
  let step: number | undefined;
  let points = 2 ** 15;
  let failed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const delta = question.deltaNear(best);
    const bounded = boundsAt({ points, delta });
    const grid: Grid = {
      step: fitted(bounded, step ?? firstStep(bounded)),
      cut: cutFor(bounded, question.cutNear(best, seen, failed)),
    };
    const now = look(bounded, question, grid, round < 2 ? undefined : seen);
    if (now === undefined) {
      failed += 1;
      step = grid.step * (seen === undefined ? 8 : 2); // losses far wider than their spread: begin coarser
      if (seen !== undefined && step > 0.7 * seen.step) break;
      continue;
    }
    const before = best;
    best = { lower: Math.min(Math.max(best.lower, now.lower), best.upper), upper: Math.min(best.upper, now.upper) };
    const tight = bounded.every(({ bounds }) => bounds.tight);
    // where theory leaves a gap, a hundredth of it is fine enough
    const wanted = Math.max(question.enough(best), tight ? 0 : 0.01 * (best.upper - best.lower));
    const doubt =
      tight || seen === undefined ? best.upper - best.lower : stillToGo(before, best, seen.step / grid.step);
    const stuck = round >= 3 && best.upper - best.lower > 0.8 * (before.upper - before.lower);
    if (doubt <= wanted || stuck || !worthwhile(best)) break;
    const shrink = Number.isFinite(doubt) ? Math.sqrt((0.9 * wanted) / doubt) : 0.25;
    const finest = (grid.step * now.points * 1.01) / transformSizeMax;
    step = Math.max(grid.step * Math.min(0.5, Math.max(1 / 16, shrink)), finest);
    if (step > 0.7 * grid.step) break;
    seen = { ...now, step: grid.step };
    points = Math.min(points * 4, 2 ** 17);
  }
  return best;
}

/** Where theory leaves a gap: how far the sides would still move, as they moved last and by the square of the fineness. */
const stillToGo = (before: Sides, now: Sides, finer: number): number =>
  (before.upper - now.upper + (now.lower - before.lower)) / (finer * finer - 1);

/** The mass that every single step may lose at either end. */
function cutFor(bounded: readonly Bounded[], delta: number): number {
  const steps = bounded.reduce((sum, { count }) => sum + count, 0);
  return Math.max((delta * 1e-7) / steps, 1e-300);
}

/** Both sides at one fineness; undefined where the window is too large for one transform. */
function look(bounded: readonly Bounded[], question: Question, grid: Grid, seen: Look | undefined): Look | undefined {
  const tables: Tables = new Map();
  const transforms = newTransforms();
  const upperTerms = latticeTerms(bounded, 'above', 0, grid, tables);
  if (upperTerms === undefined) return undefined;
  const aim = seen?.aim ?? question.aim(upperTerms);
  // one composition at a time: the largest take a good part of the memory that is promised
  let points = Math.max(...upperTerms.map(({ lattice }) => lattice.masses.length));
  const readingOf = (terms: readonly Term[] | undefined, side: Side): number | undefined => {
    const composed = terms && compose(terms, side, aim, transforms);
    points = Math.max(points, composed?.sum.reached ?? 0);
    return composed && question.read(composed);
  };
  const upper = readingOf(upperTerms, 'above');
  if (upper === undefined) return undefined;
  let [lower, best] = [-Infinity, 0];
  const examples = seen === undefined ? Array.from({ length: examplesOf(bounded) }, (_, i) => i) : [seen.example];
  for (const example of examplesOf(bounded) === 0 ? [] : examples) {
    const reading = readingOf(latticeTerms(bounded, 'below', example, grid, tables), 'below') ?? -Infinity;
    if (reading > lower) [lower, best] = [reading, example];
  }
  return { lower, upper, aim, example: best, points };
}

/** Lattices of growing fineness for the whole curve, without tilt: every direction from above, every example from below. */
export function* compositions(workloads: readonly Workload[]): Generator<{ above: Composed[]; below: Composed[] }> {
  const focus = { points: 2 ** 17, delta: 1e-9 };
  const all = workloads.map(workload => boundsOfWorkload(workload, focus));
  let steps = all.map(bounded => firstStep(bounded));
  for (let round = 0; round < 6; round++) {
    const [above, below]: Composed[][] = [[], []];
    for (const [i, bounded] of all.entries()) {
      const grid = { step: steps[i], cut: cutFor(bounded, 1e-9) };
      const tables: Tables = new Map();
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
