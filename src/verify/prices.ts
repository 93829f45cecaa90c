/**
 * What a derived table charges the table below it, without any chance of failure: one formula an operator, as the reference of
 * theorems states it, in numbers that are never above the exact price and at most 2·10^-34 below it.
 */
import { type Rational, rational } from '../numerics/index.ts';
import { ERROR, type Fixed, greater, lesser, logSum } from './fixed-point.ts';

/** For one unit added or removed, and for one replaced. */
export interface Pair {
  readonly epsilon: Fixed;
  readonly replace: Fixed;
}

/** How units are drawn. `of`: the number of units of the table below, where that is public. */
export type DrawOperator =
  | { readonly kind: 'bernoulli'; readonly rate: Rational }
  | { readonly kind: 'stratified'; readonly least: Rational; readonly most: Rational }
  | { readonly kind: 'fixed-size'; readonly size: bigint; readonly of: bigint | null }
  | { readonly kind: 'fraction'; readonly rate: Rational; readonly of: bigint | null }
  | { readonly kind: 'take' | 'skip' }
  | { readonly kind: 'random-split'; readonly rates: ReadonlyMap<string, Rational> }
  | { readonly kind: 'key-split'; readonly isConstant: boolean }
  | { readonly kind: 'fixed-size-split'; readonly size: bigint; readonly of: bigint | null }
  | { readonly kind: 'fraction-split'; readonly rate: Rational }
  | { readonly kind: 'take-skip-split' };

/** By part; a sample is its own only part, `WHOLE`. What nobody asked is absent. */
export type PartCosts<Cost extends Pair> = ReadonlyMap<string, Cost>;
export const WHOLE = '';

const { zero, one } = rational;
const nothing: Pair = { epsilon: 0n, replace: 0n };

/** A filter, or a state that is chosen: a replaced unit may pass where the other one is dropped. */
export const behindFilter = <Cost extends Pair>(cost: Cost): Cost => ({
  ...cost,
  replace: greater(cost.epsilon, cost.replace),
});

/**
 * The price of every operator of a lineage, for all that was spent on its parts.
 *   Says     as the functions below, one an operator; r' is at most 2e'
 *   Assumes  fresh secret randomness at every draw; units, not rows; one state of the data, or a draw that follows its units
 *   Rounds   down, by less than 10^-33: what is charged must not be below it
 *   Source   derived; compared with a linear program over all likelihoods, and with the first implementation
 */
export function priceOf(operator: DrawOperator, parts: PartCosts<Pair>): Pair {
  const { epsilon, replace } = uncapped(operator, parts);
  return { epsilon, replace: lesser(replace, 2n * epsilon) };
}

function uncapped(operator: DrawOperator, parts: PartCosts<Pair>): Pair {
  const partOf = (name: string): Pair => parts.get(name) ?? nothing;
  const cost = partOf(WHOLE);
  const [first, rest] = [partOf('"first"'), partOf('"rest"')];
  switch (operator.kind) {
    case 'bernoulli':
      return bernoulli(operator.rate, cost);
    case 'stratified':
      return stratified(operator, cost);
    case 'fixed-size':
      return fixedSize(operator, cost);
    case 'fraction':
      return fraction(operator, cost);
    case 'take': // (max(e, r), r): a unit that enters may push another one out
      return { epsilon: greater(cost.epsilon, cost.replace), replace: cost.replace };
    case 'skip': // (e, r): whoever enters above pushes one unit down
      return cost;
    case 'random-split':
      return randomSplit([...operator.rates].map(([name, rate]) => ({ rate, ...partOf(JSON.stringify(name)) })));
    case 'key-split':
      return keySplit(operator.isConstant, [...parts.values()]);
    case 'fixed-size-split':
      return fixedSizeSplit(operator, first, rest);
    case 'fraction-split':
      return fractionSplit(operator.rate, first, rest);
    case 'take-skip-split': // (max(e1, r1 + e2), r1 + r2)
      return {
        epsilon: greater(first.epsilon, first.replace + rest.epsilon),
        replace: first.replace + rest.replace,
      };
  }
}

const less = (amount: Fixed, by: Fixed): Fixed => (amount > by ? amount - by : 0n);
const rest = (rate: Rational): Rational => rational.sub(one, rate);

/** ln(1 + b(e^x − 1)); all of it where b is 1. */
export function amplified(rate: Rational, x: Fixed): Fixed {
  if (x === 0n || rational.compare(rate, one) >= 0) return x;
  return less(
    logSum([
      [rest(rate), 0n],
      [rate, x],
    ]),
    ERROR,
  );
}

/** e' = ln(1 + b(e^e − 1)); r' = ln((1 − b + b·e^e) / (1 − b + b·e^(e−r))). */
function bernoulli(rate: Rational, { epsilon, replace }: Pair): Pair {
  return { epsilon: amplified(rate, epsilon), replace: exchanged(rate, epsilon, rate, epsilon - replace) };
}

/** ln((1 − b + b·e^x) / (1 − c + c·e^y)). */
const exchanged = (b: Rational, x: Fixed, c: Rational, y: Fixed): Fixed =>
  less(
    logSum([
      [rest(b), 0n],
      [b, x],
    ]) -
      logSum([
        [rest(c), 0n],
        [c, y],
      ]),
    ERROR,
  );

/**
 * e' at the largest rate; r' the larger, over strata s and t that a unit leaves and enters, of
 * ln((1 − b_t + b_t·e^e) / (1 − b_s + b_s·e^(e−r))) and ln((1 − b_t + b_t·e^(r−e)) / (1 − b_s + b_s·e^−e)). Either ratio is
 * monotone in either rate, so the least and the largest are enough.
 */
function stratified({ least, most }: { least: Rational; most: Rational }, { epsilon, replace }: Pair): Pair {
  const ratios = [least, most].flatMap(t =>
    [least, most].flatMap(s => [
      exchanged(t, epsilon, s, epsilon - replace),
      exchanged(t, replace - epsilon, s, -epsilon),
    ]),
  );
  return { epsilon: amplified(most, epsilon), replace: greater(...ratios) };
}

/** Of a secret size (max(e, ln(1 + n/(n+1)·(e^r − 1))), r); of a public N, replaced: ln(1 + n/N·(e^r − 1)). */
function fixedSize({ size, of }: { size: bigint; of: bigint | null }, { epsilon, replace }: Pair): Pair {
  return {
    epsilon: greater(epsilon, amplified(rational.ratio(size, size + 1n), replace)),
    replace: of === null ? replace : amplified(share(size, of), replace),
  };
}

/** What n of N are; nobody is drawn twice. */
export const share = (size: bigint, of: bigint): Rational => (size >= of ? one : rational.ratio(size, of));

/** (max(e, ln(1 + p(e^r − 1))), ln(1 + p(e^r − 1))), and floor(pN)/N for p of a public N; all units are no draw. */
function fraction({ rate, of }: { rate: Rational; of: bigint | null }, { epsilon, replace }: Pair): Pair {
  if (rational.compare(rate, one) >= 0) return { epsilon, replace };
  return {
    epsilon: greater(epsilon, amplified(rate, replace)),
    replace: amplified(drawnShare(rate, of), replace),
  };
}

export const drawnShare = (rate: Rational, of: bigint | null): Rational =>
  of === null ? rate : rational.ratio((rate.numerator * of) / rate.denominator, of);

/**
 * e' = ln Σ b_j·e^(e_j), whoever is in no part spending nothing; r' the largest over sets T of the parts of largest r_j of
 * ln [Σ_T b_j·e^(e_j) + Σ_notT b_j·e^(r_j−e_j)] / [Σ_T b_j·e^(e_j−r_j) + Σ_notT b_j·e^(−e_j)].
 */
function randomSplit(listed: readonly (Pair & { readonly rate: Rational })[]): Pair {
  const unlisted = rest(listed.map(({ rate }) => rate).reduce(rational.add, zero));
  const parts = [...listed, { rate: unlisted, ...nothing }].sort(
    (a, b) => Number(b.replace > a.replace) - Number(b.replace < a.replace),
  );
  const ratios = parts.map((_, last) => {
    const [above, below] = [0, 1].map(side =>
      logSum(
        parts.map(({ rate, epsilon, replace }, j) => {
          const inT = j <= last;
          const exponent = side === 0 ? (inT ? epsilon : replace - epsilon) : inT ? epsilon - replace : -epsilon;
          return [rate, exponent] as const;
        }),
      ),
    );
    return less(above - below, ERROR);
  });
  const mean = less(logSum(parts.map(({ rate, epsilon }) => [rate, epsilon] as const)), ERROR);
  return { epsilon: mean, replace: greater(...ratios) };
}

/**
 * By a key that is constant in a unit: (max e_j, max(r_j, e_i + e_j for i ≠ j)). By one that varies a unit may be in every part,
 * for rows are bounded question by question: (Σ e_j, Σ max(e_j, r_j)).
 */
function keySplit(isConstant: boolean, parts: readonly Pair[]): Pair {
  if (!isConstant) {
    const all = parts.map(behindFilter);
    return {
      epsilon: all.reduce((sum, { epsilon }) => sum + epsilon, 0n),
      replace: all.reduce((sum, { replace }) => sum + replace, 0n),
    };
  }
  let [most, second, replace] = [0n, 0n, 0n];
  for (const part of parts) {
    if (part.epsilon > most) [most, second] = [part.epsilon, most];
    else if (part.epsilon > second) second = part.epsilon;
    replace = greater(replace, part.replace);
  }
  return { epsilon: most, replace: greater(replace, most + second) };
}

/**
 * n units and the rest. Secret: (max(e1, e2 + ln(1 + n/(n+1)·(e^(r1) − 1))), max(r1, r2)). Public N, g = n/N: r' =
 * r2 + ln((1−g+g·e^(r1)) / (1−g+g·e^(r2))) where r1 ≥ r2, else r1 + ln((g+(1−g)e^(r2)) / (g+(1−g)e^(r1))).
 */
function fixedSizeSplit({ size, of }: { size: bigint; of: bigint | null }, first: Pair, other: Pair): Pair {
  const pushed = amplified(rational.ratio(size, size + 1n), first.replace);
  const epsilon = greater(first.epsilon, other.epsilon + pushed);
  if (of === null) return { epsilon, replace: greater(first.replace, other.replace) };
  const g = share(size, of);
  const [low, high, rate] =
    first.replace >= other.replace ? [other.replace, first.replace, g] : [first.replace, other.replace, rest(g)];
  return { epsilon, replace: low + exchanged(rate, high, rate, low) };
}

/**
 * (max(e2 + ln(1 + p(e^(r1) − 1)), e1 + ln(1 + (1 − 1/⌈1/p⌉)(e^(r2) − 1))), max(r2, r2 + ln((1−p+p·e^(r1)) / (1−p+p·e^(r2))))).
 */
function fractionSplit(rate: Rational, first: Pair, other: Pair): Pair {
  if (rational.compare(rate, one) >= 0) return first;
  const growth = (rate.denominator + rate.numerator - 1n) / rate.numerator;
  return {
    epsilon: greater(
      other.epsilon + amplified(rate, first.replace),
      first.epsilon + amplified(rational.ratio(growth - 1n, growth), other.replace),
    ),
    replace: other.replace + exchanged(rate, first.replace, rate, other.replace),
  };
}
