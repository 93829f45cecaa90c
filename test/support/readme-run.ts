/** Runs a page on the sources as they are, in a folder of its own that holds the files it names. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Example, Readme, Session, Step } from './readme.ts';

/** Does a step, and gives what it printed; nothing where there is nothing to print. */
export type ReadmeRun = (step: Step) => Promise<string>;

/** `command` is the file of the command line, built from the sources as they are. */
export function readmeRun({ files }: Readme, page: string, command: string): ReadmeRun {
  const folder = join('.tmp', page);
  // A ledger of an earlier run would answer from memory.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const [name, content] of Object.entries(files)) write(name, content);
  const run = (words: readonly string[]) => ran(words, folder);
  return async step => {
    if (step.kind === 'session') return run(wordsOf(step, resolve(command)));
    if (step.kind === 'example') write('example.ts', onSources(step));
    else write(step.name, step.text);
    return step.kind === 'example' ? run(['--import', 'tsx', 'example.ts']) : '';
  };
}

/** What Node prints, also where it ends with a refusal. */
async function ran(words: readonly string[], cwd: string): Promise<string> {
  const ended = promisify(execFile)(process.execPath, words, { cwd });
  const { stdout, stderr }: { stdout: string; stderr: string } = await ended.catch(refused => refused);
  // where the folder lies is the machine's business
  return `${stdout}${stderr}`.replaceAll(`${resolve(cwd)}/`, '');
}

const wordsOf = ({ words: [first, ...rest] }: Session, command: string): string[] =>
  first === 'node' ? rest : [command, ...rest.slice(1)];

/** The package's own name leads to what was built last; here it must lead to the sources. */
const onSources = ({ code }: Example): string =>
  code.replace(
    /from 'sortition(\/\w+)?'/g,
    (_, entryPoint = '') => `from '${pathToFileURL(`src${entryPoint}/index.ts`).href}'`,
  );
