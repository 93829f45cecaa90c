/**
 * Where in the sum of many losses to look. Tilting by exp(theta·loss) moves the mean of the sum to the part that is
 * asked about; Chernoff's bound says how wide a window around it must be.
 */
import type { Lattice } from './lattice.ts';

export interface LatticeTerm {
  readonly lattice: Lattice;
  readonly count: number;
}

/** ln sum p_i exp(theta·l_i) over the lattice's finite losses, with mean and variance under the tilt. */
export interface Cumulant {
  readonly value: number;
  readonly mean: number;
  readonly variance: number;
}

export function cumulant({ masses, first, step }: Lattice, tilt: number): Cumulant {
  const shift = roughMaximum(masses, tilt * step) + tilt * first * step;
  let [sum, sumOfLoss, sumOfSquare] = [0, 0, 0];
  for (let i = 0; i < masses.length; i++) {
    if (!(masses[i] > 0)) continue;
    const loss = (first + i) * step;
    const weight = masses[i] * Math.exp(tilt * loss - shift);
    sum += weight;
    sumOfLoss += weight * loss;
    sumOfSquare += weight * loss * loss;
  }
  const mean = sumOfLoss / sum;
  return { value: shift + Math.log(sum), mean, variance: Math.max(0, sumOfSquare / sum - mean * mean) };
}

/** About the largest ln(mass) + slope·i, so that exponentials relative to it neither overflow nor vanish. */
function roughMaximum(masses: Float64Array, slope: number): number {
  const stride = Math.max(1, masses.length >> 9);
  let largest = -Infinity;
  for (let start = 0; start < masses.length; start += stride) {
    // of every stretch its heaviest point: few outcomes may stand far apart, with nothing in between
    let heaviest = start;
    for (let i = start + 1; i < start + stride && i < masses.length; i++)
      if (masses[i] > masses[heaviest]) heaviest = i;
    if (masses[heaviest] > 0) largest = Math.max(largest, Math.log(masses[heaviest]) + slope * heaviest);
  }
  return largest === -Infinity ? 0 : largest;
}

export function totalCumulant(terms: readonly LatticeTerm[], tilt: number): Cumulant {
  const total = { value: 0, mean: 0, variance: 0 };
  for (const { lattice, count } of terms) {
    const { value, mean, variance } = cumulant(lattice, tilt);
    total.value += count * value;
    total.mean += count * mean;
    total.variance += count * variance;
  }
  return total;
}

/** Where to look: a tilt, and the two slopes whose Chernoff bounds hold the tilted sum together most tightly. */
export interface Aim {
  readonly tilt: number;
  readonly slopes: { readonly down: number; readonly up: number };
  /** Tilted mass that may fall outside the window on either side. */
  readonly outside: number;
}

/**
 * Aims at the point where the sum's tail, up (1) or down (-1), has about the wanted size: the saddle point.
 * Any aim gives valid bounds; this one gives the sharpest.
 */
export function aimAtMass(terms: readonly LatticeTerm[], logMass: number, sign: 1 | -1, outside: number): Aim {
  const { value } = totalCumulant(terms, 0);
  return aimed(
    terms,
    firstTilt(terms, sign, (tilted, tilt) => tilted.value - value - tilt * tilted.mean <= logMass),
    outside,
  );
}

/**
 * Aims at the loss at which about the wanted delta is left. Beyond it the tail falls like exp(-tilt·loss), of which delta
 * counts a part 1/(1 + tilt): of small losses, where tilts are large, next to nothing.
 */
export function aimAtDelta(terms: readonly LatticeTerm[], logDelta: number, outside: number): Aim {
  const { value } = totalCumulant(terms, 0);
  return aimed(
    terms,
    firstTilt(terms, 1, (tilted, tilt) => tilted.value - value - tilt * tilted.mean - Math.log1p(tilt) <= logDelta),
    outside,
  );
}

/** Aims at a loss: the sum's mean is brought there, if it is not there or beyond already. */
export const aimAtLoss = (terms: readonly LatticeTerm[], loss: number, outside: number): Aim =>
  aimed(terms, tiltTo(terms, loss), outside);

/** The tilt that brings the sum's mean to a loss. */
export const tiltTo = (terms: readonly LatticeTerm[], loss: number): number =>
  firstTilt(terms, 1, ({ mean }) => mean >= loss);

/** The least tilt (roughly) at which `enough` holds, or at which next to nothing is left to tilt. */
function firstTilt(
  terms: readonly LatticeTerm[],
  sign: 1 | -1,
  enough: (tilted: Cumulant, tilt: number) => boolean,
): number {
  const step = terms[0].lattice.step;
  const { variance } = totalCumulant(terms, 0);
  const unit = sign / Math.max(Math.sqrt(variance), step);
  // losses that are bounded could be tilted onto their end altogether: a thousandth of the variance is left
  const least = Math.max(step * step, variance / 1000);
  const reached = (size: number): boolean => {
    const tilted = totalCumulant(terms, unit * size);
    return enough(tilted, unit * size) || tilted.variance <= least;
  };
  if (reached(0)) return 0;
  let [low, high] = [0, 0.25];
  while (!reached(high) && high < 2 ** 20) [low, high] = [high, 2 * high];
  for (let i = 0; i < 6; i++) {
    const middle = (low + high) / 2;
    if (reached(middle)) high = middle;
    else low = middle;
  }
  return unit * low;
}

/** Aims with a given tilt. */
export function aimed(terms: readonly LatticeTerm[], tilt: number, outside: number): Aim {
  const centre = totalCumulant(terms, tilt);
  const deviation = Math.max(Math.sqrt(centre.variance), terms[0].lattice.step);
  const best = (sign: 1 | -1): number => {
    let [slope, reach] = [sign / deviation, Infinity];
    for (let factor = 0.02; factor < 12; factor *= 1.5) {
      const candidate = (sign * factor) / deviation;
      const distance = chernoff(terms, { tilt, centre: centre.value, slope: candidate, outside }) - centre.mean;
      if (sign * distance < reach) [slope, reach] = [candidate, sign * distance];
    }
    return slope;
  };
  return { tilt, slopes: { down: best(-1), up: best(1) }, outside };
}

/**
 * The loss beyond which (above it for a positive slope, below it for a negative one) little of the tilted sum lies.
 *   Says     the tilted mass beyond a is at most exp(K(theta+s) - K(theta) - s·a), for either sign of s
 *   Assumes  K is the logarithm of the moment generating function of the sum
 *   Rounds   outwards, by the caller: to whole lattice points and one more
 *   Source   Chernoff's bound
 */
export function chernoff(
  terms: readonly LatticeTerm[],
  { tilt, centre, slope, outside }: { tilt: number; centre: number; slope: number; outside: number },
): number {
  return (totalCumulant(terms, tilt + slope).value - centre - Math.log(outside)) / slope;
}

/** Losses between which all but a negligible part of the tilted sum lies. */
export function reachOf(terms: readonly LatticeTerm[], { tilt, slopes, outside }: Aim): { low: number; high: number } {
  const step = terms[0].lattice.step;
  const centre = totalCumulant(terms, tilt).value;
  const ends = extent(terms);
  return {
    low: Math.max(chernoff(terms, { tilt, centre, slope: slopes.down, outside }), ends.first * step),
    high: Math.min(chernoff(terms, { tilt, centre, slope: slopes.up, outside }), ends.last * step),
  };
}

/** Points to look for a tilt on: which one is chosen need not be exact, and every try sums over all points. */
const ROUGH = 2 ** 12;

/** The same steps on fewer points, for choosing where to look. */
export const roughly = (terms: readonly LatticeTerm[], points = ROUGH): LatticeTerm[] =>
  terms.map(({ lattice, count }) => ({ count, lattice: roughLattice(lattice, points) }));

function roughLattice(lattice: Lattice, points: number): Lattice {
  const { masses, first, step } = lattice;
  const group = Math.ceil(masses.length / points);
  if (group === 1) return lattice;
  const fewer = new Float64Array(Math.ceil(masses.length / group));
  for (let i = 0; i < masses.length; i++) fewer[Math.floor(i / group)] += masses[i];
  return { ...lattice, step: group * step, first: (first + (group - 1) / 2) / group, masses: fewer };
}

/** All lattice points that the sum can reach. */
export function extent(terms: readonly LatticeTerm[]): { first: number; last: number } {
  let [first, last] = [0, 0];
  for (const { lattice, count } of terms) {
    first += count * lattice.first;
    last += count * (lattice.first + lattice.masses.length - 1);
  }
  return { first, last };
}
