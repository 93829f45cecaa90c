/** How far two independent noises reach together, whatever each is multiplied by. */
import { upperTail } from '../../numerics/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import type { Estimate, NoiseSize, Noisy } from './noisy.ts';

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

export const TRIALS = 48;

const MISSED = 0.05;

/** x·one + y·other in whole steps, each with noise of its own: rounding is within the error and the interval. */
export function combinedTotal(step: number, [x, y]: Factors, [one, other]: readonly [Noisy, Noisy]): Estimate {
  invariant(one.law !== undefined && other.law !== undefined, 'both come with the law of their noise');
  const exact = x * one.value + y * other.value;
  const value = Math.round(exact) + 0; // and never -0
  const off = Math.abs(exact - value);
  // noise of another scale is as much more of the same
  const alike = y * (other.law.scale / one.law.scale);
  const lattice = Math.abs(y) * latticeReach(other.law) - Math.abs(alike) * latticeReach(one.law);
  const reach = reachOf(one.law, [x, alike], MISSED) + Math.max(0, lattice) + off;
  return Object.freeze({
    estimate: value * step,
    standardError: Math.sqrt(x ** 2 * one.variance + y ** 2 * other.variance + off ** 2) * step,
    interval95: Object.freeze([(value - reach) * step, (value + reach) * step] as const),
  });
}
