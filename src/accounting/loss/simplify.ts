/** The same workload in fewer steps: equal steps are counted together, plain Gaussian steps are one Gaussian step. */
import type { Step } from '../specification.ts';

export function simplified(steps: readonly Step[]): Step[] {
  const counts = new Map<string, Step>();
  for (const step of steps) {
    const key = JSON.stringify([step.mechanism, step.sampling]);
    counts.set(key, { ...step, count: step.count + (counts.get(key)?.count ?? 0) });
  }
  return joinGaussians([...counts.values()]);
}

const isPlain = ({ sampling }: Step): boolean =>
  sampling.kind === 'none' ||
  (sampling.kind === 'poisson' && sampling.rate === 1) ||
  (sampling.kind === 'partition' && sampling.parts === 1);

/**
 * Gaussian mechanisms without sampling compose to one.
 *   Says     shifts s_1, s_2, ... in units of their noise reveal as much as one shift of sqrt(s_1^2 + s_2^2 + ...)
 *   Assumes  no sampling; the questions may adapt
 *   Rounds   the shift up, by a few units
 *   Source   [DRS22] Corollary 3.3
 */
export function joinGaussians(steps: readonly Step[]): Step[] {
  let [square, joined] = [0, 0];
  const others: Step[] = [];
  for (const step of steps) {
    if (step.mechanism.kind !== 'gaussian' || !isPlain(step)) others.push(step);
    else {
      square += step.count * (step.mechanism.sensitivity / step.mechanism.noiseMultiplier) ** 2;
      joined += 1;
    }
  }
  if (joined === 0) return others;
  const sensitivity = Math.sqrt(square) * (1 + 2 ** -50 * (2 + joined));
  return [
    { mechanism: { kind: 'gaussian', noiseMultiplier: 1, sensitivity }, sampling: { kind: 'none' }, count: 1 },
    ...others,
  ];
}
