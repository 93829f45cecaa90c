/** Laplace noise: the loss lies between two ends, with an atom at both. In units of the scale. */
import { logAddExp, logSubExp } from '../../../numerics/index.ts';
import { type LossPair, UNIT, write, writeAll, writeNone } from '../pair.ts';
import type { GaussianComponent } from './gaussian.ts';

export function laplace(shift: number): LossPair {
  const error = UNIT * (8 + 2 * shift);
  return {
    lowest: -shift,
    highest: shift,
    infinite: 0,
    minusInfinite: 0,
    upper(t, into) {
      if (t < -shift) writeAll(into);
      else if (t >= shift) writeNone(into);
      else write(into, Math.log1p(-0.5 * Math.exp((t - shift) / 2)), -Math.LN2 - (t + shift) / 2, error);
    },
    lower(t, into) {
      if (t > shift) writeAll(into);
      else if (t <= -shift) writeNone(into);
      else write(into, -Math.LN2 - (shift - t) / 2, Math.log1p(-0.5 * Math.exp(-(t + shift) / 2)), error);
    },
  };
}

/** On each stretch between two places a mixture has the density (exp(logA - x) + exp(logB + x))/2. */
interface Stretch {
  readonly logA: number;
  readonly logB: number;
  /** Weights of the components below and above. */
  readonly below: number;
  readonly above: number;
}

function stretchesOf(mixture: readonly GaussianComponent[], places: readonly number[]): Stretch[] {
  return [-Infinity, ...places].map(from => {
    const stretch = { logA: -Infinity, logB: -Infinity, below: 0, above: 0 };
    for (const { weight, shift } of mixture) {
      if (shift <= from) {
        stretch.logA = logAddExp(stretch.logA, Math.log(weight) + shift);
        stretch.below += weight;
      } else {
        stretch.logB = logAddExp(stretch.logB, Math.log(weight) - shift);
        stretch.above += weight;
      }
    }
    return stretch;
  });
}

const logDensity = ({ logA, logB }: Stretch, x: number): number => logAddExp(logA - x, logB + x);
const logAbove = ({ logA, logB, above }: Stretch, x: number): number =>
  logAddExp(logA - x - Math.LN2, Math.log(Math.max(0, above - Math.exp(logB + x) / 2)));
const logBelow = ({ logA, logB, below }: Stretch, x: number): number =>
  logAddExp(logB + x - Math.LN2, Math.log(Math.max(0, below - Math.exp(logA - x) / 2)));

/**
 * Two mixtures of shifted Laplace noise, P's weights lacking what has infinite loss.
 *   Says     where the loss exceeds t is x > c; on the stretch of c it is (A1 + B1·z)/(A2 + B2·z), z = exp(2x), so
 *            z = (exp(t)·A2 - A1)/(B1 - exp(t)·B2); errors of these differences move the loss by a few units only
 *   Assumes  the loss grows along the line, at the least where it is above t: below, the tails are not correct
 *   Rounds   nothing
 *   Source   definition
 */
export function laplaceMixtures(
  first: readonly GaussianComponent[],
  second: readonly GaussianComponent[],
  infinite = 0,
): LossPair {
  const places = [...new Set([...first, ...second].map(({ shift }) => shift))].sort((a, b) => a - b);
  const [of1, of2] = [stretchesOf(first, places), stretchesOf(second, places)];
  const last = places.length;
  const losses = places.map((x, i) => logDensity(of1[i + 1], x) - logDensity(of2[i + 1], x));
  const [lowest, highest] = [of1[0].logB - of2[0].logB, of1[last].logA - of2[last].logA];
  const farthest = Math.max(...places.map(Math.abs));
  const error = UNIT * (32 + 16 * farthest + 8 * (first.length + second.length));
  /** The stretch on which the loss first exceeds t, and where it does. */
  const crossing = (t: number): { stretch: number; x: number } => {
    let [stretch, end] = [0, last];
    while (stretch < end) {
      const middle = (stretch + end) >>> 1;
      if (losses[middle] > t) end = middle;
      else stretch = middle + 1;
    }
    if (stretch === last) return { stretch, x: places[last - 1] };
    if (stretch === 0) return { stretch, x: places[0] };
    const [one, two] = [of1[stretch], of2[stretch]];
    const x = (logSubExp(t + two.logA, one.logA) - logSubExp(one.logB, t + two.logB)) / 2;
    const [from, to] = [places[stretch - 1], places[stretch]];
    return { stretch, x: x > from ? Math.min(x, to) : from };
  };
  return {
    lowest,
    highest,
    infinite,
    minusInfinite: 0,
    upper(t, into) {
      if (t < lowest) return writeAll(into);
      if (t >= highest) return write(into, Math.log(infinite), -Infinity, error);
      const { stretch, x } = crossing(t);
      write(into, logAddExp(Math.log(infinite), logAbove(of1[stretch], x)), logAbove(of2[stretch], x), error);
    },
    lower(t, into) {
      if (t <= lowest) return writeNone(into);
      if (t > highest) return write(into, Math.log1p(-infinite), 0, error);
      const { stretch, x } = crossing(t);
      write(into, logBelow(of1[stretch], x), logBelow(of2[stretch], x), error);
    },
  };
}
