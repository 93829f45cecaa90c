/** Questions on a table of few units whose answers have whole-number weights, and what they cost. */

import { chargeOf } from '../../src/accounting/tree/exact-amounts.ts';
import type { Amount, Spending } from '../../src/amounts/index.ts';
import { nothing } from '../../src/amounts/index.ts';
import { rational, up } from '../../src/numerics/index.ts';
import type { Units } from './tree-worlds.ts';

export interface Question {
  readonly cost: Spending;
  /** In concentrated privacy, where that is not what follows from the cost. */
  readonly rho?: Amount;
  /** The weight of each answer, given who is in the table; all together weigh the same on every table. */
  readonly answers: readonly ((table: Units) => number)[];
}

/** Is somebody of these there? Answered truly with odds of so much to one. */
export const hint = (odds: number, units: Units): Question => ({
  cost: costOf(odds, 1n),
  answers: hinted(odds, table => (table & units) !== 0),
});

/** And somebody of these, and somebody else? A replaced unit may change both answers. */
export const hints = (odds: number, units: Units): Question => {
  const [these, others] = [units, ~units].map(mask => hinted(odds, table => (table & mask) !== 0));
  const answers = these.flatMap(a => others.map(b => (table: Units) => a(table) * b(table)));
  return { cost: costOf(odds, 2n), answers };
};

/** Are there so many? A replaced unit changes nothing. */
export const sizeHint = (odds: number, least: number): Question => ({
  cost: costOf(odds, 0n),
  answers: hinted(odds, table => bitsOf(table) >= least),
});

/** Shows with a chance whether somebody of these is there, and never errs: epsilon 0 and a delta. */
export const reveal = (chance: number, oneIn: number, units: Units): Question => {
  const delta = rational.ratio(BigInt(chance), BigInt(oneIn));
  const isThere = (table: Units): boolean => (table & units) !== 0;
  return {
    cost: { ...nothing, delta, replaceDelta: delta },
    answers: [table => (isThere(table) ? chance : 0), table => (isThere(table) ? oneIn - chance : oneIn)],
  };
};

const hinted = (odds: number, is: (table: Units) => boolean): Question['answers'] => [
  table => (is(table) ? odds : 1),
  table => (is(table) ? 1 : odds),
];

const costOf = (odds: number, replacedTimes: bigint): Spending => {
  const epsilon = chargeOf(up.log(odds));
  return { ...nothing, epsilon, replace: rational.mul(epsilon, rational.ratio(replacedTimes)) };
};

const bitsOf = (table: Units): number => table.toString(2).replaceAll('0', '').length;
