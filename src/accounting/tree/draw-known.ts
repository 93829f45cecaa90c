/**
 * What a derived table charges at most, exactly: as if everybody knew what was drawn. Prices of samples are computed in
 * doubles and rounded up; held below this, 0.1 on a table where chance does not help stays 0.1.
 */
import { type Rational, rational } from '../../numerics/index.ts';
import { type Sample, sampleOperator } from '../stability/price.ts';
import { greatest, largest, sumOf } from './exact-amounts.ts';
import type { SplitRule } from './lineage.ts';

/** The pure part of what is spent. */
export interface Exact {
  readonly epsilon: Rational;
  readonly replace: Rational;
}

/**
 * A sample whose draw is known.
 *   Says     coins: (e, max(e, r)); fixed size, fraction, take: (max(e, r), r); skip: (e, r)
 *   Assumes  two neighbours can be drawn from so that the samples are equal, or differ by one unit added, removed or replaced
 *   Rounds   nothing
 *   Source   joint convexity of the likelihood ratio; reached by take and skip
 */
export function knownSample(sample: Sample, { epsilon, replace }: Exact): Exact | undefined {
  // one unit more may be many rows or a whole cluster more
  const { known } = sampleOperator(sample);
  const either = greatest(epsilon, replace);
  return (
    known && {
      epsilon: known.added === 'added' ? epsilon : either,
      replace: known.replaced === 'replaced' ? replace : either,
    }
  );
}

/**
 * A split whose draw is known.
 *   Says     random, and by a key constant in a unit: (max e_j, max(r_j, e_i + e_j for i ≠ j)); by a key that varies: e' the
 *            sum of the k largest e_j, r' the sum of the 2k largest of all e_j and max(0, r_j − e_j);
 *            fixed size: (max(e1, r1 + e2), max(r1, r2)); fraction: (max(e2 + r1, e1 + r2), max(r1, r2));
 *            take and skip: (max(e1, r1 + e2), r1 + r2)
 *   Assumes  as the price of the split; at most k rows of a unit
 *   Rounds   nothing
 *   Source   joint convexity of the likelihood ratio; reached by keys and by take and skip
 */
export function knownSplit(split: SplitRule, spent: readonly Exact[]): Exact {
  const [first, rest = first] = spent;
  switch (split.operator) {
    case 'split':
      return amongParts(spent);
    case 'partition':
      return split.rowsPerUnit === undefined ? amongParts(spent) : acrossParts(spent, split.rowsPerUnit);
    case 'fixed-size-split':
      return { epsilon: pushed(first, rest), replace: greatest(first.replace, rest.replace) };
    case 'fraction-split':
      return {
        epsilon: greatest(pushed(first, rest), pushed(rest, first)),
        replace: greatest(first.replace, rest.replace),
      };
    case 'take-skip-split':
      return { epsilon: pushed(first, rest), replace: rational.add(first.replace, rest.replace) };
  }
}

/** One unit enters a part, and perhaps pushes another one out of it into the other part. */
const pushed = (into: Exact, out: Exact): Rational => greatest(into.epsilon, rational.add(into.replace, out.epsilon));

/** A unit is in one part. Replaced, it stays there or leaves one for another. */
function amongParts(spent: readonly Exact[]): Exact {
  const dearest = largest(
    2,
    spent.map(({ epsilon }) => epsilon),
  );
  const [stays] = largest(
    1,
    spent.map(({ replace }) => replace),
  );
  return { epsilon: dearest[0], replace: greatest(stays, sumOf(dearest)) };
}

/**
 * A unit is in up to `most` parts. Replaced, it leaves as many and enters as many: a part that it only leaves or only enters
 * costs e, one where it was and is costs r and takes a place among both.
 */
function acrossParts(spent: readonly Exact[], most: number): Exact {
  const once = spent.map(({ epsilon }) => epsilon);
  const twice = spent.map(({ epsilon, replace }) => greatest(rational.zero, rational.sub(replace, epsilon)));
  return { epsilon: sumOf(largest(most, once)), replace: sumOf(largest(2 * most, [...once, ...twice])) };
}
