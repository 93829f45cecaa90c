/** The accountant bundled for browsers: nothing of Node in it, shown by running it where nothing of Node exists. */
import { deepStrictEqual, match } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'tsdown';
import type { Check } from './check.ts';
import type { Project } from './project.ts';

export async function browserChecks(check: Check, { folder }: Project): Promise<void> {
  const bundle = await check('sortition/accounting bundles for browsers', () => bundled(folder));
  if (bundle === undefined) return;
  await check('the bundle names nothing of Node', () => {
    deepStrictEqual(bundle.match(/\bnode:\w+|\brequire\(|\bprocess\.|\bBuffer\b/g) ?? [], []);
  });
  await check('the bundle prices and accounts without Node', () => {
    const told = runInContext(`${bundle}\n;JSON.stringify(told)`, createContext({}));
    match(told, /"epsilon":0\.158/);
    match(told, /"upper":/);
  });
}

const PAGE = `
import { account, price } from 'sortition/accounting';
globalThis.told = [
  price({ operator: 'bernoulli', rate: 0.1, cost: { epsilon: 1, replace: 2 } }),
  account({ relation: 'add-remove', steps: [{ mechanism: { kind: 'gaussian', noiseMultiplier: 1 } }], ask: { epsilonAt: { delta: 1e-5 } } }),
];
`;

async function bundled(folder: string): Promise<string> {
  writeFileSync(join(folder, 'page.js'), PAGE);
  await build({
    config: false,
    cwd: folder,
    entry: { page: 'page.js' },
    format: 'iife',
    platform: 'browser',
    noExternal: () => true,
    minify: true,
    dts: false,
    outDir: 'bundle',
    logLevel: 'silent',
  });
  return readFileSync(join(folder, 'bundle', 'page.iife.js'), 'utf8');
}
