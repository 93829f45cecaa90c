/** Discrete Laplace noise as tests of estimates need it: what is told of it, and all its masses. */
import { halfWidth, noiseFor } from '../../src/noise/index.ts';
import { rational } from '../../src/numerics/index.ts';

export function laplaceLaw(sensitivity: number, epsilon: string) {
  const share = { epsilon: rational.fromDecimal(epsilon), delta: 0 };
  const noise = noiseFor({ sensitivity: BigInt(sensitivity), euclideanSquared: BigInt(sensitivity) ** 2n, share });
  return { noise, variance: noise.variance, halfWidth: halfWidth(noise, 0.05) };
}

/** Numbers and their probabilities, as far out as so many times the scale. */
export function laplaceMasses(scale: number, reach: number): readonly (readonly [number, number])[] {
  const decay = Math.exp(-1 / scale);
  const farthest = Math.ceil(reach * scale);
  return Array.from({ length: 2 * farthest + 1 }, (_, i) => {
    const z = i - farthest;
    return [z, ((1 - decay) / (1 + decay)) * decay ** Math.abs(z)] as const;
  });
}
