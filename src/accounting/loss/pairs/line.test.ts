import { describe, expect, test } from 'vitest';
import { hockeyStick, type Table } from '../../../../test/support/loss-tables.ts';
import { upperTail } from '../../../numerics/index.ts';
import { laplaceUpperTail } from '../../../numerics/laplace.ts';
import type { SpecifiedMechanism } from '../../specification.ts';
import { baseOf } from '../mechanism.ts';
import { deltaOf, type LossPair } from '../pair.ts';
import { coinOver, type Moved } from './line.ts';

/** The masses of a law that is moved by so many units, over one list of outcomes for all of them. */
type Law = (units: number) => readonly number[];

const integers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Continuous noise by cells of the output, which hide a little. */
const cells =
  (tail: (x: number) => number, reach: number, width: number): Law =>
  units => {
    const edges = integers(-Math.ceil(reach / width), Math.ceil(reach / width)).map(i => i * width - units);
    const between = (from: number, to: number): number => (from > 0 ? tail(from) - tail(to) : tail(-to) - tail(-from));
    return [-Infinity, ...edges].map((from, i) => between(from, edges[i] ?? Infinity));
  };

/** Noise on integers by its weights. */
const onIntegers =
  (weight: (x: number) => number, reach: number): Law =>
  units => {
    const total = integers(-reach, reach).reduce((sum, x) => sum + weight(x), 0);
    return integers(-reach, reach).map(x => weight(x - units) / total);
  };

/** What is left of [0, 1] after so many changes by F(y) = min(A·y, 1 - (1-y)/A), cell by cell. */
const chain =
  (epsilon: number, count: number): Law =>
  units => {
    const turned = units < 0;
    const after = (y: number): number => {
      let chance = turned ? 1 - y : y;
      for (let i = 0; i < Math.abs(units); i++)
        chance = Math.min(Math.exp(epsilon) * chance, 1 - (1 - chance) * Math.exp(-epsilon));
      return turned ? 1 - chance : chance;
    };
    return integers(1, count).map(i => after(i / count) - after((i - 1) / count));
  };

const mechanisms: { mechanism: SpecifiedMechanism; law: Law; hidden: number }[] = [
  {
    mechanism: { kind: 'gaussian', noiseMultiplier: 1.3, sensitivity: 1 },
    law: cells(x => upperTail(x / 1.3), 30, 1 / 128),
    hidden: 1e-4,
  },
  {
    mechanism: { kind: 'laplace', scale: 1.7, sensitivity: 1 },
    law: cells(x => laplaceUpperTail(x, 1.7), 40, 1 / 128),
    hidden: 1e-4,
  },
  {
    mechanism: { kind: 'discrete-laplace', parameter: 0.6, sensitivity: 1 },
    law: onIntegers(x => Math.exp(-0.6 * Math.abs(x)), 90),
    hidden: 1e-12,
  },
  {
    mechanism: { kind: 'discrete-gaussian', sigma: 1.1, sensitivity: 1 },
    law: onIntegers(x => Math.exp(-(x * x) / 2.42), 40),
    hidden: 1e-12,
  },
  { mechanism: { kind: 'pure', epsilon: 0.4, replace: 0.8 }, law: chain(0.4, 40_000), hidden: 2e-4 },
];

const mixed = (law: Law, mixture: readonly Moved[]): number[] =>
  mixture
    .map(({ weight, units }) => law(units).map(mass => weight * mass))
    .reduce((sum, next) => sum.map((mass, i) => mass + next[i]));

const tableOf = (law: Law, first: readonly Moved[], second: readonly Moved[]): Table => {
  const other = mixed(law, second);
  return mixed(law, first).map((mass, i) => [mass, other[i]]);
};

function expectLaw(pair: LossPair | undefined, table: Table, hidden: number, epsilons: readonly number[]): void {
  if (pair === undefined) throw new TypeError('the line has this pair');
  for (const epsilon of epsilons) {
    const truth = hockeyStick(table, epsilon);
    const { lower, upper } = deltaOf(pair, epsilon);
    expect(upper, `at ${epsilon}`).toBeGreaterThanOrEqual(truth - 1e-12);
    expect(lower, `at ${epsilon}`).toBeLessThanOrEqual(truth + hidden);
  }
}

const EPSILONS = [-1.1, -0.3, -0.02, 0, 0.01, 0.1, 0.35, 0.9, 2];

describe.each(mechanisms)('$mechanism.kind', ({ mechanism, law, hidden }) => {
  const { line } = baseOf(mechanism);

  test('mixture: weights of groups, against none', () => {
    const parts = [
      { weight: 0.5, units: 2 },
      { weight: 0.3, units: 4 },
      { weight: 0.2, units: 6 },
    ];
    expectLaw(line?.mixture(parts, 0), tableOf(law, parts, coinOver(0, 1)), hidden, EPSILONS);
    const rare = [{ weight: 0.999, units: 0 }, ...parts.map(({ weight, units }) => ({ weight: weight / 1000, units }))];
    expectLaw(line?.mixture(rare, 0), tableOf(law, rare, coinOver(0, 1)), hidden, [-0.0005, 0, 0.001, 0.05]);
  });

  test('what the weights lack has infinite loss', () => {
    const pair = line?.mixture([{ weight: 0.75, units: 2 }], 0.25);
    expect(pair?.infinite).toBeCloseTo(0.25, 12);
    expect(pair && deltaOf(pair, 50).lower).toBeCloseTo(0.25, 10);
  });

  test.each([0.001, 0.2, 0.9])('mirrored: one way against the other, rate %d', rate => {
    expectLaw(line?.mirrored(rate), tableOf(law, coinOver(rate, 1), coinOver(rate, -1)), hidden, EPSILONS);
  });

  test.each([
    [0.01, 2],
    [0.3, 3],
    [0.0005, 8],
    [0.9, 5],
  ])('crowded: from loss 0 on, rate %d, %i units', (rate, units) => {
    const table = tableOf(law, coinOver(rate, units), coinOver(rate, units - 1));
    const positive = EPSILONS.filter(epsilon => epsilon >= 0);
    expectLaw(line?.crowded(rate, units), table, hidden, positive);
  });
});
