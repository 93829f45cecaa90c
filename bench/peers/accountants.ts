/** Other accountants, run beside ours. */
import type { Beside } from '../measurement.ts';
import { type Environment, run } from './environment.ts';

const environment: Environment = {
  name: 'peers',
  packages: ['dp-accounting', 'prv-accountant'],
  modules: ['dp_accounting', 'prv_accountant'],
};

export interface Task {
  readonly noise: number;
  readonly rate: number;
  readonly steps: number;
  readonly delta: number;
}

/** Runs a task by a library; `parameter` is its grid, or the error that it may make. */
export const peer = (library: string, task: Task, parameter: number) => (): Beside | undefined => {
  const words = [library, task.noise, task.rate, task.steps, task.delta, parameter].map(String);
  const found = run<{ seconds: number; lower: number | null; upper: number }>(environment, './account.py', words);
  if (found === undefined) return undefined;
  const { seconds, lower, upper } = found;
  return lower === null ? { seconds } : { seconds, width: upper - lower };
};
