/** Divergences of sampled Gaussian noise by summing their definition on a fine even grid: slow, simple, independent. */

const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** The trapezoid rule, which is exact to rounding for smooth functions that vanish at both ends. */
function integral(from: number, to: number, at: (x: number) => number): number {
  const points = 400_000;
  const gap = (to - from) / points;
  let sum = 0;
  for (let i = 0; i <= points; i++) sum += at(from + i * gap);
  return sum * gap;
}

/** Renyi divergences of ((1-rate)·N(0,1) + rate·N(shift,1), N(0,1)) and of the same pair turned round. */
export function renyiOfSampledGaussian(noise: number, rate: number, order: number): { remove: number; add: number } {
  const shift = 1 / noise;
  const ratio = (x: number): number => 1 - rate + rate * Math.exp(shift * x - (shift * shift) / 2);
  const moment = (power: number): number =>
    integral(-40, 40 + order * shift, x => (density(x) > 0 ? density(x) * ratio(x) ** power : 0));
  return { remove: Math.log(moment(order)) / (order - 1), add: Math.log(moment(1 - order)) / (order - 1) };
}
