import { expect, test } from 'vitest';
import { isNestedDeeper } from './nesting.ts';

test.each([
  ['1', 0, false],
  ['[]', 0, true],
  ['[[1],[2],{"a":[3]}]', 3, false],
  ['[[1],[2],{"a":[3]}]', 2, true],
  ['"[[[["', 0, false],
  [String.raw`["\"[[[[", "\\", "]"]`, 1, false],
  [String.raw`["\\", [[]]]`, 2, true],
  [']]]][', 0, false],
])('%s is nested deeper than %d: %s', (text, most, isDeeper) => expect(isNestedDeeper(text, most)).toBe(isDeeper));
