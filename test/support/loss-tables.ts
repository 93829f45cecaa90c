/** Two probability tables over the same outcomes, and what they truly reveal: the plain definitions, outcome by outcome. */
import { type Rational, rational, toNumber } from '../../src/numerics/index.ts';

/** P's and Q's probability of each outcome. */
export type Table = readonly (readonly [p: number, q: number])[];

export const turned = (table: Table): Table => table.map(([p, q]) => [q, p]);

/** sup over sets S of P(S) - exp(epsilon)·Q(S): every outcome that gains is taken. */
export function hockeyStick(table: Table, epsilon: number): number {
  const odds = Math.exp(epsilon);
  let sum = 0;
  for (const [p, q] of table) sum += Math.max(0, p - odds * q);
  return sum;
}

/** Two independent releases. */
export const product = (first: Table, second: Table): Table =>
  first.flatMap(([p, q]) => second.map(([p2, q2]) => [p * p2, q * q2] as const));

export const power = (table: Table, count: number): Table =>
  Array.from({ length: count }, () => table).reduce(product, [[1, 1]]);

/** The least false negative rate of any test whose false positive rate is at most `at`: most telling outcomes first. */
export function leastFalseNegative(table: Table, at: number): number {
  let [left, missed] = [at, 1];
  const possible = table.filter(([p, q]) => p + q > 0);
  for (const [p, q] of possible.sort(([p1, q1], [p2, q2]) => p2 * q1 - p1 * q2)) {
    const share = q === 0 ? 1 : Math.min(1, left / q);
    left -= share * q;
    missed -= share * p;
  }
  return Math.max(0, missed);
}

/** The exact sum of doubles. */
export const exactTotal = (terms: readonly number[]): Rational =>
  terms.map(rational.fromNumber).reduce(rational.add, rational.zero);

export const nearest = (x: Rational): number => toNumber(x, 'nearest');

/** Epsilons over which bounds are compared: both signs, zero, and beyond what small mechanisms can reveal. */
export const epsilons: readonly number[] = [
  -4, -2.5, -1.7, -1, -0.6, -0.31, -0.1, -0.01, 0, 1e-4, 0.013, 0.1, 0.27, 0.5, 0.77, 1, 1.31, 1.7, 2, 2.6, 3.3, 4.5,
];
