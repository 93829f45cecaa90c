import { expect, test } from 'vitest';
import { openTurns } from './turns.ts';

test('askers take turns, and each keeps the order of their own', () => {
  const turns = openTurns<string>();
  for (const order of ['a1', 'a2', 'a3']) turns.add('ada', order);
  turns.add('bob', 'b1');
  expect(turns.count('ada')).toBe(3);
  expect(turns.next()).toBe('a1');
  turns.add('cleo', 'c1');
  turns.add('bob', 'b2');
  expect([1, 2, 3, 4, 5, 6].map(() => turns.next())).toEqual(['b1', 'a2', 'c1', 'b2', 'a3', undefined]);
  expect(turns.count('ada')).toBe(0);
});

test('all that wait can be taken at once', () => {
  const turns = openTurns<number>();
  turns.add('ada', 1);
  turns.add('bob', 2);
  turns.add('ada', 3);
  expect(turns.drain()).toEqual([1, 3, 2]);
  expect(turns.next()).toBeUndefined();
});
