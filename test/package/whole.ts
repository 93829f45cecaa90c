/** The package `sortition`, whole: everything that the README shows, on every Node, and its parts that browsers can use. */
import { match } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { campaignOf } from '../support/campaign.ts';
import { accountantPage } from './accountant.ts';
import { browserChecks } from './browser.ts';
import type { Check } from './check.ts';
import { guideFiles, typeChecks } from './compilation.ts';
import { installationChecks } from './installation.ts';
import { newcomerChecks } from './newcomers.ts';
import type { Runtime } from './nodes.ts';
import { participantPage, verifiedChecks } from './participant.ts';
import { installedProject, type Project } from './project.ts';
import { run } from './run.ts';
import { commandOf, runtimeChecks } from './runtime.ts';
import { serviceChecks } from './service.ts';
import { toolChecks } from './tools.ts';

const ENTRIES = ['sortition', 'sortition/accounting', 'sortition/random', 'sortition/collect/client'];

/** A little above what it is: more is a dependency that nobody meant. */
const LIMITS = { packages: 160, megabytes: 150 };

export async function wholeChecks(check: Check, within: string, nodes: readonly Runtime[]): Promise<void> {
  const published = { root: '.', page: readFileSync('README.md', 'utf8') };
  const project = await check('sortition: packs, and installs into an empty project', () =>
    installedProject(within, published, nodes[0]),
  );
  if (project === undefined) return;
  await installationChecks(check, project, LIMITS);
  await toolChecks(check, project);
  await typeChecks(check, project, guideFiles(project));
  for (const node of nodes) {
    await runtimeChecks(check, project, node, ENTRIES);
    await serviceChecks(check, project, node);
    await newcomerChecks(check, project, node);
  }
  await browserChecks(check, project, accountantPage('sortition/accounting'));
  await browserChecks(check, project, participantPage('sortition/collect/client'));
  await aggregatorChecks(check, project, nodes[0]);
  await verifiedChecks(check, project, 'sortition/collect/client', nodes[0]);
}

/** An aggregator must not take reports that it cannot check later. */
async function aggregatorChecks(check: Check, project: Project, node: Runtime): Promise<void> {
  const campaign = campaignOf({ validity: 'verified' });
  const [address] = campaign.aggregators;
  await check('an aggregator of a verified campaign does not start without the package that it needs', () => {
    writeFileSync(join(project.folder, 'campaign.json'), JSON.stringify(campaign));
    const words = ['--campaign', 'campaign.json', '--secrets', 'none.json', '--store', 'shares', '--address', address];
    let said = '';
    try {
      run(project.folder, node.path, [commandOf(project), 'collect', 'serve', ...words]);
    } catch (error) {
      said = String(error);
    }
    match(said, /driver_missing: .*npm install @divviup\/prio3/);
  });
}
