/** Bounds on delta(epsilon) that no single pair is known to give, and their way onto a lattice. */
import type { Lattice, LatticeSpan } from './lattice.ts';
import { deltaOf, LOSS_MAX, type LossPair, UNIT } from './pair.ts';

/** An upper bound on delta at every real epsilon, 0 from `highest` on if that is finite. */
export interface Profile {
  readonly kind: 'profile';
  readonly highest: number;
  delta(epsilon: number): number;
}

export const isProfile = (bound: LossPair | Profile): bound is Profile => 'kind' in bound && bound.kind === 'profile';

export const upperDelta = (bound: LossPair | Profile, epsilon: number): number =>
  isProfile(bound) ? bound.delta(epsilon) : deltaOf(bound, epsilon).upper;

/**
 * A coin over two alternatives that differ from each other less than from nothing.
 *   Says     H((1-g)m0 + g·m1 || (1-g)m0 + g·m1') at ln(1+g(exp e - 1)) is at most
 *            g·[(1-b)·H(m1 || m0) + b·H(m1 || m1')] at e, with b = exp(e' - e)
 *   Assumes  `apart` bounds (m1, m0) and `close` bounds (m1, m1')
 *   Rounds   up, by a few units
 *   Source   [BBG18] Theorem 2 (advanced joint convexity)
 */
export function coinDelta(apart: LossPair, close: LossPair, rate: number, epsilon: number): number {
  const inner = Math.log1p(Math.expm1(epsilon) / rate) * (1 - 4 * UNIT);
  const share = Math.exp(epsilon - inner);
  const value = rate * ((1 - share) * deltaOf(apart, inner).upper + share * deltaOf(close, inner).upper);
  return Math.min(1, value * (1 + 16 * UNIT));
}

/** Completes bounds for epsilon >= 0 in both directions: delta(-e) = 1 - exp(-e) + exp(-e)·(the other direction's delta(e)). */
export const joined = (
  forward: (epsilon: number) => number,
  backward: (epsilon: number) => number,
  highest: number,
): Profile => ({
  kind: 'profile',
  highest,
  delta(epsilon) {
    if (epsilon >= highest) return 0;
    if (epsilon >= 0) return forward(epsilon);
    const odds = Math.exp(epsilon);
    return Math.min(1, (1 - odds + odds * backward(-epsilon)) * (1 + 8 * UNIT));
  },
});

/** The losses between which a profile is put on a lattice. */
export function spanOfProfile(profile: Profile, step: number, cut: number): LatticeSpan {
  // what has infinite loss is left beyond every end
  const least = cut + profile.delta(LOSS_MAX) * (1 + 1e-9);
  let high = 2 ** -20;
  while (profile.delta(high) > least && high < profile.highest && high < LOSS_MAX) high *= 2;
  const last = Math.ceil(Math.min(high, profile.highest, LOSS_MAX) / step);
  return { first: -last, last: Math.max(1, last) };
}

/**
 * A profile on a lattice: the greatest convex function of exp(epsilon) below its values there.
 *   Says     the profile of a pair is convex in exp(epsilon), so it lies below every chord of an upper bound
 *   Assumes  the profile bounds delta at the lattice points
 *   Rounds   up: values are raised by their rounding before chords are drawn
 *   Source   [DGKKM22]
 */
export function aboveProfile(profile: Profile, step: number, { first, last }: LatticeSpan): Lattice {
  const count = last - first + 1;
  const odds = Float64Array.from({ length: count }, (_, i) => Math.exp((first + i) * step));
  const values = Float64Array.from(odds, (_, i) => Math.min(1, profile.delta((first + i) * step) * (1 + 8 * UNIT)));
  const hull = convexHull(odds, values);
  const masses = new Float64Array(count);
  let massOfQ = 0; // Q's mass above: minus the slope of the chord that ends here
  for (let v = hull.length - 1; v >= 0; v--) {
    const i = hull[v];
    const [previousOdds, previousValue] = v > 0 ? [odds[hull[v - 1]], values[hull[v - 1]]] : [0, 1];
    const slope = (previousValue - values[i]) / (odds[i] - previousOdds);
    masses[i] = Math.max(0, odds[i] * (slope - massOfQ));
    massOfQ = Math.max(massOfQ, slope);
  }
  return { step, first, masses, infinite: values[count - 1] };
}

/** Indices of the lower convex hull of points in increasing order, seen from (0, 1). */
function convexHull(x: Float64Array, y: Float64Array): number[] {
  const hull: number[] = [];
  const at = (v: number): [number, number] => (v < 0 ? [0, 1] : [x[hull[v]], y[hull[v]]]);
  for (let i = 0; i < x.length; i++) {
    while (hull.length > 0) {
      const [x1, y1] = at(hull.length - 1);
      const [x0, y0] = at(hull.length - 2);
      if ((y1 - y0) * (x[i] - x1) <= (y[i] - y1) * (x1 - x0)) break;
      hull.pop();
    }
    hull.push(i);
  }
  return hull;
}
