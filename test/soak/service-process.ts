/** The service in a process of its own, which is stopped, killed and started again over the same ledger. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

export interface ServiceProcess {
  address(): string;
  start(): Promise<void>;
  /** How many milliseconds it took, and what it ended with. */
  stop(signal: NodeJS.Signals): Promise<{ readonly milliseconds: number; readonly code: number | null }>;
  megabytes(): number;
}

export interface ServiceOptions {
  readonly command: string;
  readonly policy: string;
  readonly env: Readonly<Record<string, string>>;
}

export function serviceProcess({ command, policy, env }: ServiceOptions): ServiceProcess {
  let child: ChildProcess | undefined;
  let address = '';
  return {
    address: () => address,
    async start() {
      const loaded = ['--import', 'tsx', '--import', './test/soak/unsteady-machine.ts'];
      const words = ['serve', '--policy', policy, '--port', '0', '--requests-per-minute', '100000'];
      const started = spawn(process.execPath, [...loaded, command, ...words], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child = started;
      let heard = '';
      address = await new Promise((resolve, reject) => {
        // all that it says is read to its end, or it would wait for us
        started.stderr?.on('data', chunk => {
          heard = `${heard}${chunk}`.slice(-4000);
          const found = /Listening at (http:\/\/[\d.]+:\d+)/.exec(heard);
          if (found !== null) resolve(found[1]);
        });
        started.once('exit', () => reject(new Error(`the service did not start: ${heard}`)));
      });
    },
    async stop(signal) {
      const began = performance.now();
      const exit = child?.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child?.kill(signal);
      const [code] = (await exit) ?? [child?.exitCode ?? null];
      return { milliseconds: performance.now() - began, code };
    },
    megabytes() {
      const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8')) ?? [];
      return Math.round(Number(kilobytes) / 1024);
    },
  };
}
