/**
 * The first day of four people who have their own data and have only installed the package: each gets what they came for within ten
 * commands, which are counted. What they type into files is no command.
 */
import { match, ok, strictEqual } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Check } from './check.ts';
import { CENSUS, censusFile, EVENTS, eventsFile, PAYROLL, payrollFile } from './newcomers-data.ts';
import type { Runtime } from './nodes.ts';
import type { Project } from './project.ts';
import { commandOf } from './runtime.ts';

const COMMANDS_MAX = 10;

interface Ran {
  readonly status: number | null;
  readonly said: string;
}

/** Somebody in a folder of their own, who counts what they type. The first command installed the package. */
interface Newcomer {
  readonly folder: string;
  write(file: string, text: string): void;
  sortition(...words: string[]): Ran;
  /** The same, for what must succeed. */
  gets(...words: string[]): string;
  runs(command: string, words: readonly string[], env?: Readonly<Record<string, string>>): Ran;
  commands(): number;
}

function newcomer(project: Project, node: Runtime, name: string): Newcomer {
  const folder = join(project.folder, `newcomer-${name}-${node.name.replace(/\W+/g, '-')}`);
  mkdirSync(folder);
  let commands = 1;
  const runs: Newcomer['runs'] = (command, words, env = {}) => {
    commands += 1;
    const { stdout, stderr, status } = spawnSync(command, words, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    return { status, said: `${stdout}${stderr}` };
  };
  const sortition = (...words: string[]): Ran => runs(node.path, [commandOf(project), ...words]);
  return {
    folder,
    write: (file, text) => writeFileSync(join(folder, file), text),
    sortition,
    gets(...words) {
      const { status, said } = sortition(...words);
      strictEqual(status, 0, `sortition ${words.join(' ')}\n${said}`);
      return said;
    },
    runs,
    commands: () => commands,
  };
}

export async function newcomerChecks(check: Check, project: Project, node: Runtime): Promise<void> {
  const paths: readonly (readonly [string, (who: Newcomer, node: Runtime) => void | Promise<void>])[] = [
    ['a TypeScript developer with an events table', developer],
    ['a data officer with a payroll', officer],
    ['a Python user with a service', analyst],
    ['a statistician with a census', statistician],
  ];
  for (const [who, path] of paths)
    await check(`${node.name}: ${who} gets there within ${COMMANDS_MAX} commands`, async () => {
      const person = newcomer(project, node, path.name);
      await path(person, node);
      ok(person.commands() <= COMMANDS_MAX, `it took ${person.commands()} commands`);
    });
}

/** From a CSV file to typed answers that the strictest compiler accepts, and a misspelt name that it does not. */
function developer(me: Newcomer, node: Runtime): void {
  me.write('events.csv', eventsFile());
  match(me.gets('init', 'events.csv'), /tables\.events\.unit[\s\S]*sortition policy check/);
  me.write('policy.json', JSON.stringify(EVENTS, null, 2));
  me.gets('types', '--policy', 'policy.json', '--out', 'policy.ts');
  me.write('count.ts', COUNTING);
  me.write('wrong.ts', COUNTING.replace("by('country')", "by('county')"));
  const tsc = resolve('node_modules', '.bin', 'tsc');
  // the project has settings of its own, which a newcomer has not
  const flags = '--ignoreConfig --strict --module nodenext --target es2023'.split(' ');
  const compiled = me.runs(tsc, [...flags, 'count.ts']);
  strictEqual(compiled.status, 0, compiled.said);
  match(me.runs(tsc, [...flags, '--noEmit', 'wrong.ts']).said, /county/);
  const { status, said } = me.runs(node.path, ['count.js']);
  strictEqual(status, 0, said);
  match(said, /^DE \d{4} charged 0\.4/m);
}

const COUNTING = `import { open } from 'sortition';
import { policy } from './policy.js';

const data = await open(policy);
const purchases = data.table('events').where(({ kind }) => kind.is('buy'));
const { rows, charged } = await purchases.count().by('country').ask({ epsilon: 0.4 });
for (const { key, values } of rows) {
  const country: 'DE' | 'FR' | 'PT' | null = key.country;
  console.log(country, values.count.estimate, 'charged', charged.epsilon);
}
await data.close();
`;

/** From a draft to an answer, what it cost, and the proof that nothing was hidden. */
function officer(me: Newcomer): void {
  me.write('payroll.csv', payrollFile());
  me.gets('init', 'payroll.csv');
  const undecided = me.sortition(
    'ask',
    '--policy',
    'policy.json',
    '--sql',
    'SELECT count(*) FROM payroll',
    '--epsilon',
    '1',
  );
  match(undecided.said, /^policy_undecided: policy\.json:\d+:\d+: /);
  me.write('policy.json', JSON.stringify(PAYROLL, null, 2));
  match(me.gets('policy', 'check', '--policy', 'policy.json'), /salary[\s\S]*do not publish/);
  const question = ['ask', '--policy', 'policy.json', '--epsilon', '0.5'];
  const sql = ['--sql', 'SELECT grade, avg(salary) AS mean FROM payroll GROUP BY grade'];
  match(me.gets(...question, ...sql, '--explain'), /at most epsilon 0\.5/);
  match(me.gets(...question, ...sql), /senior +[\d,]+[\s\S]*Charged epsilon 0\.5; epsilon 0\.5 is left/);
  match(me.gets('budget', '--policy', 'policy.json', '--verify'), /spent +0\.5[\s\S]*Ledger verified/);
  match(me.gets('verify', 'payroll.ledger', '--policy', 'policy.json'), /agree|0 disagreements/i);
}

const PYTHON = `from sortition_client import Sortition, Refused
import os
desk = Sortition(os.environ["ADDRESS"])
price = desk.explain("SELECT grade, count(*) AS n FROM payroll GROUP BY grade", epsilon=0.25)
answer = desk.ask("SELECT grade, count(*) AS n FROM payroll GROUP BY grade", epsilon=0.25)
for row in answer.records():
    print(row["grade"], row["n"])
print("charged", answer.charged["epsilon"])
try:
    desk.ask("SELECT salary FROM payroll", epsilon=0.25)
except Refused as refusal:
    print(refusal.code)
`;

/** The client as pip builds and installs it, from a copy: a build leaves its traces where the sources are. */
const PIP = '-m pip install --quiet --no-deps --target site ./client'.split(' ');

/** From a policy to a table of records in Python. Where nothing can be installed in Python, there is no such newcomer. */
async function analyst(me: Newcomer, node: Runtime): Promise<void> {
  if (spawnSync('python3', ['-m', 'pip', '--version']).status !== 0) return;
  cpSync(resolve('clients', 'python'), join(me.folder, 'client'), { recursive: true });
  const client = me.runs('python3', PIP);
  strictEqual(client.status, 0, client.said);
  me.write('payroll.csv', payrollFile());
  me.write('policy.json', JSON.stringify(PAYROLL, null, 2));
  me.write('count.py', PYTHON);
  const [token] = me.gets('token', 'create', '--policy', 'policy.json', '--analyst', 'ada').split('\n');
  const service = spawn(node.path, [commandIn(me), 'serve', '--policy', 'policy.json', '--port', '0'], {
    cwd: me.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(service, 'exit');
  try {
    let said = '';
    const address = await new Promise<string>((found, failed) => {
      service.stderr.on('data', words => {
        said += words;
        const [, listening] = /Listening at (http:\S+)\. /.exec(said) ?? [];
        if (listening !== undefined) found(listening);
      });
      service.on('exit', () => failed(new Error(`ended before it listened\n${said}`)));
    });
    const python = me.runs('python3', ['-B', 'count.py'], {
      ADDRESS: address,
      SORTITION_TOKEN: token,
      PYTHONPATH: 'site',
    });
    strictEqual(python.status, 0, python.said);
    match(python.said, /^senior \d+[\s\S]*charged 0\.25\nsql_unsupported$/m);
  } finally {
    service.kill('SIGTERM');
  }
  await ended;
  match(me.gets('budget', '--policy', 'policy.json'), /analyst ada +0\.25/);
}

const commandIn = (me: Newcomer): string => join(me.folder, '..', 'node_modules/sortition/dist/cli/main.js');

/** From a table that cannot be sampled as it is to a certified sample. */
function statistician(me: Newcomer): void {
  me.write('census.csv', censusFile());
  const promise = ['--epsilon', '1', '--delta', '0.001'];
  const audit = me.gets(
    'release',
    'audit',
    'census.csv',
    '--columns',
    CENSUS.columns,
    ...promise,
    '--rate',
    '5%',
    '--json',
  );
  const { verdict, recoding } = JSON.parse(audit);
  strictEqual(verdict, 'unsafe');
  ok(recoding !== null, `nothing was found that makes the rate safe\n${audit}`);
  const recoded = ['--columns', recoding.columns.join(','), '--coarsen', recoding.coarsen];
  const order = ['census.csv', ...promise, '--rate', '5%', ...recoded];
  match(me.gets('release', 'audit', ...order), /^SAFE at rate 0\.05/);
  match(me.gets('release', 'draw', ...order, '--out', 'sample.csv'), /^Drawn once/);
  // what one draw shows is a matter of chance
  match(
    me.sortition('release', 'check', 'sample.csv', 'census.csv', '--epsilon', '1', ...recoded).said,
    /^(GOOD|BAD)\. /,
  );
  match(me.gets('release', 'verify', 'sample.csv', 'census.csv'), /^VERIFIED\. /);
  match(me.gets('release', 'utility', 'sample.csv', 'census.csv', ...recoded), /^The sample has \d+ of \d+ rows/);
  ok(readFileSync(join(me.folder, 'sample.csv.certificate.html'), 'utf8').includes('</html>'));
}
