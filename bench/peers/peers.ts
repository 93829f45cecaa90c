/**
 * Other accountants, run beside ours: Python packages in an environment of their own under .tmp, made when first needed.
 * Where that is not possible the benchmark says so and goes on without them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Beside } from '../measurement.ts';

const home = fileURLToPath(new URL('../../.tmp/peers', import.meta.url));
const python = `${home}/bin/python`;
const script = fileURLToPath(new URL('./account.py', import.meta.url));

export interface Task {
  readonly noise: number;
  readonly rate: number;
  readonly steps: number;
  readonly delta: number;
}

/** Runs a task by a library; `parameter` is its grid, or the error that it may make. */
export const peer = (library: string, task: Task, parameter: number) => (): Beside | undefined => {
  if (!installed()) return undefined;
  const words = [library, task.noise, task.rate, task.steps, task.delta, parameter].map(String);
  const { status, stdout, stderr } = spawnSync(python, [script, ...words], { encoding: 'utf8', timeout: 300_000 });
  if (status !== 0) {
    console.error(`${library} failed: ${stderr.trim().split('\n').at(-1)}`);
    return undefined;
  }
  const { seconds, lower, upper }: { seconds: number; lower: number | null; upper: number } = JSON.parse(stdout);
  return lower === null ? { seconds } : { seconds, width: upper - lower };
};

/** Tried once: a failed attempt leaves the folder behind, and is not repeated. */
function installed(): boolean {
  if (!existsSync(home)) {
    spawnSync('python3', ['-m', 'venv', home]);
    spawnSync(python, ['-m', 'pip', 'install', '--quiet', 'dp-accounting', 'prv-accountant'], { timeout: 600_000 });
  }
  const { status } = spawnSync(python, ['-c', 'import dp_accounting, prv_accountant']);
  if (status !== 0) console.error('dp_accounting and prv_accountant cannot be installed here: ours runs alone.');
  return status === 0;
}
