import { expect, test } from 'vitest';
import { excessOf, textExcess } from './excess.ts';

const limits = { depth: 3, entries: 10, characters: 5 };
const circle: unknown[] = [];
circle.push(circle);

test.each([
  [null, undefined],
  [[[[]]], undefined],
  [[[[[]]]], 'depth'],
  [{ a: { b: { c: {} } } }, 'depth'],
  [circle, 'depth'],
  [Array.from({ length: 10 }), undefined],
  [Array.from({ length: 11 }), 'entries'],
  [
    [
      [1, 2, 3, 4, 5],
      [1, 2, 3],
    ],
    undefined,
  ],
  [
    [
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4],
    ],
    'entries',
  ],
  [['abc', { d: 'ef' }], undefined],
  [['abc', { d: 'efg' }], 'characters'],
])('%j', (data, excess) => expect(excessOf(data, limits)).toBe(excess));

test('depth that no stack would hold', () => {
  let deep: unknown = 0;
  for (let i = 0; i < 1e6; i++) deep = [deep];
  expect(excessOf(deep, { depth: 1e5, entries: 1e9, characters: 0 })).toBe('depth');
});

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
