/** `npm run model -- [WORDS]`: explores the scenarios whose name has these words, or all, and prints how many states and orders there were. */
import { checkScenario, SCENARIOS } from './scenarios.ts';

let [passed, failed] = [0, 0];
const words = process.argv.slice(2).join(' ');
for (const scenario of SCENARIOS.filter(({ name }) => name.includes(words))) {
  const started = performance.now();
  try {
    const { states, turns, orders, deepest, charged, serial } = await checkScenario(scenario);
    const isSerial = [...charged].every(total => serial.has(total));
    if (isSerial) passed += 1;
    else failed += 1;
    console.log(
      `${isSerial ? 'ok' : 'NOT SERIAL'} ${scenario.name}: ${states} states, ${turns} turns, ${orders} orders to their end, ` +
        `${deepest} deep, charged ${[...charged].sort().join(' or ')}, one after the other ${[...serial].sort().join(' or ')}, ` +
        `${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
  } catch (thrown) {
    failed += 1;
    console.log(`FAILED ${scenario.name}: ${thrown instanceof Error ? thrown.stack : thrown}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
