/** Chances of whole numbers, from the definition of the noise. */
import type { NoiseSize } from '../../src/plan/estimates/noisy.ts';

export function lattice({ kind, scale }: NoiseSize): Map<number, number> {
  const far = Math.ceil(40 * Math.max(1, scale));
  const weights = Array.from({ length: 2 * far + 1 }, (_, i) => {
    const x = i - far;
    return [x, Math.exp(kind === 'discrete-laplace' ? -Math.abs(x) / scale : (-x * x) / (2 * scale * scale))] as const;
  }).filter(([, weight]) => weight > 1e-9);
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(weights.map(([x, weight]) => [x, weight / whole]));
}
