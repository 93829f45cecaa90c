/** A part for each public value of a column, and one for null. */
import { keyColumn, valueNamed, valueNames } from '../../key-value.ts';
import type { SplitOperator } from './split-operator.ts';

export const keySplit: SplitOperator<'key'> = {
  random: false,
  byUnit: false,
  membership: ({ by }, part, schema) => {
    const column = keyColumn(schema, by);
    return Object.freeze({ kind: 'key', by, value: part === null ? null : valueNamed(column, part) });
  },
  rule: ({ by }, schema) => {
    const column = keyColumn(schema, by);
    const parts = [...valueNames(column), null];
    // each question bounds rows for itself: where the key varies, a unit with many rows may lie in every part
    return { operator: 'partition', parts, ...(column.perUnit ? {} : { rowsPerUnit: parts.length }) };
  },
  size: () => undefined,
};
