import { describe, expect, test } from 'vitest';
import { byIncrements, coursesOf, predicate, worstMoment } from '../../../test/support/concentrated-game.ts';
import type { Analyst, Game } from '../../../test/support/tree-game.ts';
import { spending } from '../../../test/support/tree-spending.ts';
import { seeded } from '../../../test/support/tree-strategies.ts';
import * as draw from '../../../test/support/tree-worlds.ts';
import { rational, toNumber } from '../../numerics/index.ts';
import { pureRho } from '../concentrated/pure-rho.ts';
import { chargeOf } from './exact-amounts.ts';
import type { Derivation, Lineage } from './lineage.ts';
import { rootRho } from './root-rho.ts';

type Below = ReturnType<typeof seeded>;

const X = 1;
const oneOf = <Item>(below: Below, items: readonly Item[]): Item => items[below(items.length)];

/** A tree of draws from any table drawn before; x is a unit of the one data and not of the other. */
function gameOf(others: draw.Units, forest: readonly draw.Planted[]): Game {
  const relation = 'add-remove';
  const steps: (readonly Derivation[])[] = [[]];
  for (const { from, drawing } of forest) {
    steps.push(...drawing.derivations.map(derivation => [...steps[from], derivation]));
  }
  const [one, other] = [others | X, others].map(base => draw.worldsOf(base, forest));
  return { relation, lineages: steps.map(list => ({ relation, steps: list })), worlds: [one, other] };
}

const KEPT: readonly ((node: string, below: Below) => draw.Drawing)[] = [
  (node, below) => draw.bernoulli(node, 1 + below(3)),
  (node, below) => draw.stratified(node, 1 + below(15), 1 + below(3), 1 + below(3)),
  (node, below) =>
    draw.randomSplit(
      node,
      oneOf(below, [
        [1, 3],
        [2, 2],
        [1, 1],
        [1, 1, 2],
      ]),
    ),
  (node, below) => draw.keySplit(node, 1 + below(15)),
  (_, below) => draw.where(1 + below(15)),
];

const ODDS = [2, 3, 20];
const cost = (odds: number) => {
  const epsilon = chargeOf(Math.log(odds) * (1 + 1e-15));
  return { ...spending(0, 0), epsilon, replace: rational.add(epsilon, epsilon) };
};
const asking = (odds: number, tables: number, place: number) => ({ ...predicate(odds, tables, cost(odds)), place });

/** Any predicates of any tables, chosen anew after every answer; half of the questions repeat the table before. */
const anything =
  (below: Below, { lineages }: Game, depth: number): Analyst =>
  ({ asked }) => {
    if (asked.length === depth) return undefined;
    const place = asked.length > 0 && below(2) === 0 ? asked[0].place : below(lineages.length);
    return asking(oneOf(below, ODDS), 1 + below(2 ** 16 - 2), place);
  };

/** So many questions of epsilon that tell nothing, and then whether x is in a table, with odds. */
const quietThen =
  (times: number, epsilon: number, quiet: number, odds: number, place: number): Analyst =>
  ({ asked }) => {
    if (asked.length < times) return { cost: spending(epsilon, 2 * epsilon), answers: [() => 1], place: quiet };
    return asked.length === times ? asking(odds, 0b10, place) : undefined;
  };

const chargedBy = (courses: readonly { readonly rho: number }[]): number => Math.max(...courses.map(({ rho }) => rho));
const meanLoss = (courses: readonly { readonly one: number; readonly other: number }[]): number =>
  courses.reduce((sum, { one, other }) => sum + one * Math.log(one / other), 0);

describe('rootRho', () => {
  test('is concentrated privacy on random trees of coins, splits, keys and filters', () => {
    let largest = -Infinity;
    for (let seed = 1; seed <= 300; seed++) {
      const below = seeded(seed);
      const forest: draw.Planted[] = [];
      let tables = 1;
      for (let i = 0; i <= below(3); i++) {
        const drawing = oneOf(below, KEPT)(`draw ${i}`, below);
        forest.push({ from: below(tables), drawing });
        tables += drawing.derivations.length;
      }
      const game = gameOf(below(2) === 0 ? 0b010 : 0b110, forest);
      largest = Math.max(largest, worstMoment(coursesOf(game, anything(below, game, 3))));
    }
    expect(largest).toBeLessThan(1e-12);
  });

  test('counts the part by a key that costs most, where the increment of the price is nothing', () => {
    // 100 questions on one part hide one of epsilon 5 on the other
    const game = gameOf(0, [{ from: 0, drawing: draw.keySplit('ward', 0b10) }]);
    const analyst = quietThen(100, 0.05, 1, Math.exp(4.999999), 2);
    const wrong = coursesOf(game, analyst, byIncrements);
    expect(chargedBy(wrong)).toBeCloseTo(0.125, 3);
    expect(meanLoss(wrong)).toBeCloseTo(4.933, 3);
    expect(worstMoment(wrong)).toBeGreaterThan(4.8);
    const right = coursesOf(game, analyst);
    // 5·tanh(5/2), and not what the other part spent besides
    expect(chargedBy(right)).toBeCloseTo(4.9331, 4);
    expect(worstMoment(right)).toBeLessThan(1e-12);
  });

  test('counts a random part by the chance to be there, where increments of the split undercharge', () => {
    const game = gameOf(0, [{ from: 0, drawing: draw.randomSplit('halves', [2, 2]) }]);
    const analyst = quietThen(100, 0.05, 1, Math.exp(4), 2);
    const wrong = coursesOf(game, analyst, byIncrements);
    expect(chargedBy(wrong)).toBeCloseTo(0.142, 3);
    expect(meanLoss(wrong)).toBeCloseTo(1.325, 3);
    expect(worstMoment(wrong)).toBeGreaterThan(1.1);
    expect(worstMoment(coursesOf(game, analyst))).toBeLessThan(0);
  });

  const of = (steps: readonly Derivation[], relation: Lineage['relation'] = 'add-remove'): Lineage => ({
    relation,
    steps,
  });
  const half: Derivation = { kind: 'sample', node: 'half', sample: { operator: 'bernoulli', rate: 0.5 } };
  const ten: Derivation = { kind: 'sample', node: 'ten', sample: { operator: 'fixed-size', size: 10 } };
  const one = spending(1, 2);
  const alone = rational.ratio(1n, 8n);
  const rhoOf = (lineage: Lineage, spent = one): number => toNumber(rootRho(lineage, new Map(), spent, alone), 'up');

  test('of the base and its filters is what the question costs by itself', () => {
    expect(rhoOf(of([]))).toBe(0.125);
    const ward: Derivation = {
      kind: 'part',
      node: 'ward',
      split: { operator: 'partition', parts: ['a', 'b'] },
      part: 'a',
    };
    expect(rhoOf(of([{ kind: 'where' }, ward, { kind: 'map' }]))).toBe(0.125);
  });

  test('of what has only a cost is that of the cost behind the filters', () => {
    // one of two replaced units may be dropped, which is then one added
    const cap = spending(0.5, 0.2);
    const rho = (relation: Lineage['relation'], steps: readonly Derivation[]): number =>
      toNumber(rootRho(of(steps, relation), new Map(), cap), 'up');
    expect(rho('replace-one', [{ kind: 'map' }])).toBeCloseTo(0.2 * Math.tanh(0.1), 14);
    expect(rho('replace-one', [{ kind: 'where' }])).toBeCloseTo(0.5 * Math.tanh(0.25), 14);
    expect(rho('add-remove', [{ kind: 'where' }])).toBeCloseTo(0.5 * Math.tanh(0.25), 14);
  });

  test('of a draw for one question is that of the whole price, by either kind of neighbours', () => {
    const amplified = pureRho(rational.fromNumber(Math.log1p(0.5 * Math.expm1(1))));
    expect(rhoOf(of([{ ...half, fresh: true }]))).toBeCloseTo(toNumber(amplified, 'up'), 14);
    expect(rhoOf(of([{ ...ten, fresh: true }], 'replace-one'))).toBeCloseTo(2 * Math.tanh(1), 14);
    // a part by a key below it is a filter here, whatever its siblings spent
    const ward: Derivation = {
      kind: 'part',
      node: 'ward',
      split: { operator: 'partition', parts: ['a', 'b'] },
      part: 'a',
    };
    const siblings = new Map([['["ward","b"]', { spent: spending(5, 10), passed: spending(0, 0) }]]);
    const found = rootRho(of([ward, { ...half, fresh: true }]), siblings, one, alone);
    expect(rational.equals(found, rootRho(of([{ ...half, fresh: true }]), new Map(), one, alone))).toBe(true);
  });

  test('under a cap is nothing, for that was charged when the cap was made', () => {
    expect(rhoOf(of([{ ...ten, cap: spending(3, 6) }]))).toBe(0);
  });

  test.each<[string, Lineage, typeof one]>([
    ['a fixed size', of([ten]), one],
    ['a coin sample of a fixed size', of([ten, half]), one],
    ['coins where units are replaced', of([half], 'replace-one'), one],
    ['a delta on coins', of([half]), spending(1, 2, 1e-9, 1e-8)],
  ])('of %s that is kept needs a cap', (_, lineage, spent) => {
    expect(() => rhoOf(lineage, spent)).toThrow(expect.objectContaining({ code: 'cap_needed' }));
  });
});
