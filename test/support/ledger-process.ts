/** Starts, commands and kills processes that use a ledger: built once from the sources, for one test file. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'tsdown';
import type { Acknowledgement, Command } from './ledger-worker.ts';

export interface LedgerProcess {
  /** Everything acknowledged so far. */
  readonly said: readonly Acknowledgement[];
  send(command: Command): void;
  /** The next line that was not waited for yet; nothing once the process is gone. */
  next(): Promise<Acknowledgement | undefined>;
  /** Waits until the ledger is open. */
  opened(): Promise<void>;
  /** Ends it without a chance to tidy up. */
  kill(): Promise<void>;
  /** Ends it in good order. */
  end(): Promise<void>;
}

export interface Circumstances {
  /** Words of the shell before it starts, such as a limit. */
  readonly shellPrefix?: string;
  /** With the file `anchor` in the same folder. */
  readonly anchored?: boolean;
  /** It writes in a thread of its own. */
  readonly apart?: boolean;
  /** The URL of a database that the ledger lies in, with its key file in the folder; else in a file of the folder. */
  readonly database?: string | undefined;
}

export type Start = (folder: string, budget: string, circumstances?: Circumstances) => LedgerProcess;

export async function buildLedgerProcess(testFile: string): Promise<Start> {
  const outDir = join('.tmp', `ledger-process-of-${testFile}`);
  const thread = 'ledger/sqlite/writer-thread';
  const entry = { worker: 'test/support/ledger-worker.ts', [thread]: `src/${thread}.ts` };
  await build({ config: false, entry, format: 'esm', platform: 'node', dts: false, outDir, logLevel: 'silent' });
  const worker = [process.execPath, join(outDir, 'worker.mjs')];
  return (folder, budget, { shellPrefix, anchored = false, apart = false, database } = {}) => {
    const circumstances = [anchored ? 'anchored' : [], apart ? 'apart' : [], database ?? []].flat();
    const words = [...worker, folder, budget, ...circumstances];
    return commanded(
      shellPrefix === undefined
        ? spawn(words[0], words.slice(1))
        : spawn('sh', ['-c', `${shellPrefix}; exec "$@"`, 'sh', ...words]),
    );
  };
}

function commanded(child: ChildProcessWithoutNullStreams): LedgerProcess {
  const said: Acknowledgement[] = [];
  const closed = once(child, 'close');
  child.stderr.pipe(process.stderr);
  // Whoever is killed does not read its last commands.
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout });
  lines.on('line', line => said.push(JSON.parse(line)));
  const gone = closed.then(() => undefined);
  let waitedFor = 0;
  const next = async (): Promise<Acknowledgement | undefined> => {
    while (said.length <= waitedFor && child.exitCode === null && child.signalCode === null) {
      await Promise.race([once(lines, 'line'), gone]);
    }
    return said[waitedFor++];
  };
  return {
    said,
    send: command => void child.stdin.write(`${JSON.stringify(command)}\n`),
    next,
    async opened() {
      for (let line = await next(); line !== undefined && line[0] !== 'open'; line = await next());
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
    async end() {
      child.stdin.end();
      await closed;
    },
  };
}
