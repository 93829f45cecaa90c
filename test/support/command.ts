/** Runs the real command line in a process of its own: built from the sources as they are, never from an older build. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'tsdown';

export interface Ran {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

export type Run = (words: readonly string[], input?: string) => Promise<Ran>;

/** Builds the command line once, for one test file. The folder lies in the project, where its dependencies are found. */
export async function buildCommandFile(testFile: string): Promise<string> {
  const outDir = join('.tmp', `command-of-${testFile}`);
  await build({
    config: false,
    entry: {
      main: 'src/cli/main.ts',
      'forecast/simulation-worker': 'src/forecast/simulation-worker.ts',
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

export const buildCommand = async (testFile: string): Promise<Run> => runnerOf(await buildCommandFile(testFile));

export const runnerOf =
  (file: string): Run =>
  (words, input = '') =>
    run([file, ...words], input);

function run(words: readonly string[], input: string): Promise<Ran> {
  const child = spawn(process.execPath, words);
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
}
