/** Sums of rho against adaptive analysts with mechanisms of every kind, under caps, by either kind of neighbours and over states. */
import { describe, expect, test } from 'vitest';
import { type Course, coursesOf, predicate, worstMoment } from '../../../test/support/concentrated-game.ts';
import { gaussianCount, kindOf, laplaceCount } from '../../../test/support/concentrated-questions.ts';
import { randomStateGame } from '../../../test/support/state-worlds.ts';
import type { Analyst, Game } from '../../../test/support/tree-game.ts';
import { type Question, reveal } from '../../../test/support/tree-questions.ts';
import { seeded } from '../../../test/support/tree-strategies.ts';
import * as draw from '../../../test/support/tree-worlds.ts';
import { type Spending, spendings } from '../../amounts/index.ts';
import { rational, toNumber } from '../../numerics/index.ts';
import { Refusal, type Relation } from '../../vocabulary/index.ts';
import { concentratedDelta } from '../concentrated/conversion.ts';
import { pureRho } from '../concentrated/index.ts';
import { capCharge } from './cap-charge.ts';
import { chargeOf } from './exact-amounts.ts';
import { increments } from './increments.ts';
import { type Derivation, isKeyPart, type Lineage } from './lineage.ts';

type Below = ReturnType<typeof seeded>;
const oneOf = <Item>(below: Below, items: readonly Item[]): Item => items[below(items.length)];
const someUnits = (below: Below): draw.Units => 1 + below((1 << draw.UNIVERSE) - 1);

const cost = (odds: number): Spending => {
  const epsilon = chargeOf(Math.log(odds) * (1 + 1e-15));
  // of any two tables, so that a replaced unit tells no more than an added one
  return { ...spendings.nothing, epsilon, replace: epsilon };
};

/** With an epsilon: of everything that a table may be asked. */
const PURE: readonly ((below: Below) => Question)[] = [
  below => predicate(2, 1 + below(2 ** 16 - 2), cost(2)),
  below => predicate(9, 1 + below(2 ** 16 - 2), cost(9)),
  below => kindOf(4, below(3 ** 16)),
  below => laplaceCount(oneOf(below, [0.3, 1, 2]), someUnits(below)),
];

/** Gaussian noise is for the base, its filters and parts by a key alone. */
const isUndrawn = ({ steps }: Lineage): boolean => steps.every(step => !('node' in step) || isKeyPart(step));

const anything =
  (below: Below, { lineages }: Game, depth: number): Analyst =>
  ({ asked }) => {
    if (asked.length === depth) return undefined;
    const place = asked.length > 0 && below(2) === 0 ? asked[0].place : below(lineages.length);
    const isGaussian = isUndrawn(lineages[place]) && below(2) === 0;
    const question = isGaussian ? gaussianCount(oneOf(below, [0.7, 2]), someUnits(below)) : oneOf(below, PURE)(below);
    return { ...question, place };
  };

const DRAWINGS: readonly ((node: string, below: Below) => draw.Drawing)[] = [
  (node, below) => draw.keySplit(node, someUnits(below)),
  (_, below) => draw.where(someUnits(below)),
  (node, below) => draw.bernoulli(node, 1 + below(3)),
  (node, below) => draw.stratified(node, someUnits(below), 1 + below(3), 1 + below(3)),
  (node, below) =>
    draw.randomSplit(
      node,
      oneOf(below, [
        [2, 2],
        [1, 3],
        [1, 1, 2],
      ]),
    ),
];

const X = 1;
const Y = 0b1000;

/** x, of one data and not of the other, among two others; in its place, perhaps, y. */
function gameOf(relation: Relation, forest: readonly draw.Planted[]): Game {
  const steps: (readonly Derivation[])[] = [[]];
  for (const { from, drawing } of forest)
    steps.push(...drawing.derivations.map(derivation => [...steps[from], derivation]));
  const [one, other] = [0b110 | X, relation === 'add-remove' ? 0b110 : 0b110 | Y].map(base =>
    draw.worldsOf(base, forest),
  );
  return { relation, lineages: steps.map(list => ({ relation, steps: list })), worlds: [one, other] };
}

function randomForest(below: Below, drawings: readonly (typeof DRAWINGS)[number][]): draw.Planted[] {
  const forest: draw.Planted[] = [];
  let tables = 1;
  for (let i = 0; i <= below(2); i++) {
    const drawing = oneOf(below, drawings)(`draw ${i}`, below);
    forest.push({ from: below(tables), drawing });
    tables += drawing.derivations.length;
  }
  return forest;
}

describe('whatever is asked, and by whatever mechanism', () => {
  test.each<[Relation, readonly (typeof DRAWINGS)[number][]]>([
    ['add-remove', DRAWINGS],
    // samples that are kept need a cap there
    ['replace-one', DRAWINGS.slice(0, 2)],
  ])('sums of rho are concentrated privacy: %s', (relation, drawings) => {
    let [largest, reached] = [-Infinity, 0];
    for (let seed = 1; seed <= 120; seed++) {
      const below = seeded(seed);
      const game = gameOf(relation, randomForest(below, drawings));
      const courses = coursesOf(game, anything(below, game, 3));
      largest = Math.max(largest, worstMoment(courses));
      reached = Math.max(reached, sharpness(courses));
    }
    expect(largest).toBeLessThan(1e-12);
    // nothing here is only generous
    expect(reached).toBeGreaterThan(0.9);
  });
});

/** The mean loss, of what was charged on average. */
const sharpness = (courses: readonly Course[]): number => {
  const [lost, charged] = courses.reduce(
    ([a, b], { one, other, rho }) => [a + one * Math.log(one / other), b + one * rho],
    [0, 0],
  );
  return charged > 0 ? lost / charged : 0;
};

describe('under a cap, which is charged like one question when it is made', () => {
  const CAPPED: readonly ((below: Below) => draw.Drawing)[] = [
    below => draw.fixedSize('kept', 1 + below(2)),
    below => draw.fixedSizeSplit('kept', 1 + below(2)),
    () => draw.fraction('kept'),
    () => draw.take('kept', 2),
    below => draw.bernoulli('kept', 1 + below(3)),
    below =>
      draw.randomSplit(
        'kept',
        oneOf(below, [
          [2, 2],
          [1, 3],
        ]),
      ),
  ];

  /** The first draw of the base has the cap; what is charged for it under the relation. */
  const cappedGame = (below: Below, relation: Relation, cap: Spending, drawings = CAPPED) => {
    const plain = gameOf(relation, [{ from: 0, drawing: oneOf(below, drawings)(below) }]);
    const lineages = plain.lineages.map(({ steps }) => ({
      relation,
      steps: steps.map(step => ('node' in step ? { ...step, cap } : step)),
    }));
    const charged = spendings.under(relation, capCharge(plain.lineages[1], new Map(), cap).root);
    return { game: { ...plain, lineages }, charged };
  };

  /** As long as the cap lasts, what is kept is asked; afterwards the base. */
  const insideFirst =
    (below: Below, { lineages }: Game, inside: (below: Below) => Question): Analyst =>
    ({ asked, state }) => {
      if (asked.length === 3) return undefined;
      const place = below(lineages.length);
      const question = place === 0 ? oneOf(below, PURE)(below) : inside(below);
      const fits = place === 0 || isWithinCap(() => increments(lineages[place], state, question.cost));
      return fits ? { ...question, place } : { ...oneOf(below, PURE)(below), place: 0 };
    };

  test.each<Relation>(['add-remove', 'replace-one'])('sums of rho are concentrated privacy: %s', relation => {
    let largest = -Infinity;
    for (let seed = 1; seed <= 200; seed++) {
      const below = seeded(seed);
      const { game, charged } = cappedGame(below, relation, spendings.plus(cost(2), cost(4)));
      const analyst = insideFirst(below, game, oneOf(below, PURE));
      largest = Math.max(largest, worstMoment(coursesOf(game, analyst, undefined, pureRho(charged.epsilon))));
    }
    expect(largest).toBeLessThan(1e-12);
    expect(largest).toBeGreaterThan(-0.7);
  });

  test('with a delta they are, but for the delta that was charged with it', () => {
    const cap: Spending = { ...cost(4), delta: rational.ratio(1n, 8n), replaceDelta: rational.ratio(1n, 4n) };
    let used = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const below = seeded(seed);
      const withDelta = [CAPPED[0], CAPPED[1], CAPPED[3], CAPPED[4], CAPPED[5]];
      const { game, charged } = cappedGame(below, 'add-remove', cap, withDelta);
      const inside = (luck: Below): Question =>
        luck(2) === 0 ? reveal(1, 8, someUnits(luck)) : oneOf(luck, PURE)(luck);
      const courses = coursesOf(game, insideFirst(below, game, inside), undefined, pureRho(charged.epsilon));
      const rho = Math.max(...courses.map(course => course.rho));
      const delta = toNumber(charged.delta, 'up');
      for (const epsilon of [0.1, 0.5, 1, 2, 4]) {
        const lost = failureOf(courses, epsilon);
        expect(lost, `seed ${seed}`).toBeLessThanOrEqual(delta + (1 - delta) * concentratedDelta(rho, epsilon));
        if (epsilon === 4) used = Math.max(used, lost / delta);
      }
    }
    expect(used).toBeGreaterThan(0.3);
  });
});

function isWithinCap(asking: () => unknown): boolean {
  try {
    asking();
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'cap_exhausted') return false;
    throw error;
  }
}

/** The largest chance, in either direction, beyond what e to the epsilon allows. */
const failureOf = (courses: readonly Course[], epsilon: number): number =>
  Math.max(
    courses.reduce((sum, { one, other }) => sum + Math.max(0, one - Math.exp(epsilon) * other), 0),
    courses.reduce((sum, { one, other }) => sum + Math.max(0, other - Math.exp(epsilon) * one), 0),
  );

test('over two states of the data, with draws that follow their units and draws of one state', () => {
  const below = seeded(11);
  let [largest, played] = [-Infinity, 0];
  for (let strategy = 0; strategy < 300; strategy++) {
    const game = randomStateGame(below, { relation: 'add-remove', sizesArePublic: false }, 2);
    try {
      largest = Math.max(largest, worstMoment(coursesOf(game, anything(below, game, 3))));
      played++;
    } catch (error) {
      // a draw that must have a cap
      if (!(error instanceof Refusal) || error.code !== 'cap_needed') throw error;
    }
  }
  expect(largest).toBeLessThan(1e-12);
  expect(played).toBeGreaterThan(100);
});
