/** What an aggregate asks for while it is checked: expressions by type, statistics by place. */
import type { Rational } from '../../../numerics/index.ts';
import { refuse } from '../../../vocabulary/index.ts';
import type { Centring, CheckedAggregate } from '../../checked-plan.ts';
import type { Estimate, Noisy, Withheld } from '../../estimates/noisy.ts';
import { arithmetic, type Numeric, numeric, product } from '../../expressions/arithmetic.ts';
import { type CheckedExpression, constant } from '../../expressions/checked-expression.ts';
import { integers, isStepped, type NumberDomain, numbers } from '../../expressions/domain.ts';
import type { Expression, NodeOf } from '../../expressions/expression.ts';
import { floorOf } from '../../expressions/whole-numbers.ts';
import type { Shape } from '../../parsing/node-bricks.ts';
import type { Aggregate } from '../../plan.ts';

/** A statistic before its sensitivity is known. */
export type Wanted =
  | { readonly kind: 'rows' | 'units' | 'shown' | 'chosen' }
  | { readonly kind: 'total' | 'weighted' | 'values'; readonly of: Stepped }
  | { readonly kind: 'distinct'; readonly of: CheckedExpression }
  | { readonly kind: 'product'; readonly factors: readonly [number, number] };

/** The sums of the distances from both ends, of their squares and twice their product, or centred sums and the number of values. */
export type Basis = 'ends' | 'squares' | 'centred';

export interface AggregateContext {
  readonly check: (expression: Expression) => CheckedExpression;
  /** Whether the rows are those of a sample, or of a part of a split. */
  readonly isSample: boolean;
  /** The place of a statistic that gets noise. */
  readonly noisy: (wanted: Wanted) => number;
  /** The places of sums that get noise together: no row adds less than 0 to any, nor to all more than the range of each. */
  readonly joint: (sums: readonly Numeric[]) => readonly number[];
  /** What an aggregate of this name is computed from, where there is more than one way. */
  readonly basisOf: (name: string) => Basis | undefined;
  /** The place of the values that a quantile of this rank is drawn from, and that of the draw among the mechanisms. */
  readonly drawn: (of: Stepped, rank: Rational) => { readonly statistic: number; readonly mechanism: number };
}

export type Stepped = CheckedExpression & { readonly domain: NumberDomain };

export type AggregateOf<Kind> = NodeOf<Aggregate, Kind>;
export type CheckAggregate<Kind> = (aggregate: AggregateOf<Kind>, question: AggregateContext) => CheckedAggregate;

/** All that is known of an aggregate, in a file of its own. */
export interface AggregateOperator<Kind> {
  /** What it takes besides its name. */
  readonly shape: Omit<Shape<AggregateOf<Kind>>, 'name'>;
  readonly check: CheckAggregate<Kind>;
  /**
   * From noisy statistics in the order of its uses, and from those that were bought; its interval misses with the last
   * probability. Undefined where it is not one number.
   */
  readonly estimate?: (
    aggregate: NodeOf<CheckedAggregate, Kind>,
    noisy: readonly Noisy[],
    moments: readonly Noisy[],
    missed: number,
  ) => Estimate | Withheld;
  /** What its statistics are called, in the order of its uses. */
  readonly statistics: (aggregate: NodeOf<CheckedAggregate, Kind>) => readonly string[];
  /** A number, one of the values that it is of, or many numbers. */
  readonly tells: 'number' | 'value' | 'several';
  /** Of a sample it is told times what was left out, which must be known. */
  readonly total: boolean;
  /** Whether a tight interval can be bought for it. */
  readonly buys: boolean;
  /** How an answer calls it where nobody says: words before the names of its columns, and after them. */
  readonly called: (aggregate: Omit<AggregateOf<Kind>, 'name'>) => readonly [before: string, after?: string];
  /** Its functions in SQL, each with what it fixes of the arguments that are no columns. */
  readonly functions: Readonly<Record<string, Partial<Omit<AggregateOf<Kind>, 'kind' | 'name'>>>>;
  /** Its function in SQL that takes a number, and its column WITHIN GROUP: what the number is. */
  readonly withinGroup?: readonly [name: string, argument: keyof AggregateOf<Kind>];
}

/** A number with a public range: anything else cannot be added up. */
export function bounded(expression: CheckedExpression, name: string): Numeric {
  const checked = numeric(expression, `What ${name} adds up`);
  if (checked.domain.bounded) return checked;
  return refuse(
    'bound_missing',
    `${name} adds up values without public bounds. Give the column min and max, or clamp it.`,
  );
}

/** A number, date or timestamp with a public range. */
export function ranged(expression: CheckedExpression, name: string): Stepped {
  const { domain } = expression;
  if (!isStepped(domain)) return refuse('type_mismatch', `${name} needs numbers, dates or timestamps.`);
  if (domain.bounded) return expression as Stepped;
  return refuse(
    'bound_missing',
    `The values of ${name} have no public bounds. Give the column min and max, or clamp it.`,
  );
}

/** Less the middle of its range: half the range is half the noise. */
export function centred(of: Numeric): { readonly expression: Numeric; readonly centred: Centring } {
  const { low, high, step } = of.domain;
  const centre = floorOf(low + high, 2n);
  const middle = constant(numbers(centre, centre, step), centre);
  const expression = centre === 0n ? of : arithmetic('subtract', of, middle);
  return { expression, centred: Object.freeze({ centre, low, high, step }) };
}

/** How far a number lies from both ends of its range, in steps. */
export function distances(of: Numeric): readonly [Numeric, Numeric] {
  const { low, high, step } = of.domain;
  const [least, most] = [low, high].map(end => constant(numbers(end, end, step), end));
  return [low === 0n ? of : arithmetic('subtract', of, least), arithmetic('subtract', most, of)];
}

/** The squares of both distances, and twice their product between them: what a row adds to all three is the square of the width. */
export function squaredDistances(of: Numeric): readonly [Numeric, Numeric, Numeric] {
  const [below, above] = distances(of);
  const twice = product(constant(integers(2n, 2n), 2n) as Numeric, product(below, above));
  const { low, step } = twice.domain;
  // by its factors alone it could be twice the square
  const between = Object.freeze({ ...twice, domain: numbers(low, (of.domain.high - of.domain.low) ** 2n, step) });
  return [product(above, above), between, product(below, below)];
}
