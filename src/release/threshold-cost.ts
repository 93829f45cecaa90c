/** What dropping what was sampled too seldom costs a budget, for people who are added, removed or replaced. */
import { amounts, type Spending } from '../amounts/index.ts';
import { down, type Rational, rational, up } from '../numerics/index.ts';

/** Decimals of what is charged: far finer than any charge, and short enough to be read. */
const PLACES = { epsilon: 18, delta: 30 };

/**
 * The cost of one person replaced, from that of one added or removed.
 *   Says     (ε, δ) for added or removed rows at rate b is (ε − ln(1−b), δ) for replaced ones
 *   Assumes  a unit has one value; 0 < b < 1
 *   Rounds   up
 *   Source   derived: one value loses a row, at most e^ε likelier but for δ; another gains one, and P[Bin(n, b) = j] is at
 *            most P[Bin(n+1, b) = j]/(1−b) for every j; the two counts are independent
 */
export function thresholdCost({ epsilon, delta, rate }: { epsilon: Rational; delta: number; rate: number }): Spending {
  const gained = up.sub(0, down.log1p(-up.add(rate, rate * 2 ** -52)));
  const charged = amounts.rounded(delta, PLACES.delta, 'up');
  return {
    epsilon,
    delta: charged,
    replace: rational.add(epsilon, amounts.rounded(gained, PLACES.epsilon, 'up')),
    replaceDelta: charged,
  };
}
