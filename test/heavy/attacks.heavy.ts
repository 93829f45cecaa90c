/** The race for the last of the budget through the front door, a thousand times. */
import { expect, test } from 'vitest';
import { raceToAsk } from '../support/ask-race.ts';

test('two long-lived processes never overspend, 1,000 rounds', async () => {
  const { rounds, spent, budget, verified } = await raceToAsk(1000);
  expect(rounds).toEqual(Array(1000).fill('budget_exhausted, charged'));
  expect({ spent, budget, verified }).toEqual({ spent: 100, budget: 100, verified: true });
});
