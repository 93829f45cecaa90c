/** A quantile of values with a public range: the median, the least and the greatest are quantiles too. */
import { rational } from '../../../numerics/index.ts';
import { refuse } from '../../../vocabulary/index.ts';
import { type CheckAggregate, ranged } from './question.ts';

export const checkQuantile: CheckAggregate<'quantile'> = ({ name, of, rank: text }, { check, drawn }) => {
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
