/**
 * Analysts who choose every question by the answers so far, on a random tree of derived tables, played on two neighbouring
 * data sets at once. Every transcript is met with its exact probability and what the accountant charged for it.
 */
import { type Derivation, increments, type Lineage, type Spending } from '../../src/accounting/index.ts';
import { chargeOf } from '../../src/accounting/tree/exact-amounts.ts';
import { nothing, type TreeState } from '../../src/accounting/tree/spending.ts';
import { rational, toNumber, up } from '../../src/numerics/index.ts';
import type { Below } from '../../src/random/index.ts';
import { Refusal, type Relation } from '../../src/vocabulary/index.ts';
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
  /** Added units only: by the tree, and by the rates of the samples on the way. */
  readonly delta: number;
  readonly naiveDelta: number;
  /** What a probability of 1 weighs here. */
  readonly certainty: number;
  /** No more questions follow. */
  readonly isWhole: boolean;
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

/** Shows with a chance whether somebody of these is there, and never errs: a question with epsilon 0 and a delta. */
const revealed = (below: Below): Question => {
  const [oneIn, units] = [2 ** (1 + below(3)), someUnits(below)];
  const delta = rational.ratio(1n, BigInt(oneIn));
  return {
    cost: { ...nothing, delta, replaceDelta: delta },
    answers: [table => ((table & units) !== 0 ? 1 : 0), table => ((table & units) !== 0 ? oneIn - 1 : oneIn)],
  };
};

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
  readonly naiveDelta: number;
}

/** Where a strategy has come to. */
interface Position {
  readonly asked: readonly Put[];
  readonly state: TreeState;
  readonly charged: Spending;
  /** Of every world, on the two data sets; before any question they add up to the certainty. */
  readonly weights: readonly (readonly number[])[];
  readonly certainty: number;
}

interface Play {
  readonly drawings?: number;
  readonly questions?: number;
  /** Whether questions with a delta are among them, where they need no cap. */
  readonly isFailing?: boolean;
}

/** One random strategy, played out: all its transcripts, also those that end early. Half of the questions are repeats. */
export function playedStrategy(
  below: Below,
  relation: Relation,
  { drawings = 3, questions = 3, isFailing = false }: Play = {},
): Transcript[] {
  const { lineages, worlds } = randomGame(below, relation, drawings);
  const found: Transcript[] = [];
  const put = (place: number, question: Question): Put => ({
    ...question,
    place,
    separately: under(relation, increments(lineages[place], new Map(), question.cost).root),
    inFull: under(relation, question.cost),
    naiveDelta: toNumber(question.cost.delta, 'up') * rateOf(lineages[place]),
  });
  const choose = ({ asked: [last] }: Position): Put => {
    if (last !== undefined && below(2) === 0) return last;
    const place = last !== undefined && isFailing && below(2) === 0 ? last.place : below(lineages.length);
    const isRevealing = isFailing && below(2) === 0 && !needsCap(lineages[place]);
    return put(place, isRevealing ? revealed(below) : oneOf(below, QUESTIONS)(below));
  };
  const play = (position: Position): void => {
    if (position.asked.length > 0) found.push(transcriptAt(position, relation, questions));
    if (position.asked.length === questions) return;
    const chosen = choose(position);
    const { root, nodes } = increments(lineages[chosen.place], position.state, chosen.cost);
    const next = {
      asked: [chosen, ...position.asked],
      state: settled(position.state, nodes),
      charged: sumOf(position.charged, root),
    };
    for (const answer of chosen.answers) {
      const weigh = (list: readonly number[], side: number): number[] =>
        list.map((weight, i) => weight * answer(worlds[side][i].tables[chosen.place]));
      play({ ...position, ...next, weights: position.weights.map(weigh) });
    }
  };
  const weights = worlds.map(list => list.map(world => world.weight));
  const certainty = weights[0].reduce((sum, weight) => sum + weight, 0);
  play({ asked: [], state: new Map(), charged: nothing, weights, certainty });
  return found;
}

function transcriptAt(
  { asked, charged, weights, certainty }: Position,
  relation: Relation,
  questions: number,
): Transcript {
  const [one, other] = weights.map(list => list.reduce((sum, weight) => sum + weight, 0));
  const total = (amountOf: (put: Put) => number): number => asked.map(amountOf).reduce(up.add);
  return {
    one,
    other,
    charged: under(relation, charged),
    separately: total(put => put.separately),
    inFull: total(put => put.inFull),
    delta: toNumber(charged.delta, 'up'),
    naiveDelta: total(put => put.naiveDelta),
    certainty: asked.reduce((total, { answers }) => total * weightOf(answers), certainty),
    isWhole: asked.length === questions,
  };
}

/** All answers together, whoever is there. */
const weightOf = (answers: Question['answers']): number => answers.reduce((sum, answer) => sum + answer(0), 0);

const rateOf = ({ steps }: Lineage): number =>
  steps.reduce((rate, step) => {
    if (step.kind === 'sample' && step.sample.operator === 'bernoulli') return rate * step.sample.rate;
    if (step.kind === 'part' && step.split.operator === 'split')
      return rate * (step.split.rates.get(step.part ?? '') ?? 0);
    return rate;
  }, 1);

function needsCap(lineage: Lineage): boolean {
  try {
    increments(lineage, new Map(), { ...nothing, delta: rational.one });
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'cap_needed') return true;
    throw error;
  }
}

const under = (relation: Relation, { epsilon, replace }: Spending): number =>
  toNumber(relation === 'add-remove' ? epsilon : replace, 'up');

/** Is the quotient of the two probabilities, in either direction, at most e to this? */
export function isWithin({ one, other }: Transcript, epsilon: number): boolean {
  const [more, less] = [Math.max(one, other), Math.min(one, other)];
  return Number.isSafeInteger(more) && more <= up.mul(up.exp(epsilon), less);
}

/** The largest chance, over sets of whole transcripts and both directions, beyond what e to the epsilon allows. */
export function failureOf(played: readonly Transcript[], epsilon: number): number {
  const whole = played.filter(transcript => transcript.isWhole);
  const excess = (of: (transcript: Transcript) => number, against: (transcript: Transcript) => number): number =>
    whole.reduce(
      (sum, transcript) =>
        sum + Math.max(0, of(transcript) - Math.exp(epsilon) * against(transcript)) / transcript.certainty,
      0,
    );
  return Math.max(
    excess(
      ({ one }) => one,
      ({ other }) => other,
    ),
    excess(
      ({ other }) => other,
      ({ one }) => one,
    ),
  );
}
