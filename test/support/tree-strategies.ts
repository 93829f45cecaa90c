/**
 * Analysts who choose every question by the answers so far, on a random tree of derived tables, played on two neighbouring
 * data sets at once. Every transcript is met with its exact probability and what the accountant charged for it.
 */
import { type Derivation, increments, type Lineage, type Spending } from '../../src/accounting/index.ts';
import { chargeOf } from '../../src/accounting/tree/exact-amounts.ts';
import { nothing, type TreeState } from '../../src/accounting/tree/spending.ts';
import { rational, toNumber, up } from '../../src/numerics/index.ts';
import type { Below } from '../../src/random/index.ts';
import type { Relation } from '../../src/vocabulary/index.ts';
import { settled, sumOf } from './tree-spending.ts';
import * as draw from './tree-worlds.ts';

/** Whole-number weights of a transcript on the two data sets: their quotient is that of the probabilities. */
export interface Transcript {
  readonly one: number;
  readonly other: number;
  /** To the base, under its relation: by the tree, and by charging every question as if it were the only one. */
  readonly charged: number;
  readonly separately: number;
  /** To the tables that were asked. */
  readonly inFull: number;
}

const oneOf = <Item>(below: Below, items: readonly Item[]): Item => items[below(items.length)];
const someUnits = (below: Below): draw.Units => 1 + below((1 << draw.UNIVERSE) - 1);

const DRAWINGS: readonly ((node: string, below: Below) => draw.Drawing)[] = [
  (_, below) => draw.where(someUnits(below)),
  (node, below) => draw.bernoulli(node, 1 + below(3)),
  node => draw.bernoulli(node, 1),
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

/** The weight of each answer, given who is in the table. */
interface Question {
  readonly cost: Spending;
  readonly answers: readonly ((table: draw.Units) => number)[];
}

/** Truth with odds of so much to one: pure, and exact in whole numbers. */
const hinted = (odds: number, is: (table: draw.Units) => boolean): Question['answers'] => [
  table => (is(table) ? odds : 1),
  table => (is(table) ? 1 : odds),
];

const costOf = (odds: number, replacedTimes: bigint): Spending => {
  const epsilon = chargeOf(up.log(odds));
  return { ...nothing, epsilon, replace: rational.mul(epsilon, rational.ratio(replacedTimes)) };
};

const QUESTIONS: readonly ((below: Below) => Question)[] = [
  // is somebody of these there?
  below => {
    const [odds, units] = [2 + below(3), someUnits(below)];
    return { cost: costOf(odds, 1n), answers: hinted(odds, table => (table & units) !== 0) };
  },
  // and of these, and of those? A replaced unit may change both answers
  below => {
    const [odds, units] = [2 + below(2), someUnits(below)];
    const [these, those] = [units, ~units].map(mask => hinted(odds, table => (table & mask) !== 0));
    const answers = these.flatMap(a => those.map(b => (table: draw.Units) => a(table) * b(table)));
    return { cost: costOf(odds, 2n), answers };
  },
  // are there so many? A replaced unit changes nothing
  below => {
    const [odds, least] = [2 + below(3), 1 + below(2)];
    return { cost: costOf(odds, 0n), answers: hinted(odds, table => bitsOf(table) >= least) };
  },
];

const bitsOf = (table: draw.Units): number => table.toString(2).replaceAll('0', '').length;

/** A random tree over two neighbouring data sets. */
interface Game {
  readonly lineages: readonly Lineage[];
  readonly worlds: readonly [draw.World[], draw.World[]];
}

function randomGame(below: Below, relation: Relation, drawings: number): Game {
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
  return { lineages: steps.map(list => ({ relation, steps: list })), worlds: [one, other] };
}

/** A question put to one of the tables, and what it would cost the base alone, or without any drawing. */
interface Put extends Question {
  readonly place: number;
  readonly separately: number;
  readonly inFull: number;
}

/** Where a strategy has come to. */
interface Position {
  readonly asked: readonly Put[];
  readonly state: TreeState;
  readonly charged: Spending;
  /** Of every world, on the two data sets. */
  readonly weights: readonly (readonly number[])[];
}

/** One random strategy, played out: all its transcripts, also those that end early. Half of the questions are repeats. */
export function playedStrategy(below: Below, relation: Relation, { drawings = 3, questions = 3 } = {}): Transcript[] {
  const { lineages, worlds } = randomGame(below, relation, drawings);
  const found: Transcript[] = [];
  const choose = ({ asked: [last] }: Position): Put => {
    if (last !== undefined && below(2) === 0) return last;
    const place = below(lineages.length);
    const question = oneOf(below, QUESTIONS)(below);
    const alone = increments(lineages[place], new Map(), question.cost).root;
    return { ...question, place, separately: under(relation, alone), inFull: under(relation, question.cost) };
  };
  const play = (position: Position): void => {
    if (position.asked.length > 0) found.push(transcriptAt(position, relation));
    if (position.asked.length === questions) return;
    const put = choose(position);
    const { root, nodes } = increments(lineages[put.place], position.state, put.cost);
    const next = {
      asked: [put, ...position.asked],
      state: settled(position.state, nodes),
      charged: sumOf(position.charged, root),
    };
    for (const answer of put.answers) {
      const weigh = (list: readonly number[], side: number): number[] =>
        list.map((weight, i) => weight * answer(worlds[side][i].tables[put.place]));
      play({ ...next, weights: position.weights.map(weigh) });
    }
  };
  play({ asked: [], state: new Map(), charged: nothing, weights: worlds.map(list => list.map(world => world.weight)) });
  return found;
}

function transcriptAt({ asked, charged, weights }: Position, relation: Relation): Transcript {
  const [one, other] = weights.map(list => list.reduce((sum, weight) => sum + weight, 0));
  const total = (amountOf: (put: Put) => number): number => asked.map(amountOf).reduce(up.add);
  return {
    one,
    other,
    charged: under(relation, charged),
    separately: total(put => put.separately),
    inFull: total(put => put.inFull),
  };
}

const under = (relation: Relation, { epsilon, replace }: Spending): number =>
  toNumber(relation === 'add-remove' ? epsilon : replace, 'up');

/** Is the quotient of the two probabilities, in either direction, at most e to this? */
export function isWithin({ one, other }: Transcript, epsilon: number): boolean {
  const [more, less] = [Math.max(one, other), Math.min(one, other)];
  return Number.isSafeInteger(more) && more <= up.mul(up.exp(epsilon), less);
}
