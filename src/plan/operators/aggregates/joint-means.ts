/**
 * How means are made: from the centred sum of their values and their number, each with a share of epsilon, or from how far
 * the values lie from both ends of their range, two sums that share nothing because one noise hides both. Decided by
 * public numbers alone: the ranges, how many noises are bought either way, and whom the table protects.
 */
import { type Rational, rational } from '../../../numerics/index.ts';
import type { Relation } from '../../../vocabulary/index.ts';
import type { CheckedAggregate, CheckedGrouping, Sensitivity } from '../../checked-plan.ts';
import { LARGEST } from '../../expressions/domain.ts';
import type { Expression, NodeOf } from '../../expressions/expression.ts';
import type { Aggregate } from '../../plan.ts';
import { endsSensitivity, type RowBounds, totalSensitivity } from '../sensitivity.ts';

/**
 * `joint`    as `best`, and variances are made of products of both distances where that is better, with means of the same values
 * `best`     sums follow from means of the same values where they can; means are made of both ends where that is better; private
 *            groups are shown by a count that is asked for
 * `shared`   sums follow, but all means are made of centred sums: by rho nothing is better
 * `centred`  nothing follows: for charges of before there was another way
 */
export type MeanRule = 'joint' | 'best' | 'shared' | 'centred';

type Mean = Extract<CheckedAggregate, { readonly kind: 'mean' }>;

/** Where the means stand. */
export interface MeanSetting extends RowBounds {
  readonly grouping: CheckedGrouping;
  readonly relation: Relation;
}

/**
 * The means that could be made of both ends. A centred sum that a variance buys anyway serves its mean too, and a range
 * of one value leaves nothing to count by.
 */
export function meansOfEnds(aggregates: readonly CheckedAggregate[]): readonly Mean[] {
  const means = aggregates.filter((aggregate): aggregate is Mean => aggregate.kind === 'mean');
  // neither a sum nor a number of values buys the centred sum of a mean
  const others = new Set(
    aggregates
      .filter(({ kind }) => kind !== 'mean' && kind !== 'sum' && kind !== 'countValues')
      .flatMap(({ uses }) => uses),
  );
  return means.filter(({ uses, of }) => !others.has(uses[0]) && of.high > of.low && of.high - of.low <= LARGEST);
}

/**
 * Whether both ends make the means more accurate, with so many noises bought together instead of so many apart.
 *   Says     with n noises, each for an equal share of epsilon, the variance of a mean of N rows is in proportion to n²·(s² + q²·t²)/N² from a
 *            centred sum of sensitivity s and a number of sensitivity t, and to n²·((1-p)² + p²)·u²/N² from both ends of
 *            sensitivity u, where the mean lies q from the middle and a part p of the range from its low end. Averaged over means that
 *            lie anywhere in a range of width W these are n²·(s² + W²·t²/12) and n²·(2/3)·u²; means of several columns count alike, by their widths
 *   Assumes  Laplace noise, whose variance grows with the square of its scale: by rho both ways are alike for one mean alone
 *   Rounds   nothing: exact fractions
 *   Source   derived: the delta method
 */
export function endsAreBetter(
  means: readonly Pick<Mean, 'of'>[],
  noises: { readonly together: number; readonly apart: number },
  { grouping, relation, ...bounds }: MeanSetting,
): boolean {
  const change = relation === 'add-remove' ? 'addRemove' : 'replaceOne';
  const square = (sensitivity: Sensitivity): Rational => rational.ratio(sensitivity[change] ** 2n);
  const variances = means.map(({ of: { low, high, centre } }) => {
    const width = rational.ratio((high - low) ** 2n);
    const sum = square(totalSensitivity({ low: low - centre, high: high - centre }, grouping, bounds));
    const number = square(totalSensitivity({ low: 0n, high: 1n }, grouping, bounds));
    return {
      apart: rational.add(rational.div(sum, width), rational.div(number, rational.ratio(12n))),
      together: rational.div(rational.mul(rational.ratio(2n, 3n), square(endsSensitivity(high - low, bounds))), width),
    };
  });
  const all = (way: 'apart' | 'together'): Rational =>
    rational.mul(
      variances.map(variance => variance[way]).reduce(rational.add, rational.zero),
      rational.ratio(BigInt(noises[way]) ** 2n),
    );
  return rational.compare(all('together'), all('apart')) < 0;
}

type Follower = NodeOf<Aggregate, 'sum' | 'countValues'>;

const OF_VALUES: readonly Aggregate['kind'][] = ['mean', 'variance', 'standardDeviation'];

/**
 * The numbers of values, and the sums, that follow from the statistics of a mean, a variance or a deviation of the same values, by
 * name, each with the kinds that are asked of these. Sums only where every unit has one row: of a unit with more a sum is clamped, and a
 * mean weighed. A number of values is weighed as the mean is.
 */
export function following(
  aggregates: readonly Aggregate[],
  kinds: readonly Follower['kind'][],
  textOf: (of: Expression) => string,
): ReadonlyMap<string, readonly { readonly name: string; readonly kind: Aggregate['kind'] }[]> {
  const followers = aggregates.filter((aggregate): aggregate is Follower =>
    kinds.some(kind => kind === aggregate.kind),
  );
  if (followers.length === 0) return new Map();
  const leaders = new Map<string, Aggregate[]>();
  for (const aggregate of aggregates) {
    if (!OF_VALUES.includes(aggregate.kind) || !('of' in aggregate)) continue;
    const text = textOf(aggregate.of);
    leaders.set(text, [...(leaders.get(text) ?? []), aggregate]);
  }
  return new Map(
    followers.flatMap(({ name, of }) => {
      const alike = leaders.get(textOf(of));
      return alike === undefined ? [] : [[name, alike] as const];
    }),
  );
}
