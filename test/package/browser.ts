/** A package bundled for browsers: nothing of Node in it, shown by running it where nothing of Node exists. */
import { deepStrictEqual } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'tsdown';
import type { Check } from './check.ts';
import type { Project } from './project.ts';

/** A page that leaves what it finds in `told`, and what that must be. */
export interface Page {
  readonly imports: string;
  readonly code: string;
  readonly told: unknown;
}

export async function browserChecks(check: Check, { folder }: Project, { imports, code, told }: Page): Promise<void> {
  const bundle = await check(`${imports} bundles for browsers`, () => bundled(folder, code));
  if (bundle === undefined) return;
  await check('the bundle names nothing of Node', () => {
    deepStrictEqual(bundle.match(/\bnode:\w+|\brequire\(|\bprocess\.|[^.]\bBuffer\b/g) ?? [], []);
  });
  await check('the bundle does its work without Node', async () => {
    const found = await runInContext(`${bundle}\n;Promise.resolve(told).then(JSON.stringify)`, createContext(WEB));
    deepStrictEqual(JSON.parse(found), told);
  });
}

/** What browsers have besides the language. */
const WEB = { crypto, atob, btoa, URL, TextEncoder, TextDecoder, AbortSignal, setTimeout };

async function bundled(folder: string, code: string): Promise<string> {
  writeFileSync(join(folder, 'page.js'), code);
  await build({
    config: false,
    cwd: folder,
    entry: { page: 'page.js' },
    format: 'iife',
    platform: 'browser',
    deps: { alwaysBundle: [/./], neverBundle: ['@divviup/prio3'] },
    outputOptions: { codeSplitting: false },
    minify: true,
    dts: false,
    outDir: 'bundle',
    logLevel: 'silent',
  });
  return readFileSync(join(folder, 'bundle', 'page.iife.js'), 'utf8');
}
