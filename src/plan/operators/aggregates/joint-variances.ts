/**
 * How variances are made: from a centred sum, a centred sum of squares and a number, each with a share of epsilon, or from the
 * squares of the distances from both ends of the range and twice their product, three sums that one noise hides. Decided by public
 * numbers alone.
 */
import { type Rational, rational } from '../../../numerics/index.ts';
import type { Centring, CheckedAggregate, Sensitivity } from '../../checked-plan.ts';
import { LARGEST } from '../../expressions/domain.ts';
import { endsSensitivity, totalSensitivity } from '../sensitivity.ts';
import type { MeanSetting } from './joint-means.ts';

type Variance = Extract<CheckedAggregate, { readonly kind: 'variance' | 'standardDeviation' }>;

/** The variances that could be made of joint sums: nothing else is made of the statistics that they would buy. */
export function variancesOfEnds(aggregates: readonly CheckedAggregate[]): readonly Variance[] {
  const isVariance = (aggregate: CheckedAggregate): aggregate is Variance =>
    aggregate.kind === 'variance' || aggregate.kind === 'standardDeviation';
  const others = new Set(aggregates.filter(aggregate => !isVariance(aggregate)).flatMap(({ uses }) => uses));
  return aggregates
    .filter(isVariance)
    .filter(({ uses, of }) => !uses.some(place => others.has(place)) && of.high > of.low && isSmall(of));
}

/** Engines compute twice a product of two distances. */
const isSmall = ({ low, high }: Centring): boolean => 2n * (high - low) ** 2n <= LARGEST;

/**
 * Whether joint sums make the variances more accurate where they come off worst, with so many noises bought together instead of so many
 * apart.
 *   Says     with n noises, each for an equal share of epsilon, the error of a variance of N rows in a range of width W has, to first
 *            order, a variance in proportion to n²/N² times at most s² + W²·r² + (3W²/8)²·t² from a centred sum of squares, a centred sum and a number of
 *            sensitivities s, r and t, and at most u² from joint sums of sensitivity u. Both are reached where all values
 *            lie at one end of the range. Variances of several columns count alike, by their widths
 *   Assumes  Laplace noise, whose variance grows with the square of its scale: by rho three noises are better for most columns
 *   Rounds   nothing: exact fractions
 *   Source   derived: the delta method. In parts of W, let the mean be m and the mean square q, both from the middle of the range: the slopes of the first
 *            are 1, 2m and 1/8 - q + 2m², where m² <= q <= 1/4. Those of the second, of c - b² where b and c are the mean and the mean square from the low end, are
 *            2b² - c, 2b² - c - b and 1 - c - 2b(1 - b), where b² <= c <= b; their squares add up to a convex function of c, which is 1 at most at both ends
 */
export function jointSumsAreBetter(
  variances: readonly Pick<Variance, 'of' | 'square'>[],
  noises: { readonly together: number; readonly apart: number },
  { grouping, relation, ...bounds }: MeanSetting,
): boolean {
  const change = relation === 'add-remove' ? 'addRemove' : 'replaceOne';
  const squared = (sensitivity: Sensitivity): Rational => rational.ratio(sensitivity[change] ** 2n);
  const about = ({ low, high, centre }: Centring): Sensitivity =>
    totalSensitivity({ low: low - centre, high: high - centre }, grouping, bounds);
  const number = squared(totalSensitivity({ low: 0n, high: 1n }, grouping, bounds));
  const worst = variances.map(({ of, square }) => {
    const width = rational.ratio((of.high - of.low) ** 2n);
    const fourth = rational.mul(width, width);
    const parts = [
      rational.div(squared(about(square)), fourth),
      rational.div(squared(about(of)), width),
      rational.mul(rational.ratio(9n, 64n), number),
    ];
    return {
      apart: parts.reduce(rational.add),
      together: rational.div(squared(endsSensitivity((of.high - of.low) ** 2n, bounds)), fourth),
    };
  });
  const all = (way: 'apart' | 'together'): Rational =>
    rational.mul(
      worst.map(each => each[way]).reduce(rational.add, rational.zero),
      rational.ratio(BigInt(noises[way]) ** 2n),
    );
  return rational.compare(all('together'), all('apart')) < 0;
}
