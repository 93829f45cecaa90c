/**
 * Runs a referee: `npm run referee -- privacy|truth|collect|release|ledger [--seconds N] [--seed S] [--case K]`.
 * Progress goes to stderr; then coverage, failures as programs, and a last line `N passed, N failed`.
 */
import { parseArgs } from 'node:util';
import { REFEREES, type Run } from './referee.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    case: { type: 'string' },
    /** Ends at the first failure. */
    first: { type: 'boolean', default: false },
  },
});
const [name] = positionals;

if (positionals.length !== 1 || !REFEREES.some(known => known === name)) {
  console.error(`Name one referee: ${REFEREES.join(', ')}.`);
  process.exit(2);
}

// before any engine asks for it: no promise depends on where the machine stands
process.env.TZ = 'Asia/Kathmandu';

const { run } = (await import(`./${name}/referee.ts`)) as { readonly run: Run };
const report = await run({
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  number: values.case === undefined ? undefined : Number(values.case),
  first: values.first,
  say: line => console.error(line),
});
const counted = Object.entries(report.coverage).sort(([one], [other]) => (one < other ? -1 : 1));
for (const [what, times] of counted) if (times > 0) console.log(`${String(times).padStart(8)}  ${what}`);
const gaps = counted.filter(([, times]) => times === 0);
console.log(`${gaps.length} gaps${gaps.length > 0 ? ':' : ''} ${gaps.map(([what]) => what).join('; ')}`);
for (const { name, program } of report.failures) console.log(`\n// ${name}\n${program}`);
const failed = report.failures.length;
// what is written to a pipe is not there yet when a process ends
process.stdout.write(`\n${report.runs - failed} passed, ${failed} failed\n`, () => process.exit(failed > 0 ? 1 : 0));
