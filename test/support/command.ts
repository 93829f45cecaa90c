/** The command line as tests call it: in this process, or as the real program in one of its own. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runCommand } from '../../src/cli/run.ts';

export interface Ran {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

export type Run = (words: readonly string[], input?: string) => Promise<Ran>;

/** In this process, which is all that a command needs to be judged by its exit code and its words. */
export const run: Run = async (words, input = '') => {
  let out = '';
  let err = '';
  const exit = await runCommand(words, {
    input: () => Readable.from([Buffer.from(input)]),
    out: async text => {
      out += text;
    },
    err: async text => {
      err += text;
    },
  });
  return { exit, out, err };
};

let built: Promise<string> | undefined;

/**
 * The file of the real program, built from the sources as they are, never from an older build: once for all test files of a
 * process. It lies in the project, where its dependencies are found.
 */
export const commandFile = (): Promise<string> => {
  built ??= buildInto(join('.tmp', `command-${process.pid}`));
  return built;
};

async function buildInto(outDir: string): Promise<string> {
  // the builder takes longer to load than most tests to run
  const { build } = await import('tsdown');
  await build({
    config: false,
    entry: {
      main: 'src/cli/main.ts',
      'forecast/simulation-worker': 'src/forecast/simulation-worker.ts',
      'ledger/sqlite/writer-thread': 'src/ledger/sqlite/writer-thread.ts',
      'service/computing/thread': 'src/service/computing/thread.ts',
    },
    format: 'esm',
    platform: 'node',
    dts: false,
    outDir,
    logLevel: 'silent',
  });
  return join(outDir, 'main.mjs');
}

/** The real program, started with these words. */
export const runnerOf =
  (file: string): Run =>
  (words, input = '') => {
    const child = spawn(process.execPath, [file, ...words]);
    let out = '';
    let err = '';
    child.stdout.on('data', chunk => {
      out += chunk;
    });
    child.stderr.on('data', chunk => {
      err += chunk;
    });
    // A command that refuses early closes its end before all is written.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', exit => resolve({ exit, out, err }));
    });
  };
