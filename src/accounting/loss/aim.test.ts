import { describe, expect, test } from 'vitest';
import { exactCases, exactSum } from '../../../test/support/loss-exact-sums.ts';
import { aimAtLoss, aimAtMass, aimed, chernoff, cumulant, extent, reachOf, totalCumulant } from './aim.ts';

describe('cumulant', () => {
  test.each(Object.entries(exactCases))('%s: the logarithm of the moments, with mean and variance', (_, terms) => {
    const { first, step, masses } = exactSum(terms);
    for (const tilt of [-2, 0, 0.7, 3]) {
      const weights = masses.map((mass, i) => mass * Math.exp(tilt * (first + i) * step));
      const sum = weights.reduce((a, b) => a + b, 0);
      const mean = weights.reduce((total, weight, i) => total + weight * (first + i) * step, 0) / sum;
      const total = totalCumulant(terms, tilt);
      expect(total.value).toBeCloseTo(Math.log(sum), 9);
      expect(total.mean).toBeCloseTo(mean, 8);
      const square = weights.reduce((all, weight, i) => all + weight * ((first + i) * step - mean) ** 2, 0) / sum;
      expect(total.variance).toBeCloseTo(square, 7);
    }
  });

  test('masses far apart, far out and heavily tilted neither overflow nor vanish', () => {
    const masses = new Float64Array(2 ** 17);
    masses[70_001] = 1e-200;
    masses[100_003] = 0.5;
    masses[30_007] = 0.5;
    const lattice = { step: 0.01, first: -50_000, masses, infinite: 0 };
    for (const tilt of [-300, -5, 0, 5, 300]) {
      const { value, mean } = cumulant(lattice, tilt);
      const [low, high] = [tilt * -199.93, tilt * 500.03].map(x => x + Math.log(0.5));
      expect(value).toBeCloseTo(Math.max(low, high) + Math.log1p(Math.exp(-Math.abs(low - high))), 6);
      expect(mean).toBeCloseTo(tilt === 0 ? 150.05 : tilt > 0 ? 500.03 : -199.93, 6);
    }
  });
});

describe('chernoff', () => {
  test.each(Object.entries(exactCases))('%s: beyond it lies no more of the tilted sum than was allowed', (_, terms) => {
    const { first, step, masses } = exactSum(terms);
    for (const tilt of [0, 1, 4]) {
      const centre = totalCumulant(terms, tilt).value;
      const tilted = masses.map((mass, i) => mass * Math.exp(tilt * (first + i) * step - centre));
      for (const slope of [-3, -0.5, 0.5, 3]) {
        for (const outside of [0.1, 1e-6]) {
          const end = chernoff(terms, { tilt, centre, slope, outside });
          const beyond = tilted.reduce((sum, mass, i) => {
            const loss = (first + i) * step;
            return (slope > 0 ? loss >= end : loss <= end) ? sum + mass : sum;
          }, 0);
          expect(beyond).toBeLessThanOrEqual(outside * (1 + 1e-9));
        }
      }
    }
  });

  test('is not idle: half the distance would leave out more than was allowed', () => {
    const terms = exactCases['twelve bells'];
    const { first, step, masses } = exactSum(terms);
    const aim = aimed(terms, 0, 1e-3);
    const { high } = reachOf(terms, aim);
    const { mean } = totalCumulant(terms, 0);
    const beyond = (end: number): number =>
      masses.reduce((sum, mass, i) => ((first + i) * step >= end ? sum + mass : sum), 0);
    expect(beyond(high)).toBeLessThan(1e-3);
    expect(beyond((high + mean) / 2)).toBeGreaterThan(1e-3);
  });
});

describe('aims', () => {
  const terms = exactCases['twelve bells'];

  test('at a loss: the mean is brought there, roughly, unless it is there already', () => {
    const { mean } = totalCumulant(terms, 0);
    expect(aimAtLoss(terms, mean - 1, 1e-13).tilt).toBe(0);
    const { tilt } = aimAtLoss(terms, mean + 2, 1e-13);
    expect(totalCumulant(terms, tilt).mean).toBeCloseTo(mean + 2, 0);
  });

  test('at a mass: the tail there has about the wanted size', () => {
    const { first, step, masses } = exactSum(terms);
    const { tilt } = aimAtMass(terms, Math.log(1e-9), 1, 1e-13);
    const { mean } = totalCumulant(terms, tilt);
    const tail = masses.reduce((sum, mass, i) => ((first + i) * step >= mean ? sum + mass : sum), 0);
    expect(Math.abs(Math.log(tail / 1e-9))).toBeLessThan(5);
    expect(aimAtMass(terms, Math.log(1e-9), -1, 1e-13).tilt).toBeLessThan(0);
  });

  test('the extent is all that the sum can reach', () => {
    const { first, masses } = exactSum(exactCases['two kinds']);
    expect(extent(exactCases['two kinds'])).toEqual({ first, last: first + masses.length - 1 });
  });
});
