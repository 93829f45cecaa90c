import { expect, test } from 'vitest';
import { FALSE_RANGE, foundBounds } from './bounds.ts';

const ranges = [-2n, -1n, 0n, 1n, 2n].map(value => ({ low: value, high: value }));

/** Noise that goes up to 10 in all but one of a thousand cases for any range, and up to 4 for a neighbour. */
const bounds = (...rows: readonly number[]) =>
  foundBounds(ranges, (range, probability) => ({
    value: rows[range],
    variance: 1,
    halfWidth: probability === FALSE_RANGE.beside ? 4 : 10,
  }));

test.each([
  ['nothing stands out', [10, 9, 0, -40, 10], undefined],
  ['one range alone', [0, 0, 0, 11, 0], { low: 1n, high: 1n }],
  ['everything between two ranges, full or not', [99, 0, -3, 0, 11], { low: -2n, high: 2n }],
  ['the next one seems to hold rows', [0, 0, 5, 11, 5], { low: 0n, high: 2n }],
  ['and the next one of that', [5, 11, 0, 0, 0], { low: -2n, high: -1n }],
  ['a gap ends it', [0, 0, 11, 4, 9], { low: 0n, high: 0n }],
  ['never from 0 to the other side', [0, 9, 9, 50, 0], { low: 0n, high: 1n }],
  ['nor upwards', [0, 50, 9, 9, 0], { low: -1n, high: 0n }],
  ['unless it stands out there', [0, 11, 9, 50, 0], { low: -1n, high: 1n }],
] as const)('%s', (_, rows, found) => expect(bounds(...rows)).toEqual(found));

test('no range stands out from NaN', () => expect(bounds(Number.NaN, 0, 0, 0, 0)).toBeUndefined());
