/** A unit in one of T parts, replaced by its opposite: delta at one epsilon, from both sides. */
import { aimed, type LatticeTerm, roughly, tiltTo } from '../aim.ts';
import { type Convolved, convolve } from '../convolution.ts';
import { type Sides, UNIT } from '../pair.ts';
import type { Opposites } from '../pairs/opposites.ts';

/** How finely to look at one epsilon. */
export interface PartFineness {
  /** Lattice points to a standard deviation of one part's contribution. */
  readonly points: number;
  /** Mass whose contribution may be charged instead of being looked at. */
  readonly cut: number;
}

/** What one epsilon tells, and how many points were transformed for it. */
export interface PartDelta extends Sides {
  readonly work: number;
}

/** Lattices of more points than this are coarser instead. */
const POINTS_MAX = 2 ** 17;

/**
 * delta of a replaced unit whose part is drawn from T, at one epsilon.
 *   Says     with s and s' the ratios of the laws with the unit and with its substitute to the law without, delta is
 *            a + E(w_1 + ... + w_T)+ / T, w = s - exp(e)·s' independent under the law without, a what is left of
 *            s - exp(e)·s' where that law has nothing. For every mechanism and every real c, a + E(w - c)+ is P(S) - exp(e)·P'(S)
 *            - c·Q(S) at its best event S, so at most F(y) - exp(e)·(1 - F(1-y)) - c·y at the best y = Q(S), F what a unit may do to
 *            a chance. Opposites on a line reach that for all c at once, by half-lines. What is larger for all c is larger for
 *            every convex function of slope between 0 and 1, so each w may be exchanged for that of the opposites, one after the
 *            other, also where a part depends on the answers of those before: opposites are worst at every epsilon, and reached.
 *            Spreading w keeps its mean and raises delta, merging lowers it; w cut at v costs at most E(w - v)+
 *   Assumes  every unit's part is independent and uniform; F is concave, as in `LawsOnLine`
 *   Rounds   up and down: ratios by their error, masses by a factor (1 + error)^T of delta
 *   Source   Neyman and Pearson's lemma; convex order
 */
export function oppositeParts(laws: Opposites, parts: number, epsilon: number, fineness: PartFineness): PartDelta {
  const least = Math.max(laws.revealing * (1 - 4 * UNIT), -Math.expm1(epsilon), 0);
  const stretch = stretchOf(laws, epsilon, fineness);
  if (stretch === undefined) return { lower: least, upper: 1, work: 0 };
  const upper = expectedExcess(spread(stretch), stretch, parts, 'above');
  if (upper === undefined && fineness.points > 1)
    // too wide for one transform
    return oppositeParts(laws, parts, epsilon, { ...fineness, points: fineness.points / 8 });
  const lower = expectedExcess(merged(stretch), stretch, parts, 'below');
  const sure = 1 + 4 * parts * laws.error + 16 * UNIT;
  const above = (upper?.value ?? 1) * sure + stretch.chargedAbove + laws.revealing + laws.beyond;
  const below = (lower?.value ?? 0) / sure - stretch.chargedBelow * sure + laws.revealing * (1 - 4 * UNIT);
  return {
    upper: Math.min(1, above * (1 + 4 * UNIT)),
    lower: Math.max(least, below * (1 - 4 * UNIT)),
    work: (upper?.work ?? 0) + (lower?.work ?? 0),
  };
}

/** The cells whose contributions are looked at, on a lattice of contributions origin + k·step. */
interface Stretch {
  readonly laws: Opposites;
  readonly odds: number;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly origin: number;
  readonly count: number;
  /** Mass without the unit below and above these cells. */
  readonly under: number;
  readonly over: number;
  readonly chargedAbove: number;
  readonly chargedBelow: number;
}

/** One cell's mean contribution, rounded up (1) or down (-1). */
function meanOf({ none, up, down, error }: Opposites, odds: number, i: number, sign: 1 | -1): number {
  const doubt = sign * (3 * error + 8 * UNIT);
  return (up[i] * (1 + doubt) - odds * down[i] * (1 - doubt)) / none[i];
}

/** The least and the largest contribution of a cell, rounded outwards. */
function endsOf(laws: Opposites, odds: number, i: number): { least: number; most: number } {
  const { ends, error } = laws;
  if (ends === undefined) return { least: meanOf(laws, odds, i, -1), most: meanOf(laws, odds, i, 1) };
  const doubt = error + 8 * UNIT;
  return {
    least: ends.up[i] * (1 - doubt) - odds * ends.down[i] * (1 + doubt),
    most: ends.up[i + 1] * (1 + doubt) - odds * ends.down[i + 1] * (1 - doubt),
  };
}

function stretchOf(laws: Opposites, epsilon: number, { points, cut }: PartFineness): Stretch | undefined {
  const { none, up, down, ends } = laws;
  const odds = Math.exp(epsilon);
  let [from, to] = [0, none.length];
  let [under, over, chargedAbove, chargedBelow] = [0, 0, 0, 0];
  const isOpen = (i: number): boolean => {
    const { least, most } = endsOf(laws, odds, i);
    return !(none[i] > 0 && least > -Infinity && most < Infinity);
  };
  while (to > from && (isOpen(to - 1) || chargedAbove + up[to - 1] <= cut)) {
    to -= 1;
    over += none[to];
    chargedAbove += up[to] * (1 + 4 * laws.error);
  }
  while (from < to && (isOpen(from) || chargedBelow + odds * down[from] <= cut)) {
    under += none[from];
    chargedBelow += odds * down[from] * (1 + 4 * laws.error);
    from += 1;
  }
  if (!(to - from > (ends === undefined ? 1 : 8))) return undefined;
  let [mean, square] = [0, 0];
  for (let i = from; i < to; i++) {
    const value = meanOf(laws, odds, i, 1);
    mean += none[i] * value;
    square += none[i] * value * value;
  }
  const least = endsOf(laws, odds, from).least;
  const most = endsOf(laws, odds, to - 1).most;
  const width = most - least;
  const deviation = Math.sqrt(Math.max(0, square - mean * mean));
  const wanted = Math.ceil((width / deviation) * points);
  if (!(wanted > 0 && width > 0)) return undefined;
  // both ends are lattice points: mass may sit on them
  const limit = Math.min(POINTS_MAX, points * 2 ** 13);
  const steps = fitting({ laws, odds, from, to }, { least, width }, Math.min(wanted, limit));
  // the upper end a little beyond its point, so that it certainly reaches it
  const step = width / (steps + SNAP / 2);
  return {
    ...{ laws, odds, from, to, step, origin: least, count: steps + 1, under, over },
    chargedAbove: chargedAbove + Math.max(0, -most) * over * 2,
    chargedBelow: chargedBelow + Math.max(0, least) * under * 2,
  };
}

/** Laws of so few cells have no neighbours to be merged with. */
const FEW = 64;

/** How many steps to take: of few cells, a number that brings all of them next to lattice points. */
function fitting(
  { laws, odds, from, to }: Pick<Stretch, 'laws' | 'odds' | 'from' | 'to'>,
  { least, width }: { least: number; width: number },
  wanted: number,
): number {
  if (to - from > FEW) return wanted;
  const cells = Array.from({ length: to - from }, (_, i) => ({
    mass: laws.none[from + i],
    place: (meanOf(laws, odds, from + i, -1) - least) / width,
  }));
  const missed = (steps: number): number =>
    cells.reduce(
      (sum, { mass, place }) => sum + mass * Math.max(0, Math.ceil(place * steps - SNAP) - place * steps),
      0,
    ) / steps;
  let [best, smallest] = [wanted, missed(wanted)];
  for (let steps = wanted + 1; steps <= Math.min(3 * wanted, POINTS_MAX); steps++) {
    const here = missed(steps);
    if (here < smallest) [best, smallest] = [steps, here];
  }
  return best;
}

/** So many steps a place on the lattice may err, and ends that lie no further apart are one place. */
const SAME = 2 ** -28;

/** From below a cell so little above a lattice point is put on it. */
const SNAP = 2 ** -14;

/** Each cell's mass at lattice points on both sides of it, mean kept. What lies beyond is put at the ends, and charged. */
function spread({ laws, odds, from, to, step, origin, count, under, over }: Stretch): Float64Array {
  const masses = new Float64Array(count + 2);
  for (let i = from; i < to; i++) {
    const { least, most } = endsOf(laws, odds, i);
    const [start, end] = [(least - origin) / step, (most - origin) / step];
    const single = end - start <= SAME;
    const place = single ? end + SAME : (meanOf(laws, odds, i, 1) - origin) / step + SAME;
    const low = Math.max(0, Math.floor(single ? place : start - SAME));
    const high = Math.min(count + 1, single ? low + 1 : Math.ceil(end + SAME));
    const share = Math.min(1, Math.max(0, (place - low) / (high - low)));
    masses[high] += laws.none[i] * share;
    masses[low] += laws.none[i] * (1 - share);
  }
  masses[1] += under;
  masses[count] += over;
  return masses;
}

/** Neighbouring cells merged until their mean is a lattice point; what lies beyond is put at the ends, and charged. */
function merged({ laws, odds, from, to, step, origin, count, under, over }: Stretch): Float64Array {
  const masses = new Float64Array(count);
  // a group that has not come up to its target yet: its mass, and how much it lacks
  let [target, mass, lacking] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    const at = Math.min(count - 1, Math.max(0, (meanOf(laws, odds, i, -1) - origin) / step - SAME));
    const point = Math.floor(at);
    let here = laws.none[i];
    if (at - point <= SNAP) {
      masses[point] += here;
      continue;
    }
    if (mass > 0) {
      const gained = (at - target) * here;
      if (!(gained >= lacking * (1 + SAME))) {
        mass += here;
        lacking -= gained;
        continue;
      }
      const share = (lacking * (1 + SAME)) / gained;
      masses[target] += mass + share * here;
      here *= 1 - share;
    }
    [target, mass, lacking] = [point + 1, here, (point + 1 - at) * here];
  }
  if (mass > 0) masses[Math.max(0, Math.floor(target - lacking / mass - SAME))] += mass;
  masses[0] += under;
  masses[count - 2] += over;
  return masses;
}

interface Excess {
  readonly value: number;
  readonly work: number;
}

/** E(w_1 + ... + w_T)+ / T for masses on the lattice, from one side; undefined where the sum is too wide. */
function expectedExcess(
  masses: Float64Array,
  { step, origin }: Stretch,
  parts: number,
  side: 'above' | 'below',
): Excess | undefined {
  const terms: LatticeTerm[] = [{ lattice: { step, first: 0, masses, infinite: 0 }, count: parts }];
  const rough = roughly(terms, ROUGH);
  const aim = aimed(rough, PART_OF_TILT * tiltTo(rough, -parts * origin), OUTSIDE);
  const sum = convolve(terms, aim, { sines: false });
  if (sum === undefined) return undefined;
  const threshold = -parts * origin;
  const doubt = 8 * UNIT * (Math.abs(threshold) + (Math.abs(sum.first) + sum.masses.length) * step);
  let [total, heaviest] = [0, 0];
  for (let j = 0; j < sum.masses.length; j++) {
    const place = (sum.first + j) * step;
    const excess = place - threshold + (side === 'above' ? doubt : -doubt);
    if (!(excess > 0)) continue;
    const weight = excess * Math.exp(sum.logScale - sum.tilt * place);
    heaviest = Math.max(heaviest, weight);
    total += Math.max(0, sum.masses[j] + (side === 'above' ? sum.elementError : -sum.elementError)) * weight;
  }
  const edges =
    side === 'above' ? fellOut(sum, threshold, aim.slopes.up) : -(sum.outside.below + sum.outside.above) * heaviest;
  const sure = 2 * sum.scaleError + 8 * UNIT * (1 + Math.abs(sum.logScale));
  return {
    value: Math.max(0, ((total + edges) * (side === 'above' ? 1 + sure : 1 - sure)) / parts),
    work: sum.masses.length,
  };
}

/** Contributions have heavy tails, and the saddle point's tilt makes single large ones likely: a part of it is enough. */
const PART_OF_TILT = 0.7;

/** Points to look for a tilt on. */
const ROUGH = 2 ** 10;

/** Tilted mass that may fall outside a window: far below what matters. */
const OUTSIDE = 1e-15;

/** What lies above the window: the tilted tail falls at least like exp(-slope·value) from there on. */
function fellOut(sum: Convolved, threshold: number, slope: number): number {
  const top = (sum.first + sum.masses.length) * sum.step;
  const above = Math.max(0, top - threshold) + 1 / slope;
  return sum.outside.above * above * Math.exp(sum.logScale - sum.tilt * top);
}
