/** An analyst who chooses every question by the answers so far: every transcript with its exact chances and its two sums. */

import { pureRho } from '../../src/accounting/concentrated/index.ts';
import { increments, type Lineage, rootRho, type TreeState, throughParts } from '../../src/accounting/tree/index.ts';
import { type Amount, amounts, type Spending, spendings } from '../../src/amounts/index.ts';
import { toNumber } from '../../src/numerics/index.ts';
import type { Analyst, Game, Position } from './tree-game.ts';
import type { Question } from './tree-questions.ts';
import { settled } from './tree-spending.ts';
import type { Units } from './tree-worlds.ts';

type PartsRho = ReturnType<typeof throughParts>;

/** A whole transcript: its chance on either data, and what was charged along it. */
export interface Course {
  readonly one: number;
  readonly other: number;
  readonly epsilon: number;
  readonly rho: number;
}

/** How a question is charged: `rootRho` through parts by a key, unless a test shows what another rule would miss. */
export type RhoRule = (lineage: Lineage, state: TreeState, question: Question) => PartsRho;

const sound: RhoRule = (lineage, state, { cost, rho = pureRho(spendings.under(lineage.relation, cost).epsilon) }) =>
  throughParts(lineage, state, rootRho(lineage, state, cost, rho));

/** What would be charged for increments of prices as if they were questions. */
export const byIncrements: RhoRule = (lineage, state, { cost }) => ({
  root: pureRho(increments(lineage, state, cost).root.epsilon),
  nodes: new Map(),
});

/** `before` was charged when caps were made. */
export function coursesOf(
  { lineages, worlds }: Game,
  analyst: Analyst,
  rule: RhoRule = sound,
  before = amounts.none,
): Course[] {
  const found: Course[] = [];
  interface Line extends Position {
    readonly weights: readonly (readonly number[])[];
    readonly spent: Spending;
    readonly rho: Amount;
  }
  const shares = worlds.map(list => {
    const whole = total(list.map(({ weight }) => weight));
    return list.map(({ weight }) => weight / whole);
  });
  play({ asked: [], answers: [], state: new Map(), weights: shares, spent: spendings.nothing, rho: before });
  return found;

  function play(line: Line): void {
    const put = analyst(line);
    if (put === undefined) {
      const [one, other] = line.weights.map(total);
      found.push({ one, other, epsilon: toNumber(line.spent.epsilon, 'up'), rho: toNumber(line.rho, 'up') });
      return;
    }
    const { root, nodes } = increments(lineages[put.place], line.state, put.cost);
    const rho = rule(lineages[put.place], line.state, put);
    const certainty = total(put.answers.map(answer => answer(0)));
    const next = {
      asked: [put, ...line.asked],
      state: settledRho(settled(line.state, nodes), rho),
      spent: spendings.plus(line.spent, root),
      rho: amounts.plus(line.rho, rho.root),
    };
    put.answers.forEach((answer, i) => {
      const weights = line.weights.map((list, side) =>
        list.map((weight, world) => (weight * answer(worlds[side][world].tables[put.place])) / certainty),
      );
      play({ ...next, answers: [i, ...line.answers], weights });
    });
  }
}

/** With what parts by a key hold and passed on. */
export function settledRho(state: TreeState, { nodes }: PartsRho): TreeState {
  const after = new Map(state);
  for (const [node, { spent, passed }] of nodes) {
    const before = after.get(node) ?? { spent: spendings.nothing, passed: spendings.nothing };
    const { spent: held = amounts.none, passed: told = amounts.none } = before.rho ?? {};
    after.set(node, { ...before, rho: { spent: amounts.plus(held, spent), passed: amounts.plus(told, passed) } });
  }
  return after;
}

const total = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

/** Orders at which moments are looked at; 1 is the mean of the loss. */
const ORDERS = [1, 1.01, 1.5, 2, 4, 16, 64];

/**
 * By how much the worst moment of the loss exceeds what was charged, over both directions: at order a the logarithm of the mean of
 * exp((a-1)(loss - a·rho)), at order 1 the mean of loss - rho. At most 0 where the sum of rho is concentrated privacy.
 */
export function worstMoment(courses: readonly Course[]): number {
  const turned = courses.map(({ one, other, ...rest }) => ({ one: other, other: one, ...rest }));
  return Math.max(...[courses, turned].flatMap(list => ORDERS.map(order => momentOf(list, order))));
}

function momentOf(courses: readonly Course[], order: number): number {
  const losses = courses.map(({ one, other, rho }) => ({ one, loss: Math.log(one / other), rho }));
  if (order === 1) return total(losses.map(({ one, loss, rho }) => one * (loss - rho)));
  return Math.log(total(losses.map(({ one, loss, rho }) => one * Math.exp((order - 1) * (loss - order * rho)))));
}

/** Truthfully with odds of so much to one: whether the table is one of those that the bits of a number name. */
export function predicate(odds: number, tables: number, cost: Spending): Question {
  const is = (table: Units): boolean => ((tables >> table) & 1) === 1;
  return { cost, answers: [table => (is(table) ? odds : 1), table => (is(table) ? 1 : odds)] };
}
