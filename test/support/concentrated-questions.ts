/** Questions of other kinds than yes or no: choices of three, counts with discrete Laplace or Gaussian noise, cut to few outcomes. */
import { gaussianRho } from '../../src/accounting/concentrated/index.ts';
import { chargeOf } from '../../src/accounting/tree/exact-amounts.ts';
import { nothing, type Spending } from '../../src/amounts/index.ts';
import { rational } from '../../src/numerics/index.ts';
import type { Question } from './tree-questions.ts';
import { UNIVERSE, type Units } from './tree-worlds.ts';

/** A replaced unit tells no more than an added one: the count changes by 1 at most, and a kind is a kind. */
const costOf = (epsilon: number): Spending => {
  const amount = chargeOf(epsilon * (1 + 1e-15));
  return { ...nothing, epsilon: amount, replace: amount };
};

/** Which of three kinds a table is, by a digit of a number for each table; the true one with odds of so much to one. */
export function kindOf(odds: number, kinds: number): Question {
  const kind = (table: Units): number => Math.floor(kinds / 3 ** table) % 3;
  return {
    cost: costOf(Math.log(odds)),
    answers: [0, 1, 2].map(told => table => (kind(table) === told ? odds : 1)),
  };
}

const LEAST = -1;
const MOST = 4;

/** How many of these are there, with noise of weights that fall with the distance; what lies beyond is told as the least or the most. */
function counted(units: Units, weightOf: (distance: number) => number): Question['answers'] {
  const noises = Array.from({ length: 401 }, (_, i) => i - 200);
  const whole = noises.reduce((sum, noise) => sum + weightOf(noise), 0);
  const outcomes = Array.from({ length: MOST - LEAST + 1 }, (_, i) => LEAST + i);
  const laws = Array.from({ length: UNIVERSE + 1 }, (_, count) =>
    outcomes.map(told =>
      noises
        .filter(noise => Math.min(MOST, Math.max(LEAST, count + noise)) === told)
        .reduce((sum, noise) => sum + weightOf(noise) / whole, 0),
    ),
  );
  return outcomes.map((_, i) => table => laws[bitsOf(table & units)][i]);
}

export const laplaceCount = (epsilon: number, units: Units): Question => ({
  cost: costOf(epsilon),
  answers: counted(units, noise => Math.exp(-epsilon * Math.abs(noise))),
});

/** Nothing but rho bounds it. */
export const gaussianCount = (scale: number, units: Units): Question => ({
  cost: nothing,
  rho: gaussianRho(1n, rational.fromNumber(scale)),
  answers: counted(units, noise => Math.exp(-(noise ** 2) / (2 * scale ** 2))),
});

const bitsOf = (table: Units): number => table.toString(2).replaceAll('0', '').length;
