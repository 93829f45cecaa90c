/**
 * How variances, and means of the same values, are made: from a centred sum, a centred sum of squares and a number, each with a share of epsilon, or from the
 * squares of the distances from both ends of the range and twice their product, three sums that one noise hides. Decided by public
 * numbers alone.
 */
import { type Rational, rational } from '../../../numerics/index.ts';
import type { Centring, CheckedAggregate, Sensitivity } from '../../checked-plan.ts';
import { LARGEST } from '../../expressions/domain.ts';
import { endsSensitivity, totalSensitivity } from '../sensitivity.ts';
import type { MeanSetting } from './joint-means.ts';

type Variance = Extract<CheckedAggregate, { readonly kind: 'variance' | 'standardDeviation' }>;
type Mean = Extract<CheckedAggregate, { readonly kind: 'mean' }>;

/**
 * The variances that could be made of joint sums, and the means of the same values, which then are made of the same sums: nothing else
 * is made of the statistics that they would buy.
 */
export function madeOfSquares(aggregates: readonly CheckedAggregate[]): readonly (Variance | Mean)[] {
  const isVariance = (aggregate: CheckedAggregate): aggregate is Variance =>
    aggregate.kind === 'variance' || aggregate.kind === 'standardDeviation';
  const ofVariances = new Set(aggregates.filter(isVariance).map(({ uses: [sum] }) => sum));
  const isWithVariance = (aggregate: CheckedAggregate): aggregate is Mean =>
    aggregate.kind === 'mean' && aggregate.from === undefined && ofVariances.has(aggregate.uses[0]);
  const isOurs = (aggregate: CheckedAggregate): aggregate is Variance | Mean =>
    isVariance(aggregate) || isWithVariance(aggregate);
  const others = new Set(aggregates.filter(aggregate => !isOurs(aggregate)).flatMap(({ uses }) => uses));
  const isTaken = (sum: number): boolean =>
    aggregates.some(each => isVariance(each) && each.uses[0] === sum && each.uses.some(place => others.has(place)));
  return aggregates.filter(isOurs).filter(({ uses, of }) => !isTaken(uses[0]) && of.high > of.low && isSmall(of));
}

/** Engines compute twice a product of two distances. */
const isSmall = ({ low, high }: Centring): boolean => 2n * (high - low) ** 2n <= LARGEST;

/**
 * Whether joint sums make variances and means more accurate where they come off worst, with so many noises bought together instead of
 * so many apart.
 *   Says     with n noises, each for an equal share of epsilon, the error of a variance of N rows in a range of width W has, to first
 *            order, a variance in proportion to n²/N² times at most s² + W²·r² + (3W²/8)²·t² from a centred sum of squares, a centred sum and a number of
 *            sensitivities s, r and t, and at most u² from joint sums of sensitivity u; that of a mean has at most W²·r² + (W²/2)²·t²
 *            and 5/4·u². All are reached where all values lie at one end of the range. Several columns count alike, by their widths
 *   Assumes  Laplace noise, whose variance grows with the square of its scale: by rho three noises are better for most columns
 *   Rounds   nothing: exact fractions
 *   Source   derived: the delta method. In parts of W, let the mean be m and the mean square q, both from the middle of the range: the slopes of the first
 *            are 1, 2m and 1/8 - q + 2m², where m² <= q <= 1/4. Those of the second, of c - b² where b and c are the mean and the mean square from the low end, are
 *            2b² - c, 2b² - c - b and 1 - c - 2b(1 - b), where b² <= c <= b; their squares add up to a convex function of c, which is 1 at most at both ends. A mean
 *            m from the middle has slopes 1 and m, or -b, 1/2 - b and 1 - b
 */
export function jointSumsAreBetter(
  made: readonly (Variance | Mean)[],
  noises: { readonly together: number; readonly apart: number },
  { grouping, relation, ...bounds }: MeanSetting,
): boolean {
  const change = relation === 'add-remove' ? 'addRemove' : 'replaceOne';
  const squared = (sensitivity: Sensitivity): Rational => rational.ratio(sensitivity[change] ** 2n);
  const about = ({ low, high, centre }: Centring): Sensitivity =>
    totalSensitivity({ low: low - centre, high: high - centre }, grouping, bounds);
  const number = squared(totalSensitivity({ low: 0n, high: 1n }, grouping, bounds));
  const worst = made.map(each => {
    const { of } = each;
    const width = rational.ratio((of.high - of.low) ** 2n);
    const fourth = rational.mul(width, width);
    const sum = rational.div(squared(about(of)), width);
    const joint = rational.div(squared(endsSensitivity((of.high - of.low) ** 2n, bounds)), fourth);
    if (each.kind === 'mean')
      return {
        apart: rational.add(sum, rational.mul(rational.ratio(1n, 4n), number)),
        together: rational.mul(rational.ratio(5n, 4n), joint),
      };
    const squares = rational.div(squared(about(each.square)), fourth);
    return {
      apart: [squares, sum, rational.mul(rational.ratio(9n, 64n), number)].reduce(rational.add),
      together: joint,
    };
  });
  const all = (way: 'apart' | 'together'): Rational =>
    rational.mul(
      worst.map(each => each[way]).reduce(rational.add, rational.zero),
      rational.ratio(BigInt(noises[way]) ** 2n),
    );
  return rational.compare(all('together'), all('apart')) < 0;
}
