import { describe, expect, test } from 'vitest';
import { hockeyStick, type Table } from '../../../../test/support/loss-tables.ts';
import type { SpecifiedMechanism } from '../../specification.ts';
import { baseOf } from '../mechanism.ts';
import { deltaOf } from '../pair.ts';
import type { Opposites } from '../pairs/opposites.ts';
import { oppositeParts } from './opposite-parts.ts';
import { oppositesInTable } from './replaced-part.ts';

function oppositesOf(mechanism: SpecifiedMechanism, cells = 0): Opposites {
  const laws = baseOf(mechanism).opposites?.(cells);
  if (laws === undefined) throw new TypeError('laws on a line');
  return laws;
}

type Below = (limit: number) => number;

/** Whole numbers below a limit, the same for ever: a linear congruential generator. */
function numbersFrom(seed: number): Below {
  let state = seed;
  return limit => {
    state = (1_103_515_245 * state + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

/** Chances of the same outcomes without the unit, with it, and with its substitute. */
interface Laws {
  readonly none: readonly number[];
  readonly one: readonly number[];
  readonly other: readonly number[];
}

/** Everything that all parts show together, the unit being in one of them: mechanisms may differ from part to part. */
function shown(parts: readonly Laws[], unit: 'one' | 'other'): number[] {
  const sums: number[] = [];
  for (let place = 0; place < parts.length; place++) {
    let joint = [1 / parts.length];
    for (const [part, laws] of parts.entries())
      joint = joint.flatMap(chance => (part === place ? laws[unit] : laws.none).map(mass => chance * mass));
    joint.forEach((chance, i) => {
      sums[i] = (sums[i] ?? 0) + chance;
    });
  }
  return sums;
}

function tableOf(parts: readonly Laws[]): Table {
  const other = shown(parts, 'other');
  return shown(parts, 'one').map((mass, i) => [mass, other[i]] as const);
}

/** A law over as many outcomes that keeps the guarantee with `none`, pushed as far as a random order of outcomes allows. */
function neighbour(below: Below, none: readonly number[], epsilon: number, delta: number): number[] {
  const order = none.map((_, i) => i);
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  const reach = (y: number): number =>
    y <= 0 ? delta : Math.min(1, Math.exp(epsilon) * y + delta, 1 - (1 - y - delta) * Math.exp(-epsilon));
  const share = below(4) === 0 ? below(11) / 10 : 1;
  const masses = none.map(() => 0);
  let [chance, before] = [0, 0];
  for (const i of order) {
    chance += none[i];
    const after = Math.min(1, reach(Math.min(1, chance)));
    masses[i] = share * (after - before) + (1 - share) * none[i];
    before = after;
  }
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return masses.map(mass => mass + (1 - total) * none[0]);
}

function randomLaws(below: Below, epsilon: number, delta: number): Laws {
  const outcomes = 2 + below(3);
  const weights = Array.from({ length: outcomes }, () => 1 + below(20));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const none = weights.map(weight => weight / sum);
  return { none, one: neighbour(below, none, epsilon, delta), other: neighbour(below, none, epsilon, delta) };
}

const keeps = ({ none, one, other }: Laws, epsilon: number, delta: number): boolean =>
  [one, other].every(law => {
    const pairs = law.map((mass, i) => [mass, none[i]] as const);
    const back = law.map((mass, i) => [none[i], mass] as const);
    return hockeyStick(pairs, epsilon) <= delta + 1e-12 && hockeyStick(back, epsilon) <= delta + 1e-12;
  });

const AT = [0, 0.05, 0.2, 0.5, 1, 1.7];

describe('oppositeParts', () => {
  test.each([
    [0.7, 0],
    [0.4, 0.02],
    [1.2, 0.1],
  ])('no mechanism that keeps (%d, %d) reveals more in two or three parts', (epsilon, delta) => {
    const below = numbersFrom(7);
    const laws = oppositesOf({ kind: 'approx', epsilon, delta });
    let near = 0;
    for (let round = 0; round < 400; round++) {
      const parts = Array.from({ length: 2 + (round % 2) }, () => randomLaws(below, epsilon, delta));
      if (round % 3 === 0) parts.fill(parts[0]);
      if (!parts.every(each => keeps(each, epsilon, delta))) continue;
      const worst = oppositesInTable(laws, parts.length);
      for (const at of AT) {
        const found = hockeyStick(tableOf(parts), at);
        const bound = worst === undefined ? 1 : deltaOf(worst, at).upper;
        expect(found, `${at}: ${JSON.stringify(parts)}`).toBeLessThanOrEqual(bound + 1e-9);
        if (bound > 1e-6) near = Math.max(near, found / bound);
      }
    }
    expect(near).toBeGreaterThan(0.9);
  });

  test('reached: the opposites of a guarantee are such a mechanism', () => {
    const { none, up, down, revealing } = oppositesOf({ kind: 'approx', epsilon: 0.4, delta: 0.02 });
    const laws = { none: [...none, 0, 0], one: [...up, revealing, 0], other: [...down, 0, revealing] };
    expect(keeps(laws, 0.4, 0.02)).toBe(true);
    const worst = oppositesInTable({ none, up, down, revealing, beyond: 0, ends: undefined, error: 1e-15 }, 3);
    for (const at of AT) {
      const found = hockeyStick(tableOf([laws, laws, laws]), at);
      expect(worst && deltaOf(worst, at).lower).toBeLessThanOrEqual(found + 1e-12);
      expect(worst && deltaOf(worst, at).upper).toBeCloseTo(found, 11);
    }
  });

  test.each<[SpecifiedMechanism, number]>([
    [{ kind: 'pure', epsilon: 1, replace: 2 }, 20],
    [{ kind: 'pure', epsilon: 0.01, replace: 0.02 }, 300],
    [{ kind: 'approx', epsilon: 0.2, delta: 1e-5 }, 12],
    [{ kind: 'discrete-laplace', parameter: 0.5, sensitivity: 2 }, 8],
  ])('both sides hold the sum over all outcomes: %o in %i parts', (mechanism, parts) => {
    const laws = oppositesOf(mechanism);
    const exact = oppositesInTable(laws, parts);
    const scale = deltaOf(exact as NonNullable<typeof exact>, 0).upper;
    for (const epsilon of [0, 0.5, 1, 3, 6].map(times => times * scale)) {
      const { lower, upper } = deltaOf(exact as NonNullable<typeof exact>, epsilon);
      const found = oppositeParts(laws, parts, epsilon, { points: 64, cut: 1e-6 * upper });
      expect(found.lower).toBeLessThanOrEqual(upper);
      expect(found.upper).toBeGreaterThanOrEqual(lower);
      expect(found.upper).toBeLessThan(1.01 * upper);
      expect(found.lower).toBeGreaterThan(0.5 * lower);
    }
  });

  test.each<[SpecifiedMechanism, (z: number) => number, number]>([
    [
      { kind: 'gaussian', noiseMultiplier: 1.4, sensitivity: 1 },
      z => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI),
      1.4,
    ],
    [{ kind: 'laplace', scale: 1.4, sensitivity: 1 }, z => Math.exp(-Math.abs(z)) / 2, 1.4],
  ])('both sides hold a plain sum over two parts: %o', (mechanism, density, scale) => {
    const laws = oppositesOf(mechanism, 2 ** 12);
    const [width, reach] = [1 / 64, 12];
    const places = Array.from({ length: (2 * reach) / width }, (_, i) => -reach + (i + 0.5) * width);
    const [none, one, other] = [0, 1 / scale, -1 / scale].map(moved => places.map(z => width * density(z - moved)));
    for (const epsilon of [0, 0.3, 1]) {
      let plain = 0;
      const odds = Math.exp(epsilon);
      for (let i = 0; i < places.length; i++)
        for (let j = 0; j < places.length; j++)
          plain += Math.max(0, (one[i] - odds * other[i]) * none[j] + (one[j] - odds * other[j]) * none[i]) / 2;
      const { lower, upper } = oppositeParts(laws, 2, epsilon, { points: 64, cut: 1e-8 });
      expect(lower).toBeLessThan(plain * (1 + 1e-3));
      expect(upper).toBeGreaterThan(plain * (1 - 1e-3));
      expect(upper - lower).toBeLessThan(0.004 * plain);
    }
  });
});
