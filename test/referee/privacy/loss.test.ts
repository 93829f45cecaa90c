import { describe, expect, test } from 'vitest';
import { rational } from '../../../src/numerics/index.ts';
import { discreteLaplace, reproducibleEntropy, uniform } from '../../../src/random/index.ts';
import { laplaceAtValues, laplaceBelow, noiseCells, quantileKernel } from './kernels.ts';
import { concentration, hockeyStick, largestLoss, likelihoodsOf, type Mixture } from './loss.ts';
import { sizesOff } from './noise-check.ts';

const certain = (...point: number[]): Mixture => ({ points: [point], weights: [1] });
const coin = (rate: number, yes: number[], no: number[]): Mixture => ({ points: [yes, no], weights: [rate, 1 - rate] });

describe('the largest loss', () => {
  test.each([0.25, 0.5, 0.75])(
    'a count of a Bernoulli sample at rate %d is amplified exactly as the closed form says',
    rate => {
      const kernel = laplaceAtValues([0n, 1n], 1);
      const loss = largestLoss({ one: coin(rate, [1], [0]), other: certain(0), kernels: [kernel] });
      expect(loss).toBeCloseTo(Math.log(1 + rate * Math.expm1(1)), 12);
    },
  );

  test('two numbers of one person add up, and two of one coin are amplified once', () => {
    const kernels = [laplaceAtValues([0n, 1n], 1), laplaceAtValues([0n, 1n], 0.5)];
    expect(largestLoss({ one: certain(1, 1), other: certain(0, 0), kernels })).toBeCloseTo(3, 12);
    const sampled = largestLoss({ one: coin(0.5, [1, 1], [0, 0]), other: certain(0, 0), kernels });
    expect(sampled).toBeCloseTo(Math.log(1 + 0.5 * Math.expm1(3)), 12);
  });

  test('ascent finds what trying all outputs finds', () => {
    const many = Array.from({ length: 10 }, () => laplaceAtValues([0n, 1n, 2n], 1));
    const point = (value: number) => many.map(() => value);
    const loss = largestLoss({ one: coin(0.5, point(2), point(0)), other: certain(...point(0)), kernels: many });
    expect(loss).toBeCloseTo(Math.log(1 + 0.5 * Math.expm1(20)), 9);
  });

  test('a replaced person in two of several groups costs twice', () => {
    const kernels = [laplaceAtValues([0n, 1n], 1), laplaceAtValues([0n, 1n], 1)];
    expect(largestLoss({ one: certain(1, 0), other: certain(0, 1), kernels })).toBeCloseTo(2, 12);
  });

  test('one output of a quantile tells at most epsilon, by weights of its own', () => {
    const law = {
      low: 0n,
      high: 2n,
      rank: rational.ratio(1n, 2n),
      epsilon: rational.one,
      sensitivity: 1n,
      drawing: 'permute-and-flip',
    } as const;
    const kernel = quantileKernel([[], [{ value: 2n, rows: 1n }]], law);
    expect(kernel.map(row => row[0])).toEqual([1 / 3, 1 / 3, 1 / 3]);
    const loss = largestLoss({ one: certain(1), other: certain(0), kernels: [kernel] });
    expect(loss).toBeGreaterThan(0.2);
    expect(loss).toBeLessThanOrEqual(1);
  });
});

describe('the hockey stick', () => {
  const noise = { kind: 'discrete-laplace', theorem: 'laplaceNoise', scale: rational.one, variance: 1 } as const;
  const kernel = noiseCells([0n, 1n], noise, 200);
  const likelihoods = likelihoodsOf({ one: certain(1), other: certain(0), kernels: [kernel] });

  test('of Laplace noise is nothing at its epsilon, and what the closed form says below it', () => {
    expect(hockeyStick(likelihoods, 1)).toBeLessThan(1e-12);
    // sum over o >= 1 of p(o - 1) - e^x p(o): P(noise >= 0) - e^x P(noise >= 1)
    const above = 1 - laplaceBelow(1)(0) - Math.exp(0.5) * (1 - laplaceBelow(1)(1));
    expect(hockeyStick(likelihoods, 0.5)).toBeCloseTo(above, 12);
  });

  test('merging outputs of one ratio loses nothing', () => {
    expect(likelihoods.reduce((sum, [p]) => sum + p, 0)).toBeCloseTo(1, 12);
    expect(likelihoods.length).toBeLessThan(10);
  });
});

test.each([0.5, 1, 2])(
  'the concentration of Gaussian noise at rho %d is rho, however rare the outputs that decide it',
  rho => {
    const scale = rational.fromNumber(Math.sqrt(1 / (2 * rho)));
    const noise = { kind: 'discrete-gaussian', theorem: 'gaussianNoise', scale, variance: 1 } as const;
    const kernels = [noiseCells([0n, 1n], noise, 200)];
    const found = concentration(likelihoodsOf({ one: certain(1), other: certain(0), kernels }));
    expect(found).toBeLessThanOrEqual(rho * (1 + 1e-9));
    expect(found).toBeGreaterThan(0.7 * rho);
  },
);

test('noise of its scale is accepted, and of one that is a twentieth off it is not', () => {
  const drawn = (numerator: bigint) => {
    const draw = discreteLaplace(uniform(reproducibleEntropy(5)), { numerator, denominator: 100n });
    return Array.from({ length: 20_000 }, () => Number(draw()));
  };
  expect(sizesOff(drawn(200n), 2)).toBeLessThan(4);
  expect(sizesOff(drawn(190n), 2)).toBeGreaterThan(5);
  expect(sizesOff(drawn(210n), 2)).toBeGreaterThan(5);
});

test.each([1, 1e9, 1e25])('cells of noise of scale %d are all of it, though its decay may be next to 1', scale => {
  const noise = { kind: 'discrete-laplace', scale: rational.ratio(BigInt(scale)) } as never;
  const cells = noiseCells([0n, BigInt(scale)], noise, 120);
  for (const place of [0, 1]) expect(cells.reduce((sum, cell) => sum + cell[place], 0)).toBeCloseTo(1, 9);
});
