/**
 * The package as others get it: packed, installed into an empty project, type-checked, run on every supported Node,
 * bundled for browsers. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserChecks } from './browser.ts';
import { counting } from './check.ts';
import { typeChecks } from './compilation.ts';
import { installedProject } from './project.ts';
import { runtimeChecks } from './runtime.ts';
import { toolChecks } from './tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-package-'));
const { check, closingLine } = counting();

try {
  const project = await check('packs, and installs into an empty project', () => installedProject(folder));
  if (project !== undefined) {
    await toolChecks(check, project);
    await typeChecks(check, project);
    for (const node of project.nodes) await runtimeChecks(check, project, node);
    await browserChecks(check, project);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

process.exitCode = closingLine.failed() === 0 ? 0 : 1;
console.log(closingLine.text());
