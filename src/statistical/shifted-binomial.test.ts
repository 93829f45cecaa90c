import { expect, test } from 'vitest';
import { choose } from '../../test/support/release-brute-force.ts';
import { deltaOf } from './outcomes.ts';
import {
  absentDelta,
  presentDelta,
  type ShiftedBinomial,
  shiftedBinomialDelta,
  shiftedBinomialOutcomes,
} from './shifted-binomial.ts';

const PAIRS: ShiftedBinomial[] = [0, 1, 4, 30].flatMap(trials =>
  [1 / 128, 0.5, 0.75].flatMap(probability =>
    [
      [1, 0, 0],
      [0.5, 0.5, 0],
      [0.5, 0, 0.5],
      [0.125, 0.25, 0.625],
      [0.0625, 0.875, 0.0625],
    ].map(([decisive, raised, kept]) => ({ trials, probability, decisive, raised, kept })),
  ),
);

/** Both worlds, count by count, from exact binomial coefficients. */
function worlds({ trials, probability, decisive, raised, kept }: ShiftedBinomial): [number[], number[]] {
  const mass = (count: number): number =>
    Number(choose(trials, count)) * probability ** count * (1 - probability) ** (trials - count);
  const counts = Array.from({ length: trials + 2 }, (_, count) => count);
  const mixed = (higher: number, same: number): number[] =>
    counts.map(count => higher * (count > 0 ? mass(count - 1) : 0) + same * (count <= trials ? mass(count) : 0));
  return [mixed(decisive + raised, kept), mixed(raised, kept + decisive)];
}

const stick = (p: readonly number[], q: readonly number[], epsilon: number): number =>
  p.reduce((sum, chance, i) => sum + Math.max(0, chance - Math.exp(epsilon) * q[i]), 0);

test.each(PAIRS)('both directions of %j are the sums of positive parts', pair => {
  const [present, absent] = worlds(pair);
  for (const epsilon of [0, 0.01, 0.2, 1, 3, 20]) {
    const near = (delta: number, truth: number): void => {
      expect(delta).toBeGreaterThanOrEqual(truth * (1 - 1e-12) - 1e-16);
      expect(delta).toBeLessThanOrEqual(truth * (1 + 1e-10) + 1e-15);
    };
    near(presentDelta(pair, epsilon), stick(present, absent, epsilon));
    near(absentDelta(pair, epsilon), stick(absent, present, epsilon));
    near(deltaOf(shiftedBinomialOutcomes(pair), epsilon), shiftedBinomialDelta(pair, epsilon));
  }
});
