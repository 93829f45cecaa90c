/** The chance of a noisy count: that of a law on whole numbers, with noise added. */
import { logUpperTail, toNumber, upperTail } from '../../numerics/index.ts';
import type { CountLaw } from './drawn-units.ts';
import type { NoiseLaw } from './noisy.ts';

/** Beyond this variance a count is normal: the skewness left moves a tail of 2.5 % by less than 0.1 %. */
const NORMAL_FROM = 900;

/** Probabilities below this part of the greatest are left out. */
const NEGLIGIBLE = 1e-15;

/**
 * P(count + noise < value) + lot·P(count + noise = value): uniform from 0 to 1 where the value is that sum and the lot is
 * uniform, so that intervals made of it hold as often as they say, however few the units.
 */
export function chanceBelow(law: CountLaw, noise: NoiseLaw, value: number, lot: number): number {
  const scale = toNumber(noise.scale, 'nearest');
  if (law.variance > NORMAL_FROM) return normalBelow(law, { kind: noise.kind, scale }, value - 0.5 + lot);
  const belowOf = noise.kind === 'discrete-laplace' ? laplaceBelow : gaussianBelow;
  let [all, below] = [0, 0];
  const visit = (x: number, weight: number): void => {
    all += weight;
    below += weight * belowOf(value - x, scale, lot);
  };
  for (let x = law.peak, weight = 1; weight > NEGLIGIBLE; weight *= law.next(x), x += 1) {
    visit(x, weight);
    if (x === law.most) break;
  }
  for (let x = law.peak - 1, weight = 1; x >= law.least; x -= 1) {
    weight /= law.next(x);
    if (!(weight > NEGLIGIBLE)) break;
    visit(x, weight);
  }
  return below / all;
}

/** Discrete Laplace: P(Z <= -m) = q^m/(1 + q) for m from 0 on, q = exp(-1/scale). */
function laplaceBelow(z: number, scale: number, lot: number): number {
  const decay = Math.exp(-1 / scale);
  const beyond = Math.exp(-Math.abs(z) / scale) / (1 + decay);
  // P(Z < z), and P(Z = z)
  const below = z > 0 ? 1 - beyond : beyond * decay;
  return below + lot * beyond * (1 - decay);
}

/** Discrete Gaussian, as the normal distribution of its cells. */
const gaussianBelow = (z: number, scale: number, lot: number): number =>
  (1 - lot) * upperTail((0.5 - z) / scale) + lot * upperTail((-0.5 - z) / scale);

function normalBelow(law: CountLaw, { kind, scale }: { kind: NoiseLaw['kind']; scale: number }, value: number): number {
  const distance = law.mean - value;
  const deviation = Math.sqrt(law.variance);
  if (kind === 'discrete-gaussian') return upperTail(distance / Math.hypot(deviation, scale));
  return normalLaplaceTail(distance / deviation, deviation / scale);
}

/**
 * P(N + L/a > u) for a standard normal N and a Laplace L of scale 1:
 * Q(u) + (exp(a²/2 - au)·Q(a - u) - exp(a²/2 + au)·Q(a + u))/2.
 */
function normalLaplaceTail(u: number, a: number): number {
  // noise that small moves nothing, and the exponents would cancel
  if (a > 1e4) return upperTail(u);
  const half = (sign: 1 | -1): number => Math.exp((a * a) / 2 - sign * a * u + logUpperTail(a - sign * u)) / 2;
  return upperTail(u) + half(1) - half(-1);
}
