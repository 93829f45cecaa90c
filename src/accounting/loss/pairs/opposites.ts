/** Three laws on one line: without the unit, with one that pushes up and with one that pushes down as far as a unit may. */
import { laplaceLogUpperTail, logSubExp, logUpperTail, normalTailError } from '../../../numerics/index.ts';
import type { ApproximateGuarantee } from '../../../vocabulary/index.ts';
import { UNIT } from '../pair.ts';
import { halfLineCells } from './guarantee.ts';

/** Masses of the three laws over the cells of the line, from the cell that tells most for `down` to the one for `up`. */
export interface Opposites {
  readonly none: Float64Array;
  readonly up: Float64Array;
  readonly down: Float64Array;
  /** up/none and down/none at the ends of the cells; undefined where each cell has but one ratio. */
  readonly ends: { readonly up: Float64Array; readonly down: Float64Array } | undefined;
  /** Mass of `up`, and of `down`, on outcomes that neither of the others gives. */
  readonly revealing: number;
  /** Mass of `up`, and of `down`, that no cell holds. */
  readonly beyond: number;
  /** Bounds the relative error of every mass and ratio. */
  readonly error: number;
}

type LogTail = (x: number) => number;

/** Cells of continuous noise between even edges, and beyond the outer ones. */
function cellsOf(
  { logTail, tailError, reach }: { logTail: LogTail; tailError: number; reach: number },
  shift: number,
  count: number,
): Pick<Opposites, 'none' | 'up' | 'down' | 'error'> & { edges: Float64Array } {
  const edges = Float64Array.from({ length: count - 1 }, (_, i) => -reach + (2 * reach * i) / (count - 2));
  let error = 0;
  const massesOf = (moved: number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => {
      const [from, to] = [i === 0 ? -Infinity : edges[i - 1] - moved, i === count - 1 ? Infinity : edges[i] - moved];
      const [near, far] = from > 0 ? [logTail(from), logTail(to)] : [logTail(-to), logTail(-from)];
      const log = logSubExp(near, far);
      // edges less the shift are off by a unit of them, which the logarithm of a tail multiplies by its slope
      const slope = 1 + Math.min(Math.abs(from), Math.abs(to)) + Math.abs(moved);
      error = Math.max(error, Math.exp(near - log) * 4 * (tailError * (1 + Math.abs(near)) + UNIT * slope * slope));
      return Math.exp(log);
    });
  return { edges, none: massesOf(0), up: massesOf(shift), down: massesOf(-shift), error: error + 32 * UNIT };
}

/** Of normal noise these masses remain beyond the outer cells, times 1e-45. */
const NORMAL_REACH = 14;

export function normalOpposites(shift: number, count: number): Opposites {
  const law = { logTail: logUpperTail, tailError: normalTailError, reach: shift + NORMAL_REACH };
  const { edges, ...cells } = cellsOf(law, shift, count);
  const ratios = (sign: 1 | -1): Float64Array =>
    Float64Array.of(
      sign > 0 ? 0 : Infinity,
      ...edges.map(z => Math.exp(shift * (sign * z - shift / 2))),
      sign > 0 ? Infinity : 0,
    );
  const largest = shift * (2 * shift + NORMAL_REACH);
  return {
    ...cells,
    ends: { up: ratios(1), down: ratios(-1) },
    revealing: 0,
    beyond: 0,
    error: cells.error + 8 * UNIT * (1 + largest),
  };
}

/** Beyond a unit's shift on either side nothing tells more: one cell each. */
export function laplaceOpposites(shift: number, count: number): Opposites {
  const law = { logTail: (x: number) => laplaceLogUpperTail(x, 1), tailError: 4 * UNIT, reach: shift };
  const { edges, ...cells } = cellsOf(law, shift, count);
  const ratios = (sign: 1 | -1): Float64Array =>
    Float64Array.of(
      Math.exp(-sign * shift),
      ...edges.map(z => Math.exp(Math.abs(z) - Math.abs(z - sign * shift))),
      Math.exp(sign * shift),
    );
  return {
    ...cells,
    ends: { up: ratios(1), down: ratios(-1) },
    revealing: 0,
    beyond: 0,
    error: cells.error + 8 * UNIT * (1 + 2 * shift),
  };
}

/** More integers than this are put into cells of several. */
const INTEGERS_MAX = 2 ** 13;

/** Noise on the integers of a stretch, by the logarithm of the mass that a law moved so far has there. */
function onIntegers(
  logMass: (x: number, moved: number) => number,
  shift: number,
  { from, to }: { from: number; to: number },
): Pick<Opposites, 'none' | 'up' | 'down' | 'ends' | 'error'> {
  const group = Math.ceil((to - from + 1) / INTEGERS_MAX);
  const count = Math.ceil((to - from + 1) / group);
  let largest = 0;
  const massesOf = (moved: number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => {
      let sum = 0;
      for (let x = from + i * group; x < from + (i + 1) * group && x <= to; x++) {
        const log = logMass(x, moved);
        largest = Math.max(largest, -log);
        sum += Math.exp(log);
      }
      return sum;
    });
  const ratios = (moved: number): Float64Array =>
    Float64Array.from({ length: count + 1 }, (_, i) => {
      const x = Math.min(from + i * group, to);
      return Math.exp(logMass(x, moved) - logMass(x, 0));
    });
  const masses = { none: massesOf(0), up: massesOf(shift), down: massesOf(-shift) };
  const ends = group === 1 ? undefined : { up: ratios(shift), down: ratios(-shift) };
  return { ...masses, ends, error: UNIT * (64 + group + 16 * largest) };
}

/** Noise of mass tanh(a/2)·exp(-a|x|): the outcomes at and beyond a unit's shift share one ratio. */
export function discreteLaplaceOpposites(parameter: number, shift: number): Opposites {
  const logCentre = Math.log(Math.tanh(parameter / 2));
  const logEnd = -Math.log1p(Math.exp(-parameter));
  const logMass = (x: number, moved: number): number =>
    (Math.abs(x) === shift ? logEnd : logCentre) - parameter * Math.abs(x - moved);
  return { ...onIntegers(logMass, shift, { from: -shift, to: shift }), revealing: 0, beyond: 0 };
}

/** So many standard deviations out less than 1e-140 of the noise is left. */
const INTEGERS_REACH = 26;

/** Noise of mass proportional to exp(-x^2/(2 sigma^2)). */
export function discreteGaussianOpposites(sigma: number, shift: number): Opposites {
  const reach = Math.ceil(INTEGERS_REACH * sigma) + shift;
  const exponent = (x: number): number => -(x * x) / (2 * sigma * sigma);
  let total = 1;
  for (let x = reach; x >= 1; x--) total += 2 * Math.exp(exponent(x));
  const logTotal = Math.log(total);
  const cells = onIntegers((x, moved) => exponent(x - moved) - logTotal, shift, { from: -reach, to: reach });
  return { ...cells, revealing: 0, beyond: 1e-100 };
}

/**
 * The worst three laws of a guarantee: half-lines of chance y have the chances F(y) of `worstPair` with the unit, and 1 - F(1-y)
 * with its opposite.
 */
export function guaranteedOpposites(guarantee: ApproximateGuarantee): Opposites {
  const cells = halfLineCells(guarantee).toReversed();
  return {
    none: Float64Array.from(cells, ({ width }) => width),
    up: Float64Array.from(cells, ({ width, up }) => up * width),
    down: Float64Array.from(cells, ({ width, down }) => down * width),
    ends: undefined,
    revealing: guarantee.delta,
    beyond: 0,
    error: UNIT * (64 + 8 * guarantee.epsilon),
  };
}
