/** Requests for three quantiles that are drawn together. */
import type { QuantilesRequest } from '../../src/noise/index.ts';
import { type Rational, rational } from '../../src/numerics/index.ts';
import type { ValueCount } from '../../src/plan/expressions/index.ts';

const { zero, one } = rational;

/** The middle one of three, then the others. */
export const threeRanks = ([low, middle, high]: readonly Rational[]) => [
  [{ rank: middle, lower: zero, upper: one }],
  [
    { rank: low, lower: zero, upper: middle },
    { rank: high, lower: middle, upper: one },
  ],
];

export const talliesOf = (rows: readonly number[]): ValueCount[] =>
  [...new Set(rows)]
    .sort((a, b) => a - b)
    .map(value => ({ value: BigInt(value), rows: BigInt(rows.filter(row => row === value).length) }));

export const requestOf = (
  ranks: readonly Rational[],
  epsilon: Rational,
  more: Partial<QuantilesRequest> = {},
): QuantilesRequest => ({
  low: 0n,
  high: 2n,
  levels: threeRanks(ranks).map(draws => ({ epsilon: rational.div(epsilon, rational.ratio(2n)), draws })),
  resolution: 1n,
  sensitivity: 1n,
  drawing: 'permute-and-flip',
  ...more,
});
