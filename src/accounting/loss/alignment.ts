/** Where the points of a lattice lie: on the losses at which most of P's mass sits, so that little is spread or merged. */
import { emptyTail, LOSS_MAX, type LossPair, UNIT } from './pair.ts';
import { type AtomicPair, isAtomic } from './pairs/atoms.ts';

/** Any alignment gives valid bounds; a good one gives close ones. */
export interface Alignment {
  /** The loss of point 0. */
  readonly origin: number;
  /** No larger than what was asked for. */
  readonly step: number;
  /** From which end outcomes should be merged: the last group is rounded down, so it should be the lighter end. */
  readonly sweep: 'up' | 'down';
}

/** Outcomes so close together that they are one place: their common loss, and P's mass. */
interface Clump {
  readonly loss: number;
  readonly mass: number;
  /** Between which losses they lie. */
  readonly from: number;
  readonly to: number;
}

/** So many places are looked at, the heaviest. */
const CLUMPS = 12;

/**
 * A lattice of about the given step. Rare sampling has nearly all mass in one place, guarantees and discrete noise in few: the
 * heaviest is a point, and where the step may be chosen the next is one too, and the others are nearly.
 */
export function alignment(pair: LossPair, step: number, isFree: boolean): Alignment {
  const clumps = isAtomic(pair) ? clumpsOfAtoms(pair, step) : clumpsOfTails(pair, step);
  const sweep = endMass(pair, step, 'highest') > endMass(pair, step, 'lowest') ? 'down' : 'up';
  if (clumps.length === 0) return { origin: 0, step, sweep };
  const nudge = nudgeOf(pair, step);
  // a group comes up to a point from below, or down to it from above; the last one has too little beyond it to help
  const isLast = (clump: Clump): boolean =>
    sweep === 'up' ? !(massBeyond(pair, clump.to) > 4 * clump.mass * nudge(clump)) : clump.from <= pair.lowest;
  const side = (clump: Clump): 1 | -1 => (step > LOSS_MAX || (sweep === 'up') === isLast(clump) ? -1 : 1);
  const place = (clump: Clump): number => clump.loss + side(clump) * nudge(clump);
  const [first, second] = clumps;
  const origin = place(first);
  if (!isFree || second === undefined) return { origin, step, sweep };
  const distance = Math.abs(place(second) - origin);
  if (!(distance > step / 2)) return { origin, step, sweep };
  const missed = (size: number): number =>
    clumps.reduce((sum, clump) => {
      const at = (clump.loss - origin) / size;
      return sum + clump.mass * (side(clump) === 1 ? Math.ceil(at) - at : at - Math.floor(at)) * size;
    }, 0);
  let best = distance / Math.ceil(distance / step);
  if (clumps.length === 2) return { origin, step: best, sweep };
  let least = missed(best);
  const fewest = Math.ceil(distance / step);
  for (let pieces = fewest + 1; pieces <= Math.min(2 * fewest, fewest + TRIED); pieces++) {
    const here = missed(distance / pieces);
    if (here < least) [best, least] = [distance / pieces, here];
  }
  return { origin, step: best, sweep };
}

/** Steps that are tried at most. */
const TRIED = 512;

/** So far a point lies beside the mass that belongs to it: far enough for rounding, and near enough to cost nothing. */
function nudgeOf(pair: LossPair, step: number): (clump: Clump) => number {
  const tail = emptyTail();
  return ({ loss, mass }) => {
    pair.upper(loss, tail);
    const doubt = (5 * (tail.error + 4 * UNIT)) / Math.max(mass, 0.1);
    return Math.max(Math.min(2 ** -10 * step, 2 ** -20 * Math.abs(loss)), doubt);
  };
}

/** P's mass within a step of an end of the losses. */
function endMass(pair: LossPair, step: number, end: 'lowest' | 'highest'): number {
  const loss = pair[end];
  if (!Number.isFinite(loss)) return 0;
  return end === 'lowest' ? massBetween(pair, loss - step, loss + step) : massBetween(pair, loss - step, loss);
}

function massBetween(pair: LossPair, from: number, to: number): number {
  const tail = emptyTail();
  pair.upper(from, tail);
  const above = Math.exp(tail.p);
  pair.upper(to, tail);
  return above - Math.exp(tail.p);
}

/** P's mass at finite losses above this one. */
function massBeyond(pair: LossPair, loss: number): number {
  const tail = emptyTail();
  pair.upper(loss, tail);
  return Math.exp(tail.p) - pair.infinite;
}

/** The heaviest, heaviest first: of a million of them only these are kept. */
function clumpsOfAtoms({ logP, logQ }: AtomicPair, step: number): readonly Clump[] {
  const clumps: Clump[] = [];
  let [p, q, from, to] = [0, 0, -Infinity, -Infinity];
  const close = (): void => {
    if (!(p > 0) || (clumps.length === CLUMPS && p <= clumps[CLUMPS - 1].mass)) return;
    const lighter = clumps.findIndex(({ mass }) => mass < p);
    clumps.splice(lighter < 0 ? clumps.length : lighter, 0, { loss: Math.log(p / q), mass: p, from, to });
    if (clumps.length > CLUMPS) clumps.pop();
  };
  for (let i = 0; i < logP.length; i++) {
    const loss = logP[i] - logQ[i];
    if (!Number.isFinite(loss)) continue;
    if (loss - from > step / 16) {
      close();
      [p, q, from] = [0, 0, loss];
    }
    to = loss;
    p += Math.exp(logP[i]);
    q += Math.exp(logQ[i]);
  }
  close();
  return clumps;
}

/** The step around the median, if it holds more than half of all mass, merged; and outcomes at 0 and at the ends. */
function clumpsOfTails(pair: LossPair, step: number): readonly Clump[] {
  const median = medianOf(pair);
  const heavy = clumpBetween(pair, median - step / 2, median + step / 2);
  const clumps = heavy.mass > 0.5 ? [heavy] : [];
  for (const loss of [0, pair.lowest, pair.highest]) {
    if (!Number.isFinite(loss) || clumps.some(clump => Math.abs(clump.loss - loss) < step)) continue;
    const mass = massBetween(pair, loss - step / 64, loss + step / 64);
    if (mass > 0) clumps.push({ loss, mass, from: loss, to: loss });
  }
  return clumps.sort((a, b) => b.mass - a.mass);
}

function clumpBetween(pair: LossPair, from: number, to: number): Clump {
  const tail = emptyTail();
  pair.upper(from, tail);
  const [p, q] = [Math.exp(tail.p), Math.exp(tail.q)];
  pair.upper(to, tail);
  const mass = p - Math.exp(tail.p);
  return { loss: Math.log(mass / (q - Math.exp(tail.q))), mass, from, to };
}

/** The loss below which half of P's mass lies. */
function medianOf(pair: LossPair): number {
  const tail = emptyTail();
  const isAbove = (t: number): boolean => {
    pair.lower(t, tail);
    return tail.p > -Math.LN2;
  };
  let reach = 2 ** -40;
  while (!(isAbove(reach) && !isAbove(-reach)) && reach < 2 ** 40) reach *= 2;
  let [low, high] = [-reach, reach];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (isAbove(middle)) high = middle;
    else low = middle;
  }
  return high;
}
