/**
 * `npm run fuzz -- [TARGET] [--seconds N] [--seed S]`: sends what nobody means to every door, and prints how often, and what
 * was found. Each target has a process of its own: one that hangs is ended, and what it was given is kept. Exit code 1 when
 * something was found.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keep } from './corpus.ts';
import { type Fuzzed, fuzz } from './fuzz.ts';
import { targets } from './targets/index.ts';

const { positionals, values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    here: { type: 'string' },
  },
  allowPositionals: true,
});
const [name] = positionals;
const chosen = targets.filter(target => name === undefined || target.name === name);
if (chosen.length === 0) {
  console.error(`usage: npm run fuzz -- [${targets.map(target => target.name).join('|')}] [--seconds N] [--seed S]`);
  process.exit(2);
}
const [seconds, seed] = [values.seconds, values.seed].map(Number);
/** Five minutes for one text, by the clock of a machine that may be busy. */
const [LOOK_MILLISECONDS, LOOKS_MOST] = [5000, 60];

if (values.here !== undefined) {
  const place = values.here;
  const fail = (thrown: unknown): void => {
    console.error(thrown);
    process.exit(3);
  };
  process.on('unhandledRejection', fail).on('uncaughtException', fail);
  const trying = (text: string): void => writeFileSync(place, text);
  const found = JSON.stringify(await fuzz(chosen[0], { seconds, seed, trying }));
  // what is written to a pipe is not there yet when a process ends
  process.stdout.write(`\n${found}`, () => process.exit(0));
} else {
  const fuzzed: Fuzzed[] = [];
  for (const target of chosen) {
    const found = await inItsOwnProcess(target.name);
    fuzzed.push(found);
    for (const { message, file } of found.findings) console.error(`${target.name}: ${message}\n  ${file}`);
  }
  console.table(
    fuzzed.map(({ target, executions, outcomes, findings }) => ({
      target,
      executions,
      outcomes: Object.keys(outcomes).length,
      findings: findings.length,
    })),
  );
  process.exitCode = fuzzed.every(({ findings }) => findings.length === 0) ? 0 : 1;
}

/** Nothing may take so long, however busy the machine is. */
function inItsOwnProcess(target: string): Promise<Fuzzed> {
  const place = join(mkdtempSync(join(tmpdir(), 'sortition-fuzz-')), 'trying');
  writeFileSync(place, '');
  const words = ['--seconds', String(seconds), '--seed', String(seed), '--here', place];
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), target, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', part => {
    said += part;
  });
  return new Promise(resolve => {
    let [last, looks] = [0, 0];
    const patience = setInterval(() => {
      const { mtimeMs } = statSync(place);
      looks = mtimeMs === last ? looks + 1 : 0;
      last = mtimeMs;
      if (looks >= LOOKS_MOST) child.kill('SIGKILL');
    }, LOOK_MILLISECONDS);
    child.on('close', (exit, signal) => {
      clearInterval(patience);
      if (exit === 0) return resolve(JSON.parse(said.slice(said.lastIndexOf('\n{') + 1)));
      const kind = signal === null ? 'died' : 'hang';
      const file = keep(target, kind, readFileSync(place, 'utf8'));
      return resolve({
        target,
        executions: 0,
        outcomes: {},
        findings: [{ kind, message: `${kind}: exit ${exit}`, file }],
      });
    });
  });
}
