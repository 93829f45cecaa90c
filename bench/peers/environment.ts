/**
 * Python packages in an environment of their own under .tmp, made when first needed.
 * Where that is not possible the benchmark says so and goes on without them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Environment {
  readonly name: string;
  /** As pip wants them. */
  readonly packages: readonly string[];
  /** As Python imports them. */
  readonly modules: readonly string[];
}

/** What a script printed as JSON; undefined where it cannot run, which is said. */
export function run<Found>(environment: Environment, script: string, words: readonly string[]): Found | undefined {
  const python = installed(environment);
  if (python === undefined) return undefined;
  const path = fileURLToPath(new URL(script, import.meta.url));
  const options = { encoding: 'utf8', timeout: 300_000 } as const;
  const { status, stdout, stderr } = spawnSync(python, ['-W', 'ignore', path, ...words], options);
  if (status === 0) return JSON.parse(stdout);
  console.error(`${words[0]} failed: ${stderr.trim().split('\n').at(-1) ?? 'out of time'}`);
  return undefined;
}

/** The lines of JSON that a script printed for a JSON input, with as little of the machine as others leave, and however long it takes. */
export function lines<Found>(environment: Environment, script: string, input: unknown): Found[] | undefined {
  const python = installed(environment);
  if (python === undefined) return undefined;
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { stdout } = spawnSync('nice', ['-n', '5', python, '-W', 'ignore', path], {
    encoding: 'utf8',
    input: JSON.stringify(input),
    maxBuffer: 2 ** 30,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
}

/** Tried once: a failed attempt leaves the folder behind, and is not repeated. */
function installed({ name, packages, modules }: Environment): string | undefined {
  const home = fileURLToPath(new URL(`../../.tmp/${name}`, import.meta.url));
  const python = `${home}/bin/python`;
  if (!existsSync(home)) {
    spawnSync('python3', ['-m', 'venv', home]);
    spawnSync(python, ['-m', 'pip', 'install', '--quiet', ...packages], { timeout: 600_000 });
  }
  if (spawnSync(python, ['-W', 'ignore', '-c', `import ${modules.join(', ')}`]).status === 0) return python;
  console.error(`${modules.join(' and ')} cannot be installed here: ours runs alone.`);
  return undefined;
}
