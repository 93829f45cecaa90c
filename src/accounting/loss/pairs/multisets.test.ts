import { expect, test } from 'vitest';
import { account } from '../../account.ts';
import { addedUp, eachMultiset, multisets } from './multisets.ts';

test('every multiset once, with all of its orders', () => {
  for (let kinds = 1; kinds <= 5; kinds++)
    for (let count = 1; count <= 6; count++) {
      const seen = new Set<string>();
      let orders = 0;
      eachMultiset(kinds, count, (chosen, logWays) => {
        seen.add(JSON.stringify(chosen));
        orders += Math.exp(logWays);
        expect(addedUp(chosen, Array(kinds).fill(1))).toBe(count);
      });
      expect(seen.size).toBe(Math.round(multisets(kinds, count)));
      expect(orders).toBeCloseTo(kinds ** count, 6);
    }
});

test('of very many outcomes one is drawn', () => {
  let visited = 0;
  eachMultiset(200_000, 1, ([[kind, times]]) => {
    expect([kind, times]).toEqual([visited, 1]);
    visited += 1;
  });
  expect(visited).toBe(200_000);
});

// the parts of the first step have 10,660 outcomes together
test('a partition of a table beside another step is exact', () => {
  const answer = account({
    relation: 'remove',
    steps: [
      {
        mechanism: { kind: 'pair', upper: [0.314, 0.035, 0.304, 0.347], lower: [0.521, 0.163, 0.176, 0.14] },
        sampling: { kind: 'partition', parts: 38 },
        count: 1,
      },
      {
        mechanism: { kind: 'approx', epsilon: 0.387, delta: 1.33e-8 },
        sampling: { kind: 'poisson', rate: 0.0173 },
        count: 1,
      },
    ],
    ask: { deltaAt: { epsilon: 0.5 } },
  });
  expect(answer).toMatchObject({ delta: { status: 'exact' } });
});
