import { describe, expect, test } from 'vitest';
import { type ExactSum, exactCases, exactDelta, exactSum } from '../../../test/support/loss-exact-sums.ts';
import { type Aim, aimAtLoss, aimAtMass, aimed, type LatticeTerm } from './aim.ts';
import { type Composed, deltaFrom, epsilonFrom, type Side } from './composed.ts';
import { convolve } from './convolution.ts';

function composedAt(terms: readonly LatticeTerm[], aim: Aim, side: Side, infinite: number): Composed {
  const sum = convolve(terms, aim);
  if (sum === undefined) throw new TypeError('small sums fit every transform');
  return { sum, side, origin: 0, infinite, lossError: 0 };
}

const both = (
  terms: readonly LatticeTerm[],
  aim: Aim,
  { infinite }: ExactSum,
): { above: Composed; below: Composed } => ({
  above: composedAt(terms, aim, 'above', infinite),
  below: composedAt(terms, aim, 'below', infinite),
});

/** From losses that nearly always occur to such as occur once in 1e100. */
function losses({ first, step, masses }: ExactSum): number[] {
  return [0.1, 0.35, 0.5, 0.62, 0.8, 0.93, 0.999].map(share => (first + share * (masses.length - 1)) * step + 0.013);
}

describe('deltaFrom', () => {
  test.each(Object.entries(exactCases))('%s: both sides of the truth, close together', (_, terms) => {
    const exact = exactSum(terms);
    for (const epsilon of losses(exact)) {
      const truth = exactDelta(exact, epsilon);
      const { above, below } = both(terms, aimAtLoss(terms, epsilon, 1e-13), exact);
      expect(deltaFrom([above], epsilon)).toBeGreaterThanOrEqual(Math.min(1, truth) * (1 - 1e-13));
      expect(deltaFrom([below], epsilon)).toBeLessThanOrEqual(Math.max(truth, -Math.expm1(epsilon)) * (1 + 1e-13));
      if (epsilon > 0 && truth > 0)
        expect(deltaFrom([above], epsilon) - deltaFrom([below], epsilon)).toBeLessThan(1e-7 * truth);
    }
  });

  test.each(Object.entries(exactCases))('%s: both sides of the truth from a poor window too', (_, terms) => {
    const exact = exactSum(terms);
    for (const aim of [aimed(terms, 0, 1e-2), aimed(terms, 1, 0.1), aimed(terms, 6, 1e-13)]) {
      const { above, below } = both(terms, aim, exact);
      for (const epsilon of losses(exact)) {
        const truth = exactDelta(exact, epsilon);
        expect(deltaFrom([above], epsilon)).toBeGreaterThanOrEqual(Math.min(1, truth) * (1 - 1e-13));
        expect(deltaFrom([below], epsilon)).toBeLessThanOrEqual(Math.max(truth, -Math.expm1(epsilon)) * (1 + 1e-13));
      }
    }
  });

  test('tiny deltas keep their digits', () => {
    const terms = exactCases['rare and far'];
    const exact = exactSum(terms);
    const epsilon = losses(exact)[6];
    expect(exactDelta(exact, epsilon)).toBeLessThan(1e-80);
    const { above, below } = both(terms, aimAtLoss(terms, epsilon, 1e-13), exact);
    expect(deltaFrom([below], epsilon) / exactDelta(exact, epsilon)).toBeCloseTo(1, 8);
    expect(deltaFrom([above], epsilon) / exactDelta(exact, epsilon)).toBeCloseTo(1, 8);
  });

  test('losses that may be off count outwards', () => {
    const terms = exactCases['twelve bells'];
    const { above, below } = both(terms, aimAtLoss(terms, 2, 1e-13), exactSum(terms));
    expect(deltaFrom([{ ...above, lossError: 0.01 }], 2)).toBeCloseTo(deltaFrom([above], 1.99), 12);
    expect(deltaFrom([{ ...below, lossError: 0.01 }], 2)).toBeCloseTo(deltaFrom([below], 2.01), 12);
  });
});

describe('epsilonFrom', () => {
  test.each(Object.entries(exactCases))('%s: both sides of the truth, close together', (_, terms) => {
    const exact = exactSum(terms);
    for (const delta of [0.3, 1e-3, 1e-10, 1e-30, 1e-100].filter(d => d > 1.001 * exact.infinite)) {
      const { above, below } = both(terms, aimAtMass(terms, Math.log(delta) + 1, 1, 1e-13), exact);
      const [upper, lower] = [epsilonFrom([above], delta), epsilonFrom([below], delta)];
      expect(exactDelta(exact, upper)).toBeLessThanOrEqual(delta * (1 + 1e-12));
      if (lower > 0) expect(exactDelta(exact, lower)).toBeGreaterThanOrEqual(delta * (1 - 1e-12));
      const most = (exact.first + exact.masses.length - 1) * exact.step;
      if (exactDelta(exact, 0.98 * most) < delta) expect(upper - lower).toBeLessThan(1e-7);
    }
  });

  test.each(Object.entries(exactCases))('%s: both sides of the truth from a poor window too', (_, terms) => {
    const exact = exactSum(terms);
    for (const aim of [aimed(terms, 0, 1e-2), aimed(terms, 1, 0.1), aimed(terms, 6, 1e-13)]) {
      const { above, below } = both(terms, aim, exact);
      for (const delta of [0.3, 1e-3, 1e-10, 1e-30].filter(d => d > 1.001 * exact.infinite)) {
        const [upper, lower] = [epsilonFrom([above], delta), epsilonFrom([below], delta)];
        if (upper < Infinity) expect(exactDelta(exact, upper)).toBeLessThanOrEqual(delta * (1 + 1e-12));
        if (lower > 0) expect(exactDelta(exact, lower)).toBeGreaterThanOrEqual(delta * (1 - 1e-12));
      }
    }
  });

  test('no epsilon where more is infinite than delta allows', () => {
    const terms = exactCases['some infinite'];
    const { above, below } = both(terms, aimed(terms, 1, 1e-13), exactSum(terms));
    expect(epsilonFrom([above], 1e-7)).toBe(Infinity);
    expect(epsilonFrom([below], 1e-7)).toBeGreaterThan(3);
  });
});
