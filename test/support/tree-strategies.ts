/** Random trees over a handful of units, and analysts who question them: at random, or with cunning. */

import { type Derivation, increments } from '../../src/accounting/tree/index.ts';
import { nothing } from '../../src/amounts/index.ts';
import { rational, toNumber } from '../../src/numerics/index.ts';
import { type Below, reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { Refusal, type Relation } from '../../src/vocabulary/index.ts';
import { type Analyst, type Game, rateOf } from './tree-game.ts';
import * as ask from './tree-questions.ts';
import * as draw from './tree-worlds.ts';

/** A seed is all the luck there is. */
export const seeded = (seed: number): Below => uniform(reproducibleEntropy(seed));

const oneOf = <Item>(below: Below, items: readonly Item[]): Item => items[below(items.length)];
const someUnits = (below: Below): draw.Units => 1 + below((1 << draw.UNIVERSE) - 1);
const SPLITS = [
  [1, 3],
  [2, 2],
  [1, 1],
  [1, 1, 2],
];

const DRAWINGS: readonly ((node: string, below: Below) => draw.Drawing)[] = [
  (_, below) => draw.where(someUnits(below)),
  (node, below) => draw.bernoulli(node, 1 + below(3)),
  node => draw.bernoulli(node, 1),
  (node, below) => draw.randomSplit(node, oneOf(below, SPLITS)),
  (node, below) => draw.stratified(node, someUnits(below), 1 + below(3), 1 + below(3)),
  (node, below) => draw.fixedSize(node, 1 + below(2)),
  (node, below) => draw.fixedSizeSplit(node, 1 + below(2)),
  node => draw.fraction(node),
  node => draw.fractionSplit(node),
  (node, below) => draw.take(node, 1 + below(2)),
  (node, below) => draw.skip(node, 1 + below(2)),
  node => draw.takeSkipSplit(node, 1),
  (node, below) => draw.keySplit(node, someUnits(below)),
];

/** A tree of so many drawings, each from any table drawn before, on data of up to four units. */
export function randomGame(below: Below, relation: Relation, drawings: number): Game {
  const forest: draw.Planted[] = [];
  const steps: (readonly Derivation[])[] = [[]];
  for (let i = 0; i < drawings; i++) {
    const from = below(steps.length);
    const drawing = oneOf(below, DRAWINGS)(`draw ${i}`, below);
    forest.push({ from, drawing });
    steps.push(...drawing.derivations.map(derivation => [...steps[from], derivation]));
  }
  const [x, y] = [1 << below(draw.UNIVERSE), 1 << below(draw.UNIVERSE)];
  const others = below(1 << draw.UNIVERSE) & ~x & ~y;
  const data = [others | x, relation === 'add-remove' ? others : others | y];
  const [one, other] = data.map(base => draw.worldsOf(base, forest));
  return { relation, lineages: steps.map(list => ({ relation, steps: list })), worlds: [one, other] };
}

const QUESTIONS: readonly ((below: Below) => ask.Question)[] = [
  below => ask.hint(2 + below(3), someUnits(below)),
  below => ask.hints(2 + below(2), someUnits(below)),
  below => ask.sizeHint(2 + below(3), 1 + below(2)),
];

/** Three questions on any tables; half of those after the first repeat the one before. */
export const anyQuestions =
  (below: Below, { lineages }: Game): Analyst =>
  ({ asked }) => {
    if (asked.length === 3) return undefined;
    if (asked.length > 0 && below(2) === 0) return asked[0];
    return { place: below(lineages.length), ...oneOf(below, QUESTIONS)(below) };
  };

/** The same, and half of the questions have a delta where they need no cap. */
export function anyFailures(below: Below, game: Game): Analyst {
  const pure = anyQuestions(below, game);
  const open = placesWithoutCap(game);
  return position => {
    if (position.asked.length === 3 || below(2) === 0) return pure(position);
    return { place: oneOf(below, open), ...ask.reveal(1, 2 ** (1 + below(3)), someUnits(below)) };
  };
}

/**
 * Asks one table for hints, then has it revealed whether somebody is there; as soon as a hint says no, the base instead,
 * with as much delta as the accountant, or one who multiplies by rates, would have charged for the other way.
 */
export function cunning(below: Below, game: Game, accountant: 'tree' | 'naive'): Analyst {
  const place = oneOf(below, placesWithoutCap(game));
  const [hints, odds, units] = [1 + below(2), 2 + below(3), someUnits(below)];
  const lineage = game.lineages[place];
  const inside = ask.reveal(1, 2, units);
  return ({ asked, answers, state }) => {
    if (asked.length > 0 && asked[0].cost.delta.numerator > 0n) return undefined;
    if (answers[0] === 1) {
      const charged = toNumber(increments(lineage, state, inside.cost).root.delta, 'down');
      const budget = accountant === 'tree' ? charged : rateOf(lineage) / 2;
      return { place: 0, ...ask.reveal(Math.floor(256 * budget), 256, units) };
    }
    return { place, ...(asked.length < hints ? ask.hint(odds, units) : inside) };
  };
}

const placesWithoutCap = ({ lineages }: Game): number[] =>
  lineages.flatMap((lineage, place) => {
    try {
      increments(lineage, new Map(), { ...nothing, delta: rational.one });
      return [place];
    } catch (error) {
      if (error instanceof Refusal && error.code === 'cap_needed') return [];
      throw error;
    }
  });
