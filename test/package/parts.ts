/** The packages that carry one part alone: small, without dependencies, and the same as what `sortition` exports. */
import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountantPage } from './accountant.ts';
import { browserChecks, type Page } from './browser.ts';
import type { Check } from './check.ts';
import { typeChecks } from './compilation.ts';
import { installationChecks } from './installation.ts';
import type { Runtime } from './nodes.ts';
import { participantPage, verifiedChecks } from './participant.ts';
import { installedProject } from './project.ts';
import { run } from './run.ts';
import { runtimeChecks } from './runtime.ts';
import { toolChecks } from './tools.ts';

interface Part {
  readonly name: string;
  readonly root: string;
  /** The file of `sortition` with the same exports. */
  readonly same: string;
  readonly page: Page;
}

const PARTS: readonly Part[] = [
  {
    name: '@sortition/accounting',
    root: 'packages/accounting',
    same: 'dist/accounting/index.js',
    page: accountantPage('@sortition/accounting'),
  },
  {
    name: '@sortition/collect-client',
    root: 'packages/collect-client',
    same: 'dist/collect/client/index.js',
    page: participantPage('@sortition/collect-client'),
  },
];

const LIMITS = { packages: 1, megabytes: 2 };

export async function partChecks(check: Check, within: string, nodes: readonly Runtime[]): Promise<void> {
  for (const part of PARTS) await checksOf(part, check, within, nodes);
}

async function checksOf(part: Part, check: Check, within: string, nodes: readonly Runtime[]): Promise<void> {
  const { name, root, same, page } = part;
  const published = { root, page: readFileSync(join(root, 'README.md'), 'utf8') };
  const project = await check(`${name}: packs, and installs into an empty project`, () =>
    installedProject(within, published, nodes[0]),
  );
  if (project === undefined) return;
  await installationChecks(check, project, LIMITS);
  await toolChecks(check, project);
  await typeChecks(check, project);
  await check(`${name} exports what sortition does`, async () => {
    const namesIn = `console.log(Object.keys(await import('${name}')).join())`;
    const names = run(project.folder, nodes[0].path, ['--input-type=module', '--eval', namesIn]).trim().split(',');
    deepStrictEqual(names, Object.keys(await import(join(process.cwd(), same))));
  });
  for (const node of nodes) await runtimeChecks(check, project, node, [name]);
  await browserChecks(check, project, page);
  if (name === '@sortition/collect-client') await verifiedChecks(check, project, name, nodes[0]);
}
