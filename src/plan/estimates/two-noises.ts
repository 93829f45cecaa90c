/** How far two independent noises reach together, whatever each is multiplied by. */
import { upperTail } from '../../numerics/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import { type Interval, leftPossible } from './interval.ts';
import { ALMOST, type Estimate, isHidden, type NoiseSize, type Noisy, nearestWhole } from './noisy.ts';

export type Factors = readonly [number, number];

/**
 * The chance that x·one + y·other is farther from zero than a distance.
 *   Says     for Laplace noises of scales a and c on the line it is (a²·exp(-t/a) - c²·exp(-t/c))/(a² - c²), and
 *            (1 + t/2a)·exp(-t/a) where both are a; for normal ones it is that of a normal one
 *   Assumes  noise on a lattice reaches no farther than noise on the line and a part of its step: half of it where the scale is
 *            large, less where it is small
 *   Rounds   to doubles
 *   Source   derived: partial fractions of the characteristic functions; compared with sums over the lattice
 */
export function chanceBeyond(size: NoiseSize, [x, y]: Factors, distance: number): number {
  const beyond = Math.max(0, distance - (Math.abs(x) + Math.abs(y)) * latticeReach(size));
  if (size.kind === 'discrete-gaussian') return 2 * upperTail(beyond / (size.scale * Math.hypot(x, y)));
  const scales = [Math.abs(x), Math.abs(y)].map(factor => factor * size.scale);
  const [a, c] = [Math.max(...scales), Math.min(...scales)];
  if (a - c <= NEARLY_ALIKE * a) return (1 + beyond / (2 * a)) * Math.exp(-beyond / a);
  const tail = (scale: number): number => (scale === 0 ? 0 : scale ** 2 * Math.exp(-beyond / scale));
  return (tail(a) - tail(c)) / (a ** 2 - c ** 2);
}

/** Nearer scales would cancel in the difference. */
const NEARLY_ALIKE = 1e-6;

/** How much farther noise on a lattice may reach: P(|x| >= m) is exp(-(m - s)/scale) there for this s in place of 0. */
function latticeReach({ kind, scale, step }: NoiseSize): number {
  if (kind === 'discrete-gaussian') return Math.min(step / 2, scale);
  return scale * Math.log(2 / (1 + Math.exp(-step / scale)));
}

/** The distance that is exceeded with this chance. */
export function reachOf(size: NoiseSize, factors: Factors, chance: number): number {
  let [within, beyond] = [0, Math.max(size.scale, size.step)];
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
export function combined([x, y]: Factors, [one, other]: readonly [Noisy, Noisy], missed: number): Noisy {
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
  factors: Factors,
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
