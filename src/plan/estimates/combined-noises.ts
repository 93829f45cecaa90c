/** How far independent noises reach together, whatever each is multiplied by. */
import { upperTail } from '../../numerics/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import { type Interval, leftPossible } from './interval.ts';
import { ALMOST, type Estimate, isHidden, type NoiseSize, type Noisy, nearestWhole } from './noisy.ts';

/**
 * The chance that noises of one law, each times its factor, are together farther from zero than a distance.
 *   Says     for Laplace noises of different scales on the line it is the sum over each scale a of exp(-t/a) times a²/(a² - c²) for every
 *            other scale c, and (1 + t/2a)·exp(-t/a) for two of scale a; for normal ones it is that of a normal one
 *   Assumes  noise on a lattice reaches no farther than noise on the line and a part of its step: half of it where the scale is
 *            large, less where it is small
 *   Rounds   to doubles; scales that are nearly alike are taken apart, upwards
 *   Source   derived: partial fractions of the characteristic functions; compared with sums over the lattice
 */
export function chanceBeyond(size: NoiseSize, factors: readonly number[], distance: number): number {
  const absolute = factors.map(Math.abs);
  const beyond = Math.max(0, distance - absolute.reduce((sum, factor) => sum + factor, 0) * latticeReach(size));
  if (size.kind === 'discrete-gaussian') return 2 * upperTail(beyond / (size.scale * Math.hypot(...factors)));
  const scales = absolute
    .filter(factor => factor > 0)
    .map(factor => factor * size.scale)
    .sort((one, other) => one - other);
  if (scales.length === 2 && scales[1] - scales[0] <= NEARLY_ALIKE * scales[1])
    return (1 + beyond / (2 * scales[1])) * Math.exp(-beyond / scales[1]);
  for (let i = 1; i < scales.length; i++) scales[i] = Math.max(scales[i], scales[i - 1] * (1 + APART));
  return scales.reduce((sum, a, i) => {
    const others = scales.filter((_, j) => j !== i).reduce((all, c) => (all * a ** 2) / (a ** 2 - c ** 2), 1);
    return sum + others * Math.exp(-beyond / a);
  }, 0);
}

/** Nearer scales would cancel in the difference. */
const NEARLY_ALIKE = 1e-6;

/** What three or more are taken apart by, two of which may be alike: differences of squares are then known to eight digits. */
const APART = 1e-4;

/** How much farther noise on a lattice may reach: P(|x| >= m) is exp(-(m - s)/scale) there for this s in place of 0. */
function latticeReach({ kind, scale, step }: NoiseSize): number {
  if (kind === 'discrete-gaussian') return Math.min(step / 2, scale);
  return scale * Math.log(2 / (1 + Math.exp(-step / scale)));
}

/** The distance that is exceeded with this chance. */
export function reachOf(size: NoiseSize, factors: readonly number[], chance: number): number {
  const all = factors.reduce((sum, factor) => sum + Math.abs(factor), 0);
  let [within, beyond] = [0, all * Math.max(size.scale, size.step)];
  while (chanceBeyond(size, factors, beyond) > chance) beyond *= 2;
  for (let trial = 0; trial < TRIALS; trial++) {
    const middle = (within + beyond) / 2;
    if (chanceBeyond(size, factors, middle) > chance) within = middle;
    else beyond = middle;
  }
  return beyond;
}

const TRIALS = 48;

/** Noise of another scale is as much more of the same; a coarser lattice reaches farther by the rest of its step. */
function alike(y: number, one: NoiseSize, other: NoiseSize): { readonly factor: number; readonly lattice: number } {
  const factor = y * (other.scale / one.scale);
  return { factor, lattice: Math.max(0, Math.abs(y) * latticeReach(other) - Math.abs(factor) * latticeReach(one)) };
}

/** x·one + y·other, each with noise of its own: exceeds `halfWidth` with the chance that is asked for. */
export function combined(
  [x, y]: readonly [number, number],
  [one, other]: readonly [Noisy, Noisy],
  missed: number,
): Noisy {
  invariant(one.law !== undefined && other.law !== undefined, 'both come with the law of their noise');
  const { factor, lattice } = alike(y, one.law, other.law);
  return {
    value: x * one.value + y * other.value,
    variance: x ** 2 * one.variance + y ** 2 * other.variance,
    halfWidth: reachOf(one.law, [x, factor], missed) + lattice,
  };
}

/**
 * All ratios m in a range for which sum - m·rows, zero but for noise, is as small as noise makes it but for a chance (Fieller, 1954).
 *   Says     the true ratio is missed with the chance that is asked for, or less often where lattices widen the interval
 *   Assumes  rows exceed what their noise alone reaches with that chance, so that what is left possible is one interval; both
 *            noises are of one kind
 *   Rounds   to doubles
 *   Source   derived; enumerated over both noises
 */
export function ratioLeft(
  [sum, rows]: readonly [Noisy, Noisy],
  laws: readonly [NoiseSize, NoiseSize],
  range: Interval,
  missed: number,
): Interval {
  const isLeft = (ratio: number): boolean => {
    const { factor, lattice } = alike(ratio, ...laws);
    return chanceBeyond(laws[0], [1, factor], Math.abs(sum.value - ratio * rows.value) - lattice) >= missed;
  };
  return leftPossible(isLeft, range, sum.value / rows.value);
}

/** The same in steps, whole ones where there are no others: rounding is within the error and the interval. */
export function combinedTotal(
  step: number,
  factors: readonly [number, number],
  parts: readonly [Noisy, Noisy],
  missed: number,
): Estimate {
  const { value: exact, variance, halfWidth } = combined(factors, parts, missed);
  const whole = nearestWhole(exact);
  const isWhole = parts[0].law?.step === 1 || isHidden(variance) || Math.abs(exact - whole) <= ALMOST;
  const value = isWhole ? whole : exact;
  const off = Math.abs(exact - value);
  const reach = halfWidth + off;
  return Object.freeze({
    estimate: value * step,
    standardError: Math.sqrt(variance + off ** 2) * step,
    interval95: Object.freeze([(value - reach) * step, (value + reach) * step] as const),
  });
}
