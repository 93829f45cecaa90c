/**
 * How many different values a column has: at most k of one unit count, which its own rows and the question's key choose. A sample
 * has fewer of them than its table, and nobody knows by how much, so that of a sample it is refused.
 */
import { refuse } from '../../../vocabulary/index.ts';
import { scaledBy } from '../../estimates/estimate.ts';
import { expression } from '../../parsing/expression-schema.ts';
import type { AggregateOperator } from './question.ts';

export const countDistinct: AggregateOperator<'countDistinct'> = {
  shape: { of: expression },
  check: ({ name, of }, { check, noisy, isSample }) => {
    if (isSample)
      return refuse(
        'not_yet_supported',
        `${name} counts different values, and how many of them a sample misses cannot be known. Ask it of the whole table, or count rows or people of the sample.`,
      );
    return Object.freeze({
      kind: 'countDistinct',
      name,
      uses: Object.freeze([noisy({ kind: 'distinct', of: check(of) })]),
    });
  },
  estimate: (_aggregate, [values], moments) => scaledBy(1, values, moments),
  statistics: () => ['number of different values'],
  tells: 'number',
  total: true,
  buys: false,
  called: () => ['distinct'],
  functions: {},
};
