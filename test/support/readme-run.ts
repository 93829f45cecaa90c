/** Runs a page on the sources as they are, in this process, in a folder of its own that holds the files it names. */
import { execFile } from 'node:child_process';
import { Console } from 'node:console';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { run } from './command.ts';
import type { Example, Readme, Session, Step } from './readme.ts';

/** Does a step, and gives what it printed; nothing where there is nothing to print. */
export type ReadmeRun = (step: Step) => Promise<string>;

export function readmeRun({ files }: Readme, page: string): ReadmeRun {
  const folder = resolve('.tmp', page);
  // A ledger of an earlier run would answer from memory.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const [name, content] of Object.entries(files)) write(name, content);
  const sources = resolve('src');
  let examples = 0;
  const printing = (step: Step): Promise<string> => {
    if (step.kind === 'session') return printedBySession(step);
    if (step.kind === 'example') {
      // a module is run once, whatever is written into its file
      const name = `example-${++examples}.ts`;
      write(name, onSources(step, sources));
      return printedByModule(join(folder, name));
    }
    write(step.name, step.text);
    return Promise.resolve('');
  };
  // where the folder lies is the machine's business
  return async step => (await within(folder, () => printing(step))).replaceAll(`${folder}/`, '');
}

/** A page is followed one step after the other: there is one working folder for all of this process. */
async function within<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}

/** What a command prints, also where it ends with a refusal. */
async function printedBySession({ words: [first, ...rest] }: Session): Promise<string> {
  if (first === 'node') return (await promisify(execFile)(process.execPath, rest)).stdout;
  const { out, err } = await run(rest.slice(1));
  return `${out}${err}`;
}

async function printedByModule(file: string): Promise<string> {
  let printed = '';
  const write = (chunk: Buffer, _: string, done: () => void) => {
    printed += chunk;
    done();
  };
  const before = globalThis.console;
  globalThis.console = new Console(new Writable({ write }));
  try {
    await import(pathToFileURL(file).href);
  } finally {
    globalThis.console = before;
  }
  return printed;
}

/** The package's own name leads to what was built last; here it must lead to the sources. */
const onSources = ({ code }: Example, sources: string): string =>
  code.replace(
    /from 'sortition(\/\w+)?'/g,
    (_, entryPoint = '') => `from '${pathToFileURL(join(sources, entryPoint, 'index.ts')).href}'`,
  );
