/**
 * `npm run extremes -- FILE [--from N] [--to N]`: asks the extreme workloads with these numbers, one line of JSON each.
 * Lines that FILE has already are kept and not asked again, so that a run goes on where it was stopped. In the end the counts
 * of all, and of each class of mechanism, sampling and relation that has answers wider than 1 % or slower than 5 s.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { classOf, SLOW, summary, type Verdict, verdictOn, WIDE } from '../accounting/extreme-workload.ts';

const { positionals, values } = parseArgs({
  options: { from: { type: 'string', default: '0' }, to: { type: 'string', default: '2000' } },
  allowPositionals: true,
});
const [path] = positionals;
if (path === undefined) {
  console.error('usage: npm run extremes -- FILE [--from N] [--to N]');
  process.exit(2);
}

const verdicts = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').map(read) : [];
const done = new Set(verdicts.map(({ number }) => number));
for (let number = Number(values.from); number < Number(values.to); number += 1) {
  if (done.has(number)) continue;
  const verdict = verdictOn(number);
  appendFileSync(path, `${JSON.stringify(verdict)}\n`);
  verdicts.push(verdict);
}

for (const name of [...new Set(verdicts.map(classOf))].toSorted()) {
  const members = verdicts.filter(verdict => classOf(verdict) === name);
  if (members.some(({ width, milliseconds }) => width > WIDE || milliseconds > SLOW))
    console.log(`${name}: ${summary(members)}`);
}
console.log(summary(verdicts));
process.exitCode = verdicts.some(({ broken }) => broken.length > 0) ? 1 : 0;

/** JSON has no infinity: a width without end is written as null. */
function read(line: string): Verdict {
  const verdict = JSON.parse(line);
  return { ...verdict, width: verdict.width ?? Infinity };
}
