import { expect, test } from 'vitest';
import { textExcess } from './text-excess.ts';

test.each([
  ['1', 0, undefined],
  ['[]', 0, 'depth'],
  ['[[1],[2],{"a":[3]}]', 3, undefined],
  ['[[1],[2],{"a":[3]}]', 2, 'depth'],
  ['"[[[["', 0, undefined],
  [String.raw`["\"[[[[", "\\", "]"]`, 1, undefined],
  [String.raw`["\\", [[]]]`, 2, 'depth'],
  [']]]][', 0, undefined],
] as const)('%s with a depth of %d: %s', (text, depth, excess) =>
  expect(textExcess(text, { depth, entries: 99 })).toBe(excess),
);

test.each([
  ['[1,2,3]', 3, undefined],
  ['[1,2,3]', 2, 'entries'],
  ['{"a":1,"b":[2,3]}', 4, undefined],
  ['{"a":1,"b":[2,3]}', 3, 'entries'],
  ['[",,,,,"]', 1, undefined],
  [String.raw`["\",,,,"]`, 1, undefined],
] as const)('%s with %d entries: %s', (text, entries, excess) =>
  expect(textExcess(text, { depth: 9, entries })).toBe(excess),
);
