/** Renyi divergence from the same tails, by cells that are divided where they matter. */
import { logAddExp, logSubExp, logSumExp } from '../../numerics/index.ts';
import { emptyTail, type LossPair, UNIT } from './pair.ts';
import { aboveProfile, isProfile, type Profile } from './profile.ts';

/** A cell of losses, with the logarithms of the masses above its ends and of its share of the moment from both sides. */
interface Cell {
  readonly from: number;
  readonly to: number;
  readonly above: { readonly p: number; readonly q: number };
  readonly beyond: { readonly p: number; readonly q: number };
  readonly logUpper: number;
  readonly logLower: number;
}

const CELLS_MAX = 200_000;
/** How far the logarithm of the moment may stay from the truth, relatively. */
const PRECISION = 1e-6;

/**
 * Renyi divergence of a pair, from above.
 *   Says     (order-1)·D = ln E_P exp((order-1)·L); spreading a cell's mass to its ends raises the moment, merging it
 *            lowers it, so cells are divided where the two differ most
 *   Assumes  beyond the last cell the tail falls at least as fast as just before it (true of Gaussian mixtures)
 *   Rounds   up
 *   Source   convexity of s^order in the likelihood ratio s
 */
export function renyiOf(pair: LossPair, order: number): number {
  if (pair.infinite > 0) return Infinity;
  const power = order - 1;
  const { low, high, rest } = rangeOf(pair, power);
  let cells = cut(pair, power, low, high);
  let best = Infinity;
  for (;;) {
    const upper = logSum(cells, 'logUpper');
    const tolerance = PRECISION * Math.max(Math.abs(upper), 1e-9);
    // from some fineness on rounding raises the bound more than finer cells lower it
    if (!(upper < best - tolerance / 10)) break;
    best = upper;
    if (upper - logSum(cells, 'logLower') <= tolerance || cells.length > CELLS_MAX) break;
    const limit = upper + Math.log(tolerance / cells.length / 2);
    cells = cells.flatMap(cell => {
      const excess = logSubExp(cell.logUpper, cell.logLower) - limit;
      // a cell's gap falls with the cube of its width
      return excess > 0 ? pieces(pair, power, cell, Math.min(64, Math.ceil(Math.exp(excess / 3)) + 1)) : [cell];
    });
  }
  return Math.max(0, (logAddExp(best, rest) / power) * (1 + 1e-12) + 1e-15);
}

const logSum = (cells: readonly Cell[], side: 'logUpper' | 'logLower'): number =>
  logSumExp(cells.map(cell => cell[side]));

/** Losses that are worth cells, and the logarithm of what may lie outside them. */
function rangeOf(pair: LossPair, power: number): { low: number; high: number; rest: number } {
  const tail = emptyTail();
  const upperP = (t: number): number => {
    pair.upper(t, tail);
    return tail.p;
  };
  const lowerP = (t: number): number => {
    pair.lower(t, tail);
    return tail.p;
  };
  let low = Math.max(-1, pair.lowest);
  while (low > pair.lowest && lowerP(low) > -800) low = Math.max(pair.lowest, 2 * low);
  const below = pair.minusInfinite > 0 || low > pair.lowest ? lowerP(low) + power * low : -Infinity;
  if (Number.isFinite(pair.highest)) return { low, high: pair.highest, rest: below };
  // far out: the exponential no longer keeps up with the tail, by a margin of exp(60) against the moment so far
  let high = 1;
  let best = 0;
  for (; high < 1e15; high *= 1.25) {
    const here = upperP(high) + power * high;
    best = Math.max(best, here);
    if (here < best - 60 && upperP(high) < -40) break;
  }
  const decay = (upperP(high / 1.25) - upperP(high)) / (high - high / 1.25);
  const beyond =
    upperP(high) === -Infinity
      ? -Infinity
      : upperP(high) + power * high + Math.log(1 + power / Math.max(decay - power, 1e-9));
  return { low, high, rest: logAddExp(below, beyond) };
}

/** The first cells; the lowest begins just below the lowest loss, so that an atom there is inside. */
function cut(pair: LossPair, power: number, low: number, high: number): Cell[] {
  const from = low - Math.max(1e-12, Math.abs(low) * 1e-12);
  return pieces(pair, power, cellOf(power, from, high, masses(pair, from), masses(pair, high)), 256);
}

function masses(pair: LossPair, t: number): { p: number; q: number } {
  const tail = emptyTail();
  pair.upper(t, tail);
  return { p: tail.p, q: tail.q };
}

function pieces(pair: LossPair, power: number, { from, to, above, beyond }: Cell, count: number): Cell[] {
  const cells: Cell[] = [];
  let [start, before] = [from, above];
  for (let i = 1; i <= count; i++) {
    const end = i === count ? to : from + ((to - from) * i) / count;
    const after = i === count ? beyond : masses(pair, end);
    cells.push(cellOf(power, start, end, before, after));
    [start, before] = [end, after];
  }
  return cells;
}

function cellOf(power: number, from: number, to: number, above: Cell['above'], beyond: Cell['beyond']): Cell {
  const logP = logSubExp(above.p, beyond.p);
  const logQ = logSubExp(above.q, beyond.q);
  if (!(logP > -Infinity)) return { from, to, above, beyond, logUpper: -Infinity, logLower: -Infinity };
  // the common loss of the merged cell, kept inside the cell against cancellation
  const common = Math.min(to, Math.max(from, logP - logQ));
  const doubt = 16 * UNIT * (Math.exp(above.p - logP) + Math.exp(above.q - logQ));
  const share = Math.min(1, Math.max(0, (-Math.expm1(from - common) + doubt) / -Math.expm1(from - to)));
  const logUpper = logP + power * to + Math.log(share + (1 - share) * Math.exp(power * (from - to)));
  return { from, to, above, beyond, logUpper, logLower: Math.min(logUpper, logP + power * common) };
}

/** A bound that is only a profile has a bounded loss or none: it is put on a lattice first. */
export function renyiOfBound(bound: LossPair | Profile, order: number): number {
  if (!isProfile(bound)) return renyiOf(bound, order);
  if (bound.highest === Infinity) return Infinity;
  const step = Math.max(bound.highest, 1e-12) / 2 ** 14;
  const { masses, first } = aboveProfile(bound, step, { first: -(2 ** 14), last: 2 ** 14 });
  let sum = 0;
  const scale = (order - 1) * bound.highest;
  masses.forEach((mass, i) => {
    sum += mass * Math.exp((order - 1) * (first + i) * step - scale);
  });
  return Math.max(0, ((Math.log(sum) + scale) / (order - 1)) * (1 + 1e-12) + 1e-12);
}
