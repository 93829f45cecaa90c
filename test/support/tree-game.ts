/**
 * An analyst who chooses every question by the answers so far, played on two neighbouring data sets at once: every
 * transcript is met with its exact probability and what the accountant charged for it.
 */

import { increments, type Lineage } from '../../src/accounting/tree/index.ts';
import type { TreeState } from '../../src/accounting/tree/spending.ts';
import type { Spending } from '../../src/amounts/index.ts';
import { nothing } from '../../src/amounts/index.ts';
import { toNumber, up } from '../../src/numerics/index.ts';
import type { Relation } from '../../src/vocabulary/index.ts';
import type { Question } from './tree-questions.ts';
import { settled, sumOf } from './tree-spending.ts';
import type { World } from './tree-worlds.ts';

/** The tables of a tree, the base first, and every way in which they may be drawn on the two data sets. */
export interface Game {
  readonly relation: Relation;
  readonly lineages: readonly Lineage[];
  readonly worlds: readonly [readonly World[], readonly World[]];
}

/** A question put to one of the tables. */
export interface Put extends Question {
  readonly place: number;
}

/** Where the analyst has come to: the last question first. */
export interface Position {
  readonly asked: readonly Put[];
  readonly answers: readonly number[];
  readonly state: TreeState;
}

/** The next question, or none. */
export type Analyst = (position: Position) => Put | undefined;

/** Whole-number weights of a transcript on the two data sets: their quotient is that of the probabilities. */
export interface Transcript {
  readonly one: number;
  readonly other: number;
  /** What a probability of 1 weighs here. */
  readonly certainty: number;
  /** No more questions follow. */
  readonly isWhole: boolean;
  /** To the base, under its relation: by the tree, and by charging every question as if it were the only one. */
  readonly charged: number;
  readonly separately: number;
  /** To the tables that were asked. */
  readonly inFull: number;
  /** For added units: by the tree, and by the rates of the samples on the way. */
  readonly delta: number;
  readonly naiveDelta: number;
}

interface Course extends Position {
  readonly charged: Spending;
  /** Of every world, on the two data sets; before any question they add up to the certainty. */
  readonly weights: readonly (readonly number[])[];
  readonly certainty: number;
  readonly separately: number;
  readonly inFull: number;
  readonly naiveDelta: number;
}

/** All transcripts, also those that end early. */
export function transcriptsOf({ relation, lineages, worlds }: Game, analyst: Analyst): Transcript[] {
  const found: Transcript[] = [];
  const weights = worlds.map(list => list.map(({ weight }) => weight));
  const none = { charged: nothing, separately: 0, inFull: 0, naiveDelta: 0 };
  play({ asked: [], answers: [], state: new Map(), weights, certainty: total(weights[0]), ...none });
  return found;

  function play(course: Course): void {
    const put = analyst(course);
    if (course.asked.length > 0) found.push(transcriptAt(course, put === undefined, relation));
    if (put === undefined) return;
    const lineage = lineages[put.place];
    const { root, nodes } = increments(lineage, course.state, put.cost);
    const alone = increments(lineage, new Map(), put.cost).root;
    const next = {
      asked: [put, ...course.asked],
      state: settled(course.state, nodes),
      charged: sumOf(course.charged, root),
      certainty: course.certainty * total(put.answers.map(answer => answer(0))),
      separately: up.add(course.separately, under(relation, alone)),
      inFull: up.add(course.inFull, under(relation, put.cost)),
      naiveDelta: course.naiveDelta + rateOf(lineage) * toNumber(put.cost.delta, 'up'),
    };
    put.answers.forEach((answer, i) => {
      const weigh = (list: readonly number[], side: number): number[] =>
        list.map((weight, world) => weight * answer(worlds[side][world].tables[put.place]));
      play({ ...next, answers: [i, ...course.answers], weights: course.weights.map(weigh) });
    });
  }
}

function transcriptAt(course: Course, isWhole: boolean, relation: Relation): Transcript {
  const { charged, weights, certainty, separately, inFull, naiveDelta } = course;
  const [one, other] = weights.map(total);
  const charges = { charged: under(relation, charged), delta: toNumber(charged.delta, 'up') };
  return { one, other, certainty, isWhole, separately, inFull, naiveDelta, ...charges };
}

const total = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

const under = (relation: Relation, { epsilon, replace }: Spending): number =>
  toNumber(relation === 'add-remove' ? epsilon : replace, 'up');

/** With what probability a unit is in a table, where only coins decide. */
export const rateOf = ({ steps }: Lineage): number =>
  steps.reduce((rate, step) => {
    if (step.kind === 'sample' && step.sample.operator === 'bernoulli') return rate * step.sample.rate;
    if (step.kind === 'part' && step.split.operator === 'split')
      return rate * (step.split.rates.get(step.part ?? '') ?? 0);
    return rate;
  }, 1);

/** Is the quotient of the two probabilities, in either direction, at most e to this? */
export function isWithin({ one, other }: Transcript, epsilon: number): boolean {
  const [more, less] = [Math.max(one, other), Math.min(one, other)];
  return Number.isSafeInteger(more) && more <= up.mul(up.exp(epsilon), less);
}

/** The largest chance, over sets of whole transcripts and both directions, beyond what e to the epsilon allows. */
export function failureOf(transcripts: readonly Transcript[], epsilon: number): number {
  const excess = (of: 'one' | 'other', against: 'one' | 'other'): number =>
    transcripts
      .filter(({ isWhole }) => isWhole)
      .reduce(
        (sum, transcript) =>
          sum + Math.max(0, transcript[of] - Math.exp(epsilon) * transcript[against]) / transcript.certainty,
        0,
      );
  return Math.max(excess('one', 'other'), excess('other', 'one'));
}
