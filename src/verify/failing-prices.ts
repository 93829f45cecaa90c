/**
 * The same where there is a chance of failure: what is charged at once for a bound on all that is asked of a table, and what one
 * question's delta adds where there is no such bound.
 */
import { type Rational, rational } from '../numerics/index.ts';
import { expAbove, type Fixed, greater, lesser, ONE, tilted, times } from './fixed-point.ts';
import {
  amplified,
  type DrawOperator,
  drawnShare,
  type Pair,
  type PartCosts,
  priceOf,
  share,
  WHOLE,
} from './prices.ts';

/** With the chances of failure for one unit added or removed, and for one replaced. */
export interface FullCost extends Pair {
  readonly delta: Fixed;
  readonly replaceDelta: Fixed;
}

export const FREE: FullCost = { epsilon: 0n, replace: 0n, delta: 0n, replaceDelta: 0n };

export const isPure = ({ delta, replaceDelta }: FullCost): boolean => delta === 0n && replaceDelta === 0n;

/** Nothing is known of it but epsilon and delta: one unit replaced is one removed and one added, (2e, (1 + e^e)·δ). */
export const removedAndAdded = (epsilon: Fixed, delta: Fixed): FullCost => ({
  epsilon,
  replace: 2n * epsilon,
  delta,
  replaceDelta: delta === 0n ? 0n : lesser(ONE, delta + below(times(expBelow(epsilon), delta))),
});

/** e^epsilon from below: `expAbove` is off by less than one part in 2^170. */
const expBelow = (epsilon: Fixed): Rational =>
  rational.mul(expAbove(epsilon), rational.ratio(2n ** 160n - 1n, 2n ** 160n));
const below = (amount: Fixed): Fixed => (amount > 0n ? amount - 1n : 0n);

/** A charge for caps that no rule allows. */
export type Unpriced = 'unpriced';

/**
 * What caps (e_j, δ_j; r_j, ρ_j) on the parts of a draw charge: epsilon as without delta unless said.
 *   Says     Bernoulli (ln(1+b(e^e−1)), bδ; ln(1+b(e^max(e,r)−1)), b·max(δ,ρ)); stratified at the largest rate, replaced as one
 *            removed and one added; fixed size max(δ, n/(n+1)·ρ), of a public N ρ·n/N; fraction max(δ, pρ), pρ; take max(δ, ρ), ρ;
 *            skip δ, ρ; random split max δ_j; fixed-size split max(δ_1, δ_2 + e^(e_2)·n/(n+1)·ρ_1), max(ρ_1, ρ_2); take-skip
 *            split max(δ_1, ρ_1 + δ_2), ρ_1 + ρ_2; where r' exceeds 2e', (2e', (1 + e^e')·δ')
 *   Assumes  all questions on a part together keep its cap
 *   Rounds   down
 *   Source   derived; advanced joint convexity; the splits by composition
 */
export function capPrice(operator: DrawOperator, caps: PartCosts<FullCost>): FullCost | Unpriced {
  const pure = priceOf(operator, caps);
  if ([...caps.values()].every(isPure)) return { ...FREE, ...pure };
  const [cap, first, rest] = [WHOLE, '"first"', '"rest"'].map(name => caps.get(name) ?? FREE);
  const charge = (delta: Fixed, replaceDelta: Fixed, pair: Pair = pure): FullCost =>
    pair.replace > 2n * pair.epsilon
      ? removedAndAdded(pair.epsilon, delta)
      : { ...pair, delta: lesser(delta, ONE), replaceDelta: lesser(replaceDelta, ONE) };
  switch (operator.kind) {
    case 'bernoulli': {
      const replace = amplified(operator.rate, greater(cap.epsilon, cap.replace));
      const most = greater(cap.delta, cap.replaceDelta);
      return charge(times(operator.rate, cap.delta), times(operator.rate, most), { ...pure, replace });
    }
    case 'stratified':
      return removedAndAdded(pure.epsilon, times(operator.most, cap.delta));
    case 'fixed-size': {
      const { size, of } = operator;
      const met = (rate: Rational): Fixed => times(rate, cap.replaceDelta);
      if (of !== null) return charge(met(share(size, of)), met(share(size, of)));
      return charge(greater(cap.delta, met(rational.ratio(size, size + 1n))), cap.replaceDelta);
    }
    case 'fraction': {
      const met = times(drawnShare(operator.rate, operator.of), cap.replaceDelta);
      return charge(operator.of === null ? greater(cap.delta, met) : met, met);
    }
    case 'take':
      return charge(greater(cap.delta, cap.replaceDelta), cap.replaceDelta);
    case 'skip':
      return charge(cap.delta, cap.replaceDelta);
    case 'random-split':
      return removedAndAdded(pure.epsilon, greater(...[...caps.values()].map(({ delta }) => delta)));
    case 'fixed-size-split': {
      const pushed = times(rational.ratio(operator.size, operator.size + 1n), first.replaceDelta);
      const both = rest.delta + below(times(expBelow(rest.epsilon), pushed));
      const secret = priceOf({ ...operator, of: null }, caps);
      return charge(greater(first.delta, both), greater(first.replaceDelta, rest.replaceDelta), secret);
    }
    case 'take-skip-split':
      return charge(greater(first.delta, first.replaceDelta + rest.delta), first.replaceDelta + rest.replaceDelta);
    case 'key-split':
    case 'fraction-split':
      return 'unpriced';
  }
}

/** One part that nothing else is ever asked of, drawn for one question: it is a sample. */
export function alone(operator: DrawOperator, part: string, cost: FullCost): FullCost | Unpriced {
  if (isPure(cost)) return { ...FREE, ...priceOf(operator, new Map([[part, cost]])) };
  const whole = new Map([[WHOLE, cost]]);
  const isFirst = part === '"first"';
  switch (operator.kind) {
    case 'random-split':
      return capPrice({ kind: 'bernoulli', rate: operator.rates.get(JSON.parse(part)) ?? rational.one }, whole);
    case 'fixed-size-split':
      return isFirst
        ? capPrice({ ...operator, kind: 'fixed-size' }, whole)
        : capPrice(operator, new Map([[part, cost]]));
    case 'fraction-split':
      return isFirst ? capPrice({ ...operator, kind: 'fraction', of: null }, whole) : 'unpriced';
    case 'take-skip-split':
      return capPrice({ kind: isFirst ? 'take' : 'skip' }, whole);
    default:
      return capPrice(operator, new Map([[part, cost]]));
  }
}

/** A table on the way of a failing question that no cap has paid for, and what was spent on it before. */
export interface FailedThrough {
  readonly operator: DrawOperator;
  readonly spent: Fixed;
}

/**
 * What one question's delta adds, asked at any time; from the base outwards.
 *   Says     Bernoulli: δ·b·e^E/(1−b+b·e^E), E spent there before, rates multiply; skip and random split: δ in full, one unit
 *            more being one unit more there; fixed size, fraction and take: max(δ, ρ) in full, and only as the last; else unpriced
 *   Assumes  add-remove; fresh randomness at every table; epsilon charged as if there were no delta
 *   Rounds   down
 *   Source   derived (posterior probability of inclusion)
 */
export function deltaIncrement(
  way: readonly FailedThrough[],
  { delta, replaceDelta }: FullCost,
  relation: string,
): Fixed | Unpriced {
  let [amount, isAdded] = [delta, relation === 'add-remove'];
  let rate = rational.one;
  for (const { operator, spent } of way) {
    if (!isAdded) return 'unpriced';
    switch (operator.kind) {
      case 'bernoulli':
        rate = rational.mul(rate, tilted(operator.rate, spent));
        break;
      case 'skip':
      case 'random-split':
        break;
      case 'fixed-size':
      case 'fraction':
      case 'take':
        [amount, isAdded] = [greater(delta, replaceDelta), false];
        break;
      default:
        return 'unpriced';
    }
  }
  return times(rate, amount);
}
