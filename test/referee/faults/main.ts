/**
 * Plants faults in copies of the tree and runs the referee that must find them, in a case that passes without the fault:
 * `npm run referee:faults -- [NAME...] [--referee R] [--seconds N] [--seed S]`. A fault that stays unfound, whose edit no longer
 * fits the product, or which names what the product no longer has, is a failure.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compiler } from '../../mutation/compiler.ts';
import type { Edit, Fault } from './fault.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '..', '..', '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    referee: { type: 'string' },
  },
});

/** There is no such name, property or member: such a fault runs, and changes nothing. */
const UNKNOWN_NAMES = [2304, 2339, 2551, 2552];

interface Outcome {
  readonly fault: string;
  readonly verdict: string;
  readonly runs: string;
  readonly seconds: string;
  readonly finding: string;
}

const faults = await wanted();
process.chdir(ROOT);
const compiled = compiler();
const outcomes: Outcome[] = [];
for (const fault of faults) {
  const outcome = await tried(fault);
  outcomes.push(outcome);
  console.error(`${outcome.fault}: ${outcome.verdict}, ${outcome.runs} runs, ${outcome.seconds} s. ${outcome.finding}`);
}
const unfound = outcomes.filter(({ verdict }) => !verdict.startsWith('caught'));
console.log('| fault | caught by | runs needed | seconds |\n|---|---|---|---|');
for (const { fault, verdict, runs, seconds } of outcomes)
  console.log(`| ${fault} | ${verdict} | ${runs} | ${seconds} |`);
console.log(`\n${outcomes.length - unfound.length} passed, ${unfound.length} failed`);
process.exit(unfound.length > 0 ? 1 : 0);

async function wanted(): Promise<Fault[]> {
  const files = readdirSync(HERE).filter(file => file.endsWith('.fault.ts'));
  const all = await Promise.all(
    files.map(async file => ((await import(`./${file}`)) as { readonly fault: Fault }).fault),
  );
  const unknown = positionals.filter(name => !all.some(fault => fault.name === name));
  if (unknown.length > 0) throw new Error(`There is no fault ${unknown.join(', ')}.`);
  return all.filter(
    ({ name, referee }) =>
      (positionals.length === 0 || positionals.includes(name)) &&
      (values.referee === undefined || values.referee === referee),
  );
}

async function tried({ name, referee, edits }: Fault): Promise<Outcome> {
  const tree = copiedTree();
  try {
    const stale = edits.filter(edit => !isPlanted(tree, edit));
    const none = { fault: name, runs: '-', seconds: '-', finding: '' };
    if (stale.length > 0) return { ...none, verdict: `stale: ${stale.map(({ file }) => file).join(', ')}` };
    if (namesNothing(tree, edits)) return { ...none, verdict: 'stale: it names what is no longer there' };
    const start = Date.now();
    const { code, printed } = await refereed(tree, referee, ['--first', '--seconds', values.seconds]);
    const seconds = ((Date.now() - start) / 1000).toFixed(0);
    const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(printed) ?? [];
    if (passed === undefined) return { ...none, seconds, verdict: 'stopped', finding: printed.slice(-600) };
    const [, finding = ''] = /\n(\/\/ .*(?:\n\/\/ .*)?)/.exec(printed) ?? [];
    const caught = code === 1 && Number(failed) > 0;
    const verdict = caught ? await confirmed(referee, finding) : 'not found';
    return { fault: name, verdict, runs: String(Number(passed) + Number(failed)), seconds, finding };
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** A case that fails without the fault as well shows nothing of it. What was found over all cases has no case of its own. */
async function confirmed(referee: string, finding: string): Promise<string> {
  const [, number] = /(?:case|story) (\d+)/.exec(finding) ?? [];
  const control = number === undefined ? undefined : await refereed(ROOT, referee, ['--case', number]);
  return control === undefined || control.code === 0 ? `caught by ${referee}` : 'fails without it too';
}

function copiedTree(): string {
  const tree = mkdtempSync(join(tmpdir(), 'sortition-fault-'));
  for (const folder of ['src', 'test']) cpSync(join(ROOT, folder), join(tree, folder), { recursive: true });
  for (const file of ['package.json', 'tsconfig.json']) cpSync(join(ROOT, file), join(tree, file));
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

function isPlanted(tree: string, { file, find, replace }: Edit): boolean {
  const path = join(tree, file);
  const pieces = readFileSync(path, 'utf8').split(find);
  if (pieces.length !== 2) return false;
  writeFileSync(path, pieces.join(replace));
  return true;
}

function namesNothing(tree: string, edits: readonly Edit[]): boolean {
  const files = [...new Set(edits.map(({ file }) => file))];
  const said = compiled(files.map(file => ({ file, text: readFileSync(join(tree, file), 'utf8') })));
  return said.some(code => UNKNOWN_NAMES.includes(code));
}

/** The referee as this tree has it. */
function refereed(
  tree: string,
  referee: string,
  how: readonly string[],
): Promise<{ readonly code: number | null; readonly printed: string }> {
  const main = join(tree, 'test', 'referee', 'main.ts');
  const args = ['--import', 'tsx', main, referee, ...how, '--seed', values.seed];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: tree, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    let said = '';
    child.stdout.on('data', chunk => {
      printed += String(chunk);
    });
    child.stderr.on('data', chunk => {
      said = (said + String(chunk)).slice(-2000);
    });
    child.on('error', reject);
    child.on('close', code => resolve({ code, printed: printed === '' ? said : printed }));
  });
}
