/** The reservation protocol in all orders of small worlds; `npm run test:heavy` and `npm run model` explore the larger ones. */
import { expect, test } from 'vitest';
import { checkScenario, SMALL } from './scenarios.ts';

test.each(SMALL)('$name', async scenario => {
  const { states, orders, charged, serial } = await checkScenario(scenario);
  expect([...charged].filter(total => !serial.has(total))).toEqual([]);
  expect(orders).toBeGreaterThan(2);
  expect(states).toBeGreaterThan(orders);
});
