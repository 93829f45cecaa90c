/** Two long-lived processes want the last of the budget at the same moment: one gets it. */
import { expect, test } from 'vitest';
import { raceToAsk } from '../support/ask-race.ts';

test('thirty rounds, never overspent', async () => {
  const { rounds, spent, budget, verified } = await raceToAsk(30);
  expect(rounds).toEqual(Array(30).fill('budget_exhausted, charged'));
  expect({ spent, budget, verified }).toEqual({ spent: 3, budget: 3, verified: true });
});
