/** A part for each public value of a column, named by the value's text, and one for null. */
import type { SplitRule } from '../../../accounting/tree/index.ts';
import { keyColumn, valueNamed, valueNames } from '../../expressions/key-value.ts';
import { text } from '../../parsing/node-bricks.ts';
import type { Scheme } from './scheme.ts';

export interface KeySplitScheme {
  readonly kind: 'key';
  readonly by: string;
}

export const keySplit: Scheme<KeySplitScheme, SplitRule> = {
  shape: { by: text },
  random: false,
  byUnit: false,
  ofAll: false,
  membership: ({ by }, schema, part) => {
    const column = keyColumn(schema, by);
    return Object.freeze({ kind: 'key', by, value: part === null ? null : valueNamed(column, part) });
  },
  rule: ({ by }, _of, schema) => {
    const column = keyColumn(schema, by);
    const parts = [...valueNames(column), null];
    // each question bounds rows for itself: where the key varies, a unit with many rows may lie in every part
    return { operator: 'partition', parts, ...(column.perUnit ? {} : { rowsPerUnit: parts.length }) };
  },
  size: () => undefined,
  rate: () => undefined,
  most: () => undefined,
  words: ({ by }) => `a split by ${by}`,
};
