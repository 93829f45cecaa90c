/** A workload under one direction of change: its steps' bounds, and their composition at a chosen fineness. */
import type { Step } from '../specification.ts';
import type { Aim, LatticeTerm } from './aim.ts';
import { alignment } from './alignment.ts';
import type { Composed, Side } from './composed.ts';
import { convolve, type Transforms } from './convolution.ts';
import {
  above,
  type Lattice,
  type LatticePoints,
  type LatticeSpan,
  spanOf,
  type TailTable,
  tabulateWithin,
} from './lattice.ts';
import { below } from './merge.ts';
import { type LossPair, UNIT } from './pair.ts';
import { aboveProfile, isProfile, type Profile, spanOfProfile } from './profile.ts';
import { boundsOf } from './schemes/bounds.ts';
import type { Focus } from './schemes/partition.ts';
import type { NeighbourChange, StepBounds } from './schemes/scheme.ts';

/** Distinct steps with their counts. */
export interface Workload {
  readonly steps: readonly Step[];
  readonly way: NeighbourChange;
}

export interface Bounded {
  readonly bounds: StepBounds;
  readonly count: number;
}

/** Every single step may leave out its share only of what is negligible for all of them. */
export const boundsOfWorkload = ({ steps, way }: Workload, focus: Focus): Bounded[] => {
  const delta = focus.delta / steps.reduce((sum, { count }) => sum + count, 0);
  return steps.map(({ mechanism, sampling, count }) => ({
    bounds: boundsOf(mechanism, sampling, way, { ...focus, delta }),
    count,
  }));
};

/** The same, keeping the last: they cost as much as a look, and of all schemes only partitions depend on what is looked at. */
export function boundsOncePerFocus(workload: Workload): (focus: Focus) => readonly Bounded[] {
  let last: { readonly focus: Focus; readonly bounded: readonly Bounded[] } | undefined;
  const isFocused = workload.steps.some(({ sampling }) => sampling.kind === 'partition');
  return focus => {
    if (last === undefined || (isFocused && !isSameFocus(last.focus, focus)) || last.focus.order !== focus.order)
      last = { focus, bounded: boundsOfWorkload(workload, focus) };
    return last.bounded;
  };
}

/** A delta somewhat larger than what bounds were made for needs no others. */
const isSameFocus = (made: Focus, wanted: Focus): boolean =>
  made.points === wanted.points &&
  made.delta <= wanted.delta &&
  made.delta >= wanted.delta / 1e3 &&
  made.alone === wanted.alone &&
  made.order === wanted.order;

/** The price under pure differential privacy: no outcome's loss exceeds it. */
export const highestLoss = (bounded: readonly Bounded[]): number =>
  bounded.reduce((sum, { bounds, count }) => sum + count * bounds.highest, 0) * (1 + 8 * UNIT * bounded.length);

/** Lattice step, and the mass that may be cut off the ends of every single step. */
export interface LossGrid {
  readonly step: number;
  readonly cut: number;
}

/** The most points that one step may take on a lattice. */
const POINTS_MAX = 2 ** 22;

/** What reading takes, in points of transforms that take as long: at most so many more. */
export interface ReadingEffort {
  left(): number;
  spend(points: number): void;
}

const ENDLESS: ReadingEffort = { left: () => Infinity, spend: () => {} };

/** So many points of a transform take as long as one tail, or one value of a profile: the slowest of them twice that. */
const TAIL_POINTS = 2;
const PROFILE_POINTS = 32;

/** Tables already read at this grid: a pair that bounds from both sides is read once. */
export type TailTables = Map<LossPair, TailTable>;

/**
 * Every step put on the lattice, from above or, by the example numbered `example`, from below.
 * Undefined where the lattice would take too many points, or more than is left to spend on it.
 */
export function latticeTerms(
  bounded: readonly Bounded[],
  side: Side,
  example: number,
  grid: LossGrid,
  tables: TailTables,
  effort = ENDLESS,
): LatticeTerm[] | undefined {
  const terms: LatticeTerm[] = [];
  for (const { bounds, count } of bounded) {
    const bound = side === 'above' ? bounds.upper : bounds.lowers[Math.min(example, bounds.lowers.length - 1)];
    const isFree = bounded.length === 1;
    const lattice = onLattice({ bound, isFree }, side, grid, { tables, effort });
    if (lattice === undefined) return undefined;
    terms.push({ lattice, count });
  }
  return terms;
}

function onLattice(
  { bound, isFree }: { bound: LossPair | Profile; isFree: boolean },
  side: Side,
  { step: wanted, cut }: LossGrid,
  { tables, effort }: { tables: TailTables; effort: ReadingEffort },
): Lattice | undefined {
  // where there is but one kind of step, its lattice may be as fine as suits it
  const { origin, step, sweep } = isProfile(bound)
    ? { origin: 0, step: wanted, sweep: 'up' as const }
    : alignment(bound, wanted, isFree);
  const span = isProfile(bound) ? spanOfProfile(bound, step, cut) : spanOf(bound, step, cut, origin);
  if (!(span.last - span.first < POINTS_MAX)) return undefined;
  if (isProfile(bound)) {
    const points = PROFILE_POINTS * (span.last - span.first + 1);
    if (!(points <= effort.left())) return undefined;
    effort.spend(points);
    return aboveProfile(bound, step, span);
  }
  const table = tables.get(bound) ?? readTable(bound, index => origin + index * step, span, effort);
  if (table === undefined) return undefined;
  tables.set(bound, table);
  return { step, origin, ...(side === 'above' ? above(table) : below(table, sweep)) };
}

function readTable(
  pair: LossPair,
  points: LatticePoints,
  span: LatticeSpan,
  effort: ReadingEffort,
): TailTable | undefined {
  const most = effort.left() / TAIL_POINTS;
  const table = tabulateWithin(pair, points, span, most);
  effort.spend(TAIL_POINTS * (table?.evaluations ?? most));
  return table;
}

export function compose(
  terms: readonly LatticeTerm[],
  side: Side,
  aim: Aim,
  transforms: Transforms,
  most = Infinity,
): Composed | undefined {
  const sum = convolve(terms, aim, { transforms, most });
  if (sum === undefined) return undefined;
  return { sum, side, origin: totalOrigin(terms), infinite: infiniteMass(terms), lossError: lossError(terms) };
}

/** Where the sum's lattice has its point 0. */
export const totalOrigin = (terms: readonly LatticeTerm[]): number =>
  terms.reduce((sum, { lattice, count }) => sum + count * (lattice.origin ?? 0), 0);

/** 1 - prod (1 - p)^count */
export const infiniteMass = (terms: readonly LatticeTerm[]): number =>
  -Math.expm1(terms.reduce((sum, { lattice, count }) => sum + count * Math.log1p(-lattice.infinite), 0));

/** Thresholds moved through a scheme err by a few units of the loss: over all steps. */
export const lossError = (terms: readonly LatticeTerm[]): number =>
  terms.reduce((sum, { lattice, count }) => {
    const { first, masses, step, origin = 0 } = lattice;
    const farthest = Math.max(Math.abs(first), Math.abs(first + masses.length)) * step;
    return sum + count * 16 * UNIT * (farthest + step + Math.abs(origin));
  }, 0);

/** How many examples must be tried from below. */
export const examplesOf = (bounded: readonly Bounded[]): number =>
  bounded.some(({ bounds }) => bounds.lowers.length === 0)
    ? 0
    : Math.max(...bounded.map(({ bounds }) => bounds.lowers.length));
