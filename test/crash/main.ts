/**
 * `npm run crash -- [--seeds N] [--from S] [TARGET]`: stops the machine at any change of any file, and looks afterwards whether
 * every promise was kept. A seed that fails prints itself, and fails again whenever it is run.
 */
import { parseArgs } from 'node:util';
import { simulate, TARGETS } from './simulation.ts';

const { positionals, values } = parseArgs({
  options: { seeds: { type: 'string', default: '1000' }, from: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const [only] = positionals;
if (only !== undefined && !Object.hasOwn(TARGETS, only)) {
  console.error(`usage: npm run crash -- [--seeds N] [--from S] [${Object.keys(TARGETS).join('|')}]`);
  process.exit(2);
}
const names = only === undefined ? Object.keys(TARGETS) : [only];
let [passed, failed] = [0, 0];
for (const name of names) {
  const found = await simulate(TARGETS[name], { from: Number(values.from), seeds: Number(values.seeds) });
  passed += found.passed;
  failed += found.failures.length;
  console.log(
    `${name}: ${found.passed} seeds passed, stopped ${found.stops} times at ${found.places.size} kinds of change`,
  );
  for (const [place, times] of [...found.places].sort(([, a], [, b]) => b - a)) console.log(`  ${times} at ${place}`);
  for (const { seed, message } of found.failures.slice(0, 10))
    console.log(`  FAILED --from ${seed} --seeds 1 ${name}: ${message}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
