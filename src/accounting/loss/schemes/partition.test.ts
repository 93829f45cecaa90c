import { describe, expect, test } from 'vitest';
import {
  additions,
  discreteLaplaceSum,
  faults,
  membership,
  onEveryPart,
  removals,
  replacements,
  tableOf,
} from '../../../../test/support/loss-samples.ts';
import { hockeyStick } from '../../../../test/support/loss-tables.ts';
import { randomSplit } from '../../../../test/support/stability-lottery.ts';
import { binomialLogMass, logUpperTail } from '../../../numerics/index.ts';
import type { SpecifiedMechanism } from '../../specification.ts';
import { baseOf } from '../mechanism.ts';
import { deltaOf } from '../pair.ts';
import { upperDelta } from '../profile.ts';
import { partitionBounds } from './partition.ts';

const split = (parts: number) => randomSplit(...Array<number>(parts).fill(1 / parts));
const focus = { points: 2 ** 15, delta: 1e-6 };
const NEAR = { reached: 1e-6 };

/** Mass of the standard normal distribution between two points. */
const normalBetween = (from: number, to: number): number =>
  from > 0
    ? Math.exp(logUpperTail(from)) - Math.exp(logUpperTail(to))
    : Math.exp(logUpperTail(-to)) - Math.exp(logUpperTail(-from));

describe('partitionBounds', () => {
  const mechanism: SpecifiedMechanism = { kind: 'discrete-laplace', parameter: 0.7, sensitivity: 1 };
  const answers = onEveryPart(discreteLaplaceSum(0.7, 2));

  test.each([2, 3])('small data, every part shown, both directions, reached: %i parts', parts => {
    const others = 4 - parts;
    const removal = partitionBounds(baseOf(mechanism), parts, 'remove', focus);
    expect(faults(removal, removals(split(parts), answers, others), NEAR)).toEqual([]);
    const addition = partitionBounds(baseOf(mechanism), parts, 'add', focus);
    expect(faults(addition, additions(split(parts), answers, others), NEAR)).toEqual([]);
    expect(faults(addition, removals(split(parts), answers, others), NEAR)).not.toEqual([]);
  });

  test('ratios that reach too far for any lattice are bounded from both sides all the same', () => {
    const base = baseOf({ kind: 'gaussian', noiseMultiplier: 0.08, sensitivity: 1 });
    for (const way of ['remove', 'add'] as const) {
      const { upper, lowers } = partitionBounds(base, 440, way, { points: 2 ** 12, delta: 1e-6, alone: true });
      for (const epsilon of [0, 9.8, 60])
        expect(deltaOf(lowers[0], epsilon).lower).toBeLessThanOrEqual(upperDelta(upper, epsilon));
      expect(upperDelta(upper, 150)).toBeLessThan(1e-6);
    }
    const { lowers } = partitionBounds(base, 440, 'remove', { points: 2 ** 12, delta: 1e-6, alone: true });
    expect(deltaOf(lowers[0], 9.8).lower).toBeGreaterThan(0.4);
  });

  test('so are those that reach a little too far: two parts, cell by cell', () => {
    const noiseMultiplier = 0.5;
    const [base, reach, cells] = [baseOf({ kind: 'gaussian', noiseMultiplier, sensitivity: 1 }), 8, 400];
    const mass = (centre: number, i: number): number =>
      normalBetween((2 * reach * i) / cells - reach - centre, (2 * reach * (i + 1)) / cells - reach - centre);
    const none = Array.from({ length: cells }, (_, i) => mass(0, i));
    const unit = Array.from({ length: cells }, (_, i) => mass(1 / noiseMultiplier, i));
    const table = none.flatMap((q, i) =>
      none.map((r, j): [number, number] => [(unit[i] * r + q * unit[j]) / 2, q * r]),
    );
    const { upper, lowers } = partitionBounds(base, 2, 'remove', { points: 2 ** 12, delta: 1e-9, alone: true });
    for (const epsilon of [0, 0.5, 2, 4]) {
      const seen = hockeyStick(table, epsilon);
      expect(upperDelta(upper, epsilon)).toBeGreaterThanOrEqual(seen - 1e-12);
      for (const lower of lowers) expect(deltaOf(lower, epsilon).lower).toBeLessThanOrEqual(seen * 1.001);
    }
    // far out the lattice knows nothing, but the part could be shown
    expect(upperDelta(upper, 60)).toBeLessThan(1e-12);
  });

  test('in several steps such ratios are bounded from both sides', () => {
    const base = baseOf({ kind: 'gaussian', noiseMultiplier: 0.15, sensitivity: 1 });
    for (const way of ['remove', 'add'] as const) {
      // few parts, where a step alone is known from both sides
      const { upper, lowers } = partitionBounds(base, 3, way, { points: 2 ** 12, delta: 1e-6 });
      const alone = partitionBounds(base, 3, way, { points: 2 ** 14, delta: 1e-6, alone: true });
      for (const epsilon of [-1, 0, 0.5, 2, 9.8, 20]) {
        const known = deltaOf(alone.lowers[0], epsilon).lower;
        expect(upperDelta(upper, epsilon)).toBeGreaterThanOrEqual(known);
        expect(deltaOf(lowers[0], epsilon).lower).toBeLessThanOrEqual(upperDelta(alone.upper, epsilon));
      }
      expect(deltaOf(lowers[0], 0.1).lower).toBeGreaterThan(0.3);
    }
  });

  test.each([2, 3])('small data, a replaced unit, reached: %i parts', parts => {
    const bounds = partitionBounds(baseOf(mechanism), parts, 'replace', focus);
    expect(bounds.lowers).toEqual([bounds.upper]);
    expect(faults(bounds, replacements(split(parts), answers, 4 - parts), NEAR)).toEqual([]);
    const removal = partitionBounds(baseOf(mechanism), parts, 'remove', focus);
    expect(faults(removal, replacements(split(parts), answers, 4 - parts))).not.toEqual([]);
  });

  test('tables that one answer tells apart for sure', () => {
    const [upper, lower] = [
      [0.1, 0.6, 0.3, 0],
      [0, 0.4, 0.5, 0.1],
    ];
    const parts = 3;
    const table = tableOf(split(parts), onEveryPart(membership('x:0', upper, lower)), ['x:0'], []);
    const base = baseOf({ kind: 'pair', upper, lower });
    expect(faults(partitionBounds(base, parts, 'remove', focus), [table], NEAR)).toEqual([]);
    const back = table.map(([p, q]) => [q, p] as const);
    expect(faults(partitionBounds(base, parts, 'add', focus), [back], NEAR)).toEqual([]);
  });
});

/**
 * Randomized response in every part: the ratio is (J·exp(e) + (T-J)·exp(-e))/T with J binomial, so delta is a sum of
 * T + 1 terms, each of which is positive.
 */
function closedForm(epsilon: number, parts: number, at: number): { removal: number; addition: number } {
  const rate = 1 / (1 + Math.exp(epsilon));
  let [removal, addition] = [0, 0];
  for (let j = 0; j <= parts; j++) {
    const mass = Math.exp(binomialLogMass(parts, rate, j));
    const ratio = (j * Math.exp(epsilon) + (parts - j) * Math.exp(-epsilon)) / parts;
    removal += mass * Math.max(0, ratio - Math.exp(at));
    addition += mass * Math.max(0, 1 - Math.exp(at) * ratio);
  }
  return { removal, addition };
}

describe('randomized response in every part', () => {
  const truth = (epsilon: number) => [1 / (1 + Math.exp(-epsilon)), 1 / (1 + Math.exp(epsilon))];

  test('the closed sum is the sum over all 2^T answers', () => {
    const [yes, no] = truth(0.9);
    for (const parts of [2, 3, 7]) {
      const answers = onEveryPart(membership('x:0', [yes, no], [no, yes]));
      const table = tableOf(split(parts), answers, ['x:0'], []);
      for (const at of [-0.2, 0, 0.1, 0.4]) {
        const { removal, addition } = closedForm(0.9, parts, at);
        expect(hockeyStick(table, at)).toBeCloseTo(removal, 13);
        expect(
          hockeyStick(
            table.map(([p, q]) => [q, p]),
            at,
          ),
        ).toBeCloseTo(addition, 13);
      }
    }
  });

  test.each([
    [0.9, 3, [-0.3, 0, 0.2, 0.6, 0.85]],
    [1, 40, [-0.1, 0, 0.1, 0.3, 0.5]],
    [2, 1000, [-0.02, 0, 0.05, 0.15, 0.25]],
    [0.1, 5, [0, 0.01, 0.04, 0.09]],
  ])('both sides hold the closed sum: epsilon %d, %i parts', (epsilon, parts, points) => {
    const base = baseOf({ kind: 'pure', epsilon, replace: 2 * epsilon });
    for (const [way, name] of [
      ['remove', 'removal'],
      ['add', 'addition'],
    ] as const) {
      const { upper, lowers, highest } = partitionBounds(base, parts, way, { points: 2 ** 15, delta: 1e-5 });
      expect(highest).toBeCloseTo(epsilon, 12);
      for (const at of points) {
        const exact = closedForm(epsilon, parts, at)[name];
        const [above, below] = [upperDelta(upper, at), deltaOf(lowers[0], at).lower];
        expect(below, `${way} below ${at}`).toBeLessThanOrEqual(exact * (1 + 1e-12) + 1e-16);
        expect(above, `${way} above ${at}`).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
        expect(above - below, `${way} width at ${at}`).toBeLessThan(1e-7 + 1e-2 * exact);
      }
    }
  });

  test('neither direction is always the worse: both must be taken', () => {
    expect(closedForm(0.1, 5, 0.01).removal).toBeGreaterThan(1.05 * closedForm(0.1, 5, 0.01).addition);
    expect(closedForm(2, 3, 0.5).addition).toBeGreaterThan(closedForm(2, 3, 0.5).removal);
  });

  test('far out in the tail the bounds stay on their sides', () => {
    const base = baseOf({ kind: 'pure', epsilon: 1, replace: 2 });
    const { upper, lowers } = partitionBounds(base, 400, 'remove', { points: 2 ** 15, delta: 1e-20 });
    for (const at of [0.2, 0.4, 0.5]) {
      const exact = closedForm(1, 400, at).removal;
      expect(deltaOf(lowers[0], at).lower / exact).toBeLessThanOrEqual(1 + 1e-10);
      expect(upperDelta(upper, at) / exact).toBeGreaterThanOrEqual(1 - 1e-10);
    }
  });
});

test('Gaussian noise in a thousand parts: both sides of the known epsilon at delta 1e-6', () => {
  const base = baseOf({ kind: 'gaussian', noiseMultiplier: 1, sensitivity: 1 });
  const fine = { points: 2 ** 17, delta: 1e-6 };
  const removal = partitionBounds(base, 1000, 'remove', fine);
  expect(upperDelta(removal.upper, 0.171736)).toBeLessThan(1e-6);
  expect(deltaOf(removal.lowers[0], 0.171723).lower).toBeGreaterThan(1e-6);
  const addition = partitionBounds(base, 1000, 'add', fine);
  expect(upperDelta(addition.upper, 0.14944)).toBeLessThan(1e-6);
  expect(deltaOf(addition.lowers[0], 0.14942).lower).toBeGreaterThan(1e-6);
});
