/**
 * The packages as others get them: packed, installed into empty projects, type-checked, run on the oldest and the newest Node
 * that are supported, bundled for browsers. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counting } from './check.ts';
import { installedNodes } from './nodes.ts';
import { partChecks } from './parts.ts';
import { wholeChecks } from './whole.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-package-'));
const { check, closingLine } = counting();

try {
  const nodes = await check('versions of Node install', () => installedNodes(folder));
  if (nodes !== undefined) {
    // the whole comes first: packing it builds all of them
    await wholeChecks(check, folder, nodes);
    await partChecks(check, folder, nodes);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

process.exitCode = closingLine.failed() === 0 ? 0 : 1;
console.log(closingLine.text());
