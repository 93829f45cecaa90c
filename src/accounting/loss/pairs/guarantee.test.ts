import { describe, expect, test } from 'vitest';
import { epsilons, hockeyStick, type Table } from '../../../../test/support/loss-tables.ts';
import { seeded } from '../../../../test/support/tree-strategies.ts';
import type { ApproximateGuarantee } from '../../../vocabulary/index.ts';
import { deltaOf, type LossPair } from '../pair.ts';
import { chainMixtures, grouped, worstPair, worstSampledSubstitution, worstSubstitution } from './guarantee.ts';

/** All distributions over three outcomes in steps of a sixth. */
const distributions = [0, 1, 2, 3, 4, 5, 6].flatMap(a =>
  [0, 1, 2, 3, 4, 5, 6].filter(b => a + b <= 6).map(b => [a / 6, b / 6, (6 - a - b) / 6]),
);
const stick = (p: readonly number[], q: readonly number[], epsilon: number): number =>
  hockeyStick(
    p.map((mass, i) => [mass, q[i]]),
    epsilon,
  );

const guarantee = { epsilon: 0.5, delta: 0.2 };
const neighbours = distributions.map(p =>
  distributions.filter(
    q => Math.max(stick(p, q, guarantee.epsilon), stick(q, p, guarantee.epsilon)) <= guarantee.delta + 1e-12,
  ),
);

describe('worstPair of one change', () => {
  test('reveals more than every small mechanism with the same guarantee, at every epsilon', () => {
    const worst = worstPair(guarantee);
    for (const epsilon of epsilons) {
      const most = Math.max(...distributions.flatMap((p, i) => neighbours[i].map(q => stick(p, q, epsilon))));
      expect(most).toBeLessThanOrEqual(deltaOf(worst, epsilon).upper + 1e-12);
    }
  });

  test('keeps the guarantee itself, and no better', () => {
    for (const { epsilon, delta } of [guarantee, { epsilon: 0, delta: 0.1 }, { epsilon: 3, delta: 1e-300 }]) {
      const worst = worstPair({ epsilon, delta });
      expect(deltaOf(worst, epsilon).upper / delta).toBeCloseTo(1, 11);
      expect(deltaOf(worst, epsilon + 40).lower / delta).toBeCloseTo(1, 11);
      expect(worst.highest).toBeCloseTo(epsilon, 14);
    }
    expect(worstPair({ epsilon: 2, delta: 0 }).infinite).toBe(0);
    expect(worstPair({ epsilon: 2, delta: 1 }).infinite).toBeCloseTo(1, 13);
  });

  test('pure: is randomized response', () => {
    const table: Table = [
      [0.75, 0.25],
      [0.25, 0.75],
    ];
    const worst = worstPair({ epsilon: Math.log(3), delta: 0 });
    for (const epsilon of epsilons) expect(deltaOf(worst, epsilon).upper).toBeCloseTo(hockeyStick(table, epsilon), 13);
  });
});

describe('grouped', () => {
  test('covers every chain of neighbours', () => {
    for (const units of [2, 3]) {
      const claim = grouped(guarantee, units);
      let reach = distributions.map((_, i) => new Set([i]));
      for (let i = 0; i < units; i++)
        reach = reach.map(set => new Set([...set].flatMap(j => neighbours[j].map(q => distributions.indexOf(q)))));
      const most = Math.max(
        ...reach.flatMap((set, i) => [...set].map(j => stick(distributions[i], distributions[j], claim.epsilon))),
      );
      expect(most).toBeLessThanOrEqual(claim.delta + 1e-12);
      expect(claim.epsilon).toBe(units * guarantee.epsilon);
      // the pair is closer, at every epsilon
      const worst = worstPair(guarantee, units);
      for (const epsilon of epsilons) {
        const found = Math.max(
          ...reach.flatMap((set, i) => [...set].map(j => stick(distributions[i], distributions[j], epsilon))),
        );
        expect(found).toBeLessThanOrEqual(deltaOf(worst, epsilon).upper + 1e-12);
        expect(deltaOf(worst, epsilon).lower).toBeLessThanOrEqual(deltaOf(worstPair(claim), epsilon).upper + 1e-12);
      }
    }
  });

  test('is delta·(1 + exp(e) + exp(2e) + ...)', () => {
    expect(grouped({ epsilon: 0.5, delta: 1e-6 }, 3).delta / 1e-6).toBeCloseTo(1 + Math.exp(0.5) + Math.exp(1), 12);
    expect(grouped({ epsilon: 0, delta: 1e-6 }, 5).delta / 1e-6).toBeCloseTo(5, 12);
    expect(grouped({ epsilon: 0.5, delta: 1e-6 }, 1)).toEqual({ epsilon: 0.5, delta: 1e-6 });
    expect(grouped({ epsilon: 800, delta: 0 }, 2)).toEqual({ epsilon: 1600, delta: 0 });
  });

  test('a cost too large for doubles fails for sure; it is not called free', () => {
    expect(grouped({ epsilon: 800, delta: 1e-6 }, 2).delta).toBe(1);
    expect(grouped({ epsilon: 400, delta: 1e-300 }, 3).delta).toBe(1);
  });
});

/** An event of chance y has at most this chance after one change. */
const most = ({ epsilon, delta }: ApproximateGuarantee, y: number): number =>
  Math.min(1, Math.exp(epsilon) * y + delta, 1 - (1 - y - delta) * Math.exp(-epsilon));
const least = (guarantee: ApproximateGuarantee, y: number): number => 1 - most(guarantee, 1 - y);

const CELLS = 10_000;

/** What a turn between two points of the grid hides at most. */
const COARSE = 20 / CELLS;

/** Cells with these chances up to each of their upper ends. */
const cells = (chance: (y: number) => number): number[] =>
  Array.from({ length: CELLS + 1 }, (_, i) =>
    i === 0 ? chance(0) : chance(i / CELLS) - chance((i - 1) / CELLS),
  ).concat(1 - chance(1));

/** Between what the mechanism reaches and what every event allows the pair lies, at all epsilons. */
function expectWorst(pair: LossPair, reached: (epsilon: number) => number, allowed: (epsilon: number) => number): void {
  for (const epsilon of [-1.3, -0.2, 0, 0.1, 0.4, 0.9, 1.7, 3]) {
    const { lower, upper } = deltaOf(pair, epsilon);
    expect(lower).toBeLessThanOrEqual(reached(epsilon) + COARSE);
    expect(upper).toBeGreaterThanOrEqual(reached(epsilon) - 1e-12);
    expect(upper).toBeLessThanOrEqual(allowed(epsilon) + COARSE);
    expect(upper).toBeGreaterThanOrEqual(allowed(epsilon) - 1e-12);
  }
}

/** Largest first(y) - exp(e)·second(y) over a grid of y. */
const overEvents =
  (first: (y: number) => number, second: (y: number) => number) =>
  (epsilon: number): number => {
    let largest = Math.max(0, -Math.expm1(epsilon));
    for (let i = 0; i <= CELLS; i++)
      largest = Math.max(largest, first(i / CELLS) - Math.exp(epsilon) * second(i / CELLS));
    return largest;
  };

const GUARANTEES: readonly ApproximateGuarantee[] = [
  { epsilon: 1, delta: 0 },
  { epsilon: 0.5, delta: 0.01 },
  { epsilon: 0.7, delta: 0.2 },
  { epsilon: 2, delta: 0.1 },
  { epsilon: 0, delta: 0.1 },
  { epsilon: 0.3, delta: 0.45 },
  { epsilon: 1.2, delta: 0.95 },
];

describe.each(GUARANTEES)('$epsilon, $delta', guarantee => {
  test('one change more than randomized response: no event moves further, and a mechanism moves all as far', () => {
    for (const changes of [1, 2, 3, 4]) {
      const chain = Array.from({ length: changes + 1 }, (_, i) => {
        const chance = (y: number): number => {
          let moved = y;
          for (let k = 0; k < i; k++) moved = most(guarantee, moved);
          return moved;
        };
        return { chance, table: cells(chance) };
      });
      for (let i = 1; i <= changes; i++) {
        const [p, q] = [chain[i].table, chain[i - 1].table];
        expect(Math.max(stick(p, q, guarantee.epsilon), stick(q, p, guarantee.epsilon))).toBeLessThanOrEqual(
          guarantee.delta + 1e-9,
        );
      }
      expectWorst(
        worstPair(guarantee, changes),
        epsilon => stick(chain[changes].table, chain[0].table, epsilon),
        overEvents(chain[changes].chance, y => y),
      );
    }
  });

  test.each([0.001, 0.3, 0.9])('a replaced unit under a coin of %d', rate => {
    const [unit, other] = [(y: number) => most(guarantee, y), (y: number) => least(guarantee, y)];
    const mixed = (chance: (y: number) => number) => (y: number) => (1 - rate) * y + rate * chance(y);
    for (const chance of [unit, other]) {
      const [p, q] = [cells(chance), cells(y => y)];
      expect(Math.max(stick(p, q, guarantee.epsilon), stick(q, p, guarantee.epsilon))).toBeLessThanOrEqual(
        guarantee.delta + 1e-9,
      );
    }
    const [first, second] = [cells(mixed(unit)), cells(mixed(other))];
    expectWorst(
      worstSampledSubstitution(guarantee, rate),
      epsilon => stick(first, second, epsilon),
      overEvents(mixed(unit), mixed(other)),
    );
  });
});

test('a replaced unit of epsilon 1 moves an event by 0.6321 at most, not by 0.7616', () => {
  for (const pair of [worstPair({ epsilon: 1, delta: 0 }, 2), worstSubstitution(1, 2)])
    expect(deltaOf(pair, 0).upper).toBeCloseTo(1 - Math.exp(-1), 13);
  expect(deltaOf(worstPair({ epsilon: 2, delta: 0 }), 0).upper).toBeCloseTo(Math.tanh(1), 13);
});

describe('worstReplacement', () => {
  test.each([
    [1, 1.9],
    [1, 1.6],
    [1, 1.2],
    [0.2, 0.39],
    [3, 0.5],
  ])('e = %d, r = %d: no event allows more, and a mechanism reaches it', (epsilon, replace) => {
    const [a, b] = [Math.exp(epsilon), Math.exp(replace)];
    const within = (x: number, y: number, ratio: number): boolean =>
      x <= ratio * y + 1e-12 &&
      y <= ratio * x + 1e-12 &&
      1 - x <= ratio * (1 - y) + 1e-12 &&
      1 - y <= ratio * (1 - x) + 1e-12;
    const GRID = 60;
    const chances = Array.from({ length: GRID + 1 }, (_, i) => i / GRID);
    const pair = worstSubstitution(epsilon, replace);
    for (const at of [0, 0.2, 0.6]) {
      let largest = 0;
      for (const x of chances)
        for (const z of chances)
          if (within(x, z, b) && chances.some(y => within(x, y, a) && within(z, y, a)))
            largest = Math.max(largest, x - Math.exp(at) * z);
      expect(largest).toBeLessThanOrEqual(deltaOf(pair, at).upper + 1e-9);
      expect(largest).toBeGreaterThan(deltaOf(pair, at).lower - 6 / GRID);
    }
    // the mechanism: its outcomes have a common third law within e of both
    const revealing = Math.min(b / (1 + b), (1 - 1 / a) / (1 - 1 / b));
    const rest = 1 - revealing * (1 + 1 / b);
    const range = (low: number, high: number) => ({ low, high });
    const shares = [
      range(revealing / a, (revealing / b) * a),
      range(revealing / a, (revealing / b) * a),
      range(rest / a, rest * a),
    ];
    expect(shares.reduce((sum, { low }) => sum + low, 0)).toBeLessThanOrEqual(1 + 1e-12);
    expect(shares.reduce((sum, { high }) => sum + high, 0)).toBeGreaterThanOrEqual(1 - 1e-12);
    expect(deltaOf(pair, 0).upper).toBeCloseTo(revealing * (1 - 1 / b), 13);
  });
});

test('no chain of 500 drawn mechanisms of three outcomes reveals more', () => {
  const below = seeded(11);
  const draw = (): number[] => {
    const weights = [0, 1, 2].map(() => below(1000) ** 2 + 1);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map(weight => weight / sum);
  };
  for (let i = 0; i < 500; i++) {
    const [p, q, r] = [draw(), draw(), draw()];
    const epsilon = below(200) / 100;
    const keeps = [stick(p, q, epsilon), stick(q, p, epsilon), stick(r, q, epsilon), stick(q, r, epsilon)];
    const guarantee = { epsilon, delta: Math.max(...keeps) };
    const rate = (below(99) + 1) / 100;
    const under = (law: number[]) => law.map((mass, k) => rate * mass + (1 - rate) * q[k]);
    for (const at of [-0.5, 0, 0.3, 1]) {
      expect(stick(p, r, at)).toBeLessThanOrEqual(deltaOf(worstPair(guarantee, 2), at).upper + 1e-12);
      expect(stick(under(p), under(r), at)).toBeLessThanOrEqual(
        deltaOf(worstSampledSubstitution(guarantee, rate), at).upper + 1e-12,
      );
    }
  }
});

describe('chainMixtures', () => {
  test('of one law each is the pair of so many changes, wherever on the chain they lie', () => {
    for (const [from, to] of [
      [0, 1],
      [0, 3],
      [-2, 3],
    ]) {
      const pair = chainMixtures(0.7, [{ weight: 1, units: to }], [{ weight: 1, units: from }]);
      const plain = worstPair({ epsilon: 0.7, delta: 0 }, to - from);
      for (const epsilon of epsilons)
        expect(pair && deltaOf(pair, epsilon).upper).toBeCloseTo(deltaOf(plain, epsilon).upper, 13);
    }
  });

  test('mixtures tell what their chances on half-lines tell', () => {
    const [first, second] = [
      [
        { weight: 0.6, units: 0 },
        { weight: 0.3, units: 2 },
        { weight: 0.1, units: 5 },
      ],
      [
        { weight: 0.6, units: 0 },
        { weight: 0.4, units: 1 },
      ],
    ];
    const pair = chainMixtures(0.5, first, second);
    const chanceAfter = (y: number, units: number): number =>
      units === 0 ? y : chanceAfter(most({ epsilon: 0.5, delta: 0 }, y), units - 1);
    const table: Table = Array.from({ length: CELLS }, (_, i) => {
      const mass = (mixture: typeof first): number =>
        mixture.reduce(
          (sum, { weight, units }) =>
            sum + weight * (chanceAfter((i + 1) / CELLS, units) - chanceAfter(i / CELLS, units)),
          0,
        );
      return [mass(first), mass(second)];
    });
    for (const epsilon of epsilons) {
      const truth = hockeyStick(table, epsilon);
      expect(pair && deltaOf(pair, epsilon).upper).toBeGreaterThanOrEqual(truth - 1e-12);
      expect(pair && deltaOf(pair, epsilon).lower).toBeLessThanOrEqual(truth + COARSE);
    }
  });

  test('too long a chain has no pair', () => {
    expect(chainMixtures(0.5, [{ weight: 1, units: 1025 }], [{ weight: 1, units: 0 }])).toBeUndefined();
  });
});
