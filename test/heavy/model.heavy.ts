/** The reservation protocol in all orders of three and four programs: about 150,000 turns, six minutes of one core. */
import { expect, test } from 'vitest';
import { checkScenario, SCENARIOS } from '../model/scenarios.ts';

test.each(SCENARIOS)('$name', async scenario => {
  const { states, turns, orders, charged, serial } = await checkScenario(scenario);
  console.log(`${scenario.name}: ${states} states, ${turns} turns, ${orders} orders`);
  expect([...charged].filter(total => !serial.has(total))).toEqual([]);
});
