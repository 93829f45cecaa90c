import { describe, expect, test } from 'vitest';
import { epsilons, hockeyStick, type Table } from '../../../../test/support/loss-tables.ts';
import type { ApproximateGuarantee } from '../../../vocabulary/index.ts';
import { deltaOf } from '../pair.ts';
import { chainWithDelta } from './chain.ts';
import { worstPair } from './guarantee.ts';
import { coinOver, type Moved } from './line.ts';

const guarantees: readonly ApproximateGuarantee[] = [
  { epsilon: 0.5, delta: 0.2 },
  { epsilon: 0.7, delta: 0.01 },
  { epsilon: 0.1, delta: 1e-9 },
  { epsilon: 2, delta: 1e-3 },
];

const one = (units: number): Moved[] => [{ weight: 1, units }];

/** What one change may make of a chance. */
const most = ({ epsilon, delta }: ApproximateGuarantee, y: number): number =>
  Math.min(1, Math.exp(epsilon) * y + delta, 1 - (1 - y - delta) * Math.exp(-epsilon));

const chanceAfter = (guarantee: ApproximateGuarantee, y: number, changes: number): number =>
  changes <= 0 ? y : chanceAfter(guarantee, most(guarantee, y), changes - 1);

const mixtures: readonly (readonly [readonly Moved[], readonly Moved[]])[] = [
  [coinOver(0.3, 3), coinOver(0.3, 2)],
  [coinOver(0.1, 1), coinOver(0.1, 4)],
  [
    [
      { weight: 0.6, units: 0 },
      { weight: 0.3, units: 2 },
      { weight: 0.1, units: 4 },
    ],
    one(0),
  ],
];

/** What a cell across a bend may hide, after four changes. */
const COARSE = 5e-3;

describe('chainWithDelta', () => {
  test.each(guarantees)('of one law each is the pair of so many changes: %o', guarantee => {
    for (const [from, to] of [
      [0, 1],
      [4, 5],
      [0, 3],
      [-2, 3],
      [0, 9],
    ]) {
      // what lies on the chain beside them changes nothing
      const beside = { weight: 0, units: from - 1 };
      for (const first of [one(to), [...one(to), beside]]) {
        const pair = chainWithDelta(guarantee, first, one(from));
        const plain = worstPair(guarantee, to - from);
        for (const epsilon of epsilons) {
          expect(pair && deltaOf(pair, epsilon).upper).toBeCloseTo(deltaOf(plain, epsilon).upper, 12);
          expect(pair && deltaOf(pair, epsilon).lower).toBeCloseTo(deltaOf(plain, epsilon).lower, 12);
        }
      }
    }
  });

  test.each(guarantees)('mixtures tell what their chances on half-lines tell: %o', guarantee => {
    const cells = 20_000;
    for (const [first, second] of mixtures) {
      const mass = (mixture: readonly Moved[], since: number, from: number, to: number): number =>
        mixture.reduce(
          (sum, { weight, units }) =>
            units < since
              ? sum
              : sum +
                weight * (chanceAfter(guarantee, to, units - since) - chanceAfter(guarantee, from, units - since)),
          0,
        );
      const table: Table = [0, 1, 2, 3, 4].flatMap(since => {
        const end = since === 0 ? 1 : guarantee.delta;
        return Array.from({ length: cells }, (_, i): [number, number] => {
          const [from, to] = [(end * i) / cells, (end * (i + 1)) / cells];
          return [mass(first, since, from, to), mass(second, since, from, to)];
        });
      });
      const pair = chainWithDelta(guarantee, first, second);
      for (const epsilon of [...epsilons, -0.05, 0.02, 0.3]) {
        const truth = hockeyStick(table, epsilon);
        // cells of the table lie across bends: it tells a little less
        expect(pair && deltaOf(pair, epsilon).upper).toBeGreaterThanOrEqual(truth - 1e-9);
        expect(pair && deltaOf(pair, epsilon).lower).toBeLessThanOrEqual(truth + COARSE);
      }
    }
  });

  test('a coin over chains of small mechanisms never tells more', () => {
    const guarantee = { epsilon: 0.5, delta: 0.2 };
    const sixths = [0, 1, 2, 3, 4, 5, 6];
    const laws = sixths.flatMap(a => sixths.filter(b => a + b <= 6).map(b => [a / 6, b / 6, (6 - a - b) / 6]));
    const tell = (p: readonly number[], q: readonly number[], epsilon: number): number =>
      hockeyStick(
        p.map((x, i) => [x, q[i]]),
        epsilon,
      );
    const near = laws.map(p =>
      laws.filter(q => Math.max(tell(p, q, guarantee.epsilon), tell(q, p, guarantee.epsilon)) <= 0.2 + 1e-12),
    );
    const drawn = [0.5, 0.3, 0.2];
    const worst = chainWithDelta(
      guarantee,
      drawn.map((weight, units) => ({ weight, units })),
      one(0),
    );
    let largest = 0;
    for (const epsilon of [0, 0.2, 0.6]) {
      const limit = (worst && deltaOf(worst, epsilon).upper) ?? 0;
      laws.forEach((none, i) => {
        for (const once of near[i])
          for (const twice of near[laws.indexOf(once)]) {
            const mixed = none.map((x, k) => drawn[0] * x + drawn[1] * once[k] + drawn[2] * twice[k]);
            const found = tell(mixed, none, epsilon);
            expect(found).toBeLessThanOrEqual(limit + 1e-12);
            largest = Math.max(largest, found / limit);
          }
      });
    }
    expect(largest).toBeGreaterThan(0.8);
  });

  test('too long a chain has no pair', () => {
    expect(chainWithDelta(guarantees[0], one(257), one(0))).toBeUndefined();
  });
});
