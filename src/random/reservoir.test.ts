import { expect, test } from 'vitest';
import { exactly } from '../../test/support/exactly.ts';
import { reservoir } from './reservoir.ts';
import type { Below } from './uniform.ts';

test('one row of two: each has probability one half', () =>
  expect(exactly(below => reservoir(below, { size: 1 }, ['a', 'b']))).toEqual({ a: '1/2', b: '1/2' }));

test('negative control: a reservoir that draws below i instead of i + 1 is caught with two rows', () => {
  const wrong = (below: Below, rows: string[]) => {
    let seat = rows[0];
    for (let row = 1; row < rows.length; row++) if (below(row) < 1) seat = rows[row];
    return seat;
  };
  expect(exactly(below => wrong(below, ['a', 'b']))).toEqual({ b: '1' });
});
