/** A quantile of values with a public range: the median, the least and the greatest are quantiles too. */
import { rational } from '../../../numerics/index.ts';
import { refuse } from '../../../vocabulary/index.ts';
import { expression } from '../../parsing/expression-schema.ts';
import { decimal } from '../../parsing/node-bricks.ts';
import { type AggregateOperator, type CheckAggregate, ranged } from './question.ts';

const checkQuantile: CheckAggregate<'quantile'> = ({ name, of, rank: text }, { check, drawn }) => {
  const rank = rational.fromDecimal(text);
  const { numerator, denominator } = rank;
  if (!(numerator >= 0n && numerator <= denominator))
    return refuse('value_out_of_range', `The rank of ${name} must be a number from 0 to 1.`);
  const value = ranged(check(of), name);
  const { statistic, mechanism } = drawn(value, rank);
  return Object.freeze({
    kind: 'quantile',
    name,
    uses: Object.freeze([statistic]),
    mechanism,
    rank,
    domain: value.domain,
  });
};

/** Ranks with a name of their own. */
const NAMED = { min: '0', median: '0.5', max: '1' };

export const quantile: AggregateOperator<'quantile'> = {
  shape: { of: expression, rank: decimal },
  check: checkQuantile,
  statistics: () => ['value at a rank'],
  tells: 'value',
  total: false,
  buys: false,
  called: ({ rank }) => {
    const named = Object.entries(NAMED).find(([, known]) => known === rank);
    return named === undefined ? ['quantile', rank] : [named[0]];
  },
  functions: Object.fromEntries(Object.entries(NAMED).map(([name, rank]) => [name, { rank }])),
  withinGroup: ['percentile_cont', 'rank'],
};
