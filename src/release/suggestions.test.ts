import { expect, test } from 'vitest';
import { guarantee } from './rates/guarantee.ts';
import { countsOf } from './rates/table-counts.ts';
import { suggestions } from './suggestions.ts';

const promised = guarantee({ epsilon: 1, delta: 0.1 });
const found = (column: string, rule: string, counts: readonly number[]) => ({
  alternative: { column, rule, columns: [] },
  table: countsOf(counts),
});

test('what buys most comes first, and what buys nothing is not suggested', () => {
  const all = [
    found('age', 'range:5', [20, 20, 20]),
    found('age', 'range:10', [40, 20]),
    found('age', 'top:90', [1, 59]),
  ];
  const suggested = suggestions(all, promised, 0.095);
  expect(suggested.map(({ rule }) => rule)).toEqual(['range:10', 'range:5']);
});

test('of rules that leave the same values the first, which is the narrowest, is suggested', () => {
  const counts = [50, 10];
  const all = [
    found('age', 'range:100', counts),
    found('age', 'range:1000', counts),
    found('cost', 'range:1000', counts),
  ];
  expect(suggestions(all, promised, 0.001).map(({ column, rule }) => [column, rule])).toEqual([
    ['age', 'range:100'],
    ['cost', 'range:1000'],
  ]);
});
