/** Runs a page's examples on the sources as they are, in a folder of their own that holds the files they name. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { buildCommand } from './command.ts';
import type { Example, Readme, Session } from './readme.ts';

export interface ReadmeRun {
  readonly example: (example: Example) => Promise<string>;
  readonly session: (session: Session) => Promise<string>;
}

export async function readmeRun({ files }: Readme, page = 'readme'): Promise<ReadmeRun> {
  const folder = join('.tmp', page);
  const run = await buildCommand(page);
  // A ledger of an earlier run would answer from memory.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return {
    example: async ({ code }) => {
      writeFileSync(join(folder, 'example.ts'), onSources(code));
      const words = ['--import', 'tsx', 'example.ts'];
      return (await promisify(execFile)(process.execPath, words, { cwd: folder })).stdout;
    },
    session: async ({ words }) => {
      const placed = words.map(word => word.replaceAll(FILE, file => join(folder, file)));
      const { out, err } = await run(placed);
      return `${out}${err}`.replaceAll(`${folder}/`, '');
    },
  };
}

/** A file that a command reads or writes, also where a rule or an address names it. */
const FILE = /(?<=^|:)[\w.-]+\.(csv|html|json|parquet|svg)(?=$|#)/g;

/** The package's own name leads to what was built last; here it must lead to the sources. */
const onSources = (code: string): string =>
  code.replace(/from 'sortition(\/\w+)?'/g, (_, door = '') => `from '${pathToFileURL(`src${door}/index.ts`).href}'`);
