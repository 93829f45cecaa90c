/** One person's device in a page, and a verified campaign with and without the package that it needs. */
import { match } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { campaignOf } from '../support/campaign.ts';
import type { Page } from './browser.ts';
import type { Check } from './check.ts';
import type { Runtime } from './nodes.ts';
import { install, type Project } from './project.ts';
import { run } from './run.ts';

const HOSTS = campaignOf().aggregators.map(address => new URL(address).host);

/** Takes part, with aggregators that accept everything, and names those that were sent a share. */
const program = (imports: string, validity: 'plain' | 'verified'): string => `
import { takePart } from '${imports}';
const hosts = [];
const send = async address => {
  hosts.push(new URL(address).host);
  return { status: 200, json: async () => ({ accepted: 1 }) };
};
const campaign = ${JSON.stringify(campaignOf({ validity }))};
const ticket = '${'A'.repeat(43)}';
globalThis.told = takePart({ campaign, ticket, send }).then(person => person.answer('bus')).then(() => hosts.sort());
`;

export const participantPage = (imports: string): Page => ({
  imports,
  code: program(imports, 'plain'),
  told: HOSTS,
});

export async function verifiedChecks(check: Check, { folder }: Project, imports: string, node: Runtime): Promise<void> {
  const told = "console.log(await told.catch(({ code, message }) => code + ': ' + message));";
  const attempt = (): string => {
    writeFileSync(join(folder, 'verified.mjs'), `${program(imports, 'verified')}${told}`);
    return run(folder, node.path, ['verified.mjs']);
  };
  const command = await check(`${imports}: a verified campaign is refused, with the package that it needs`, () => {
    const [, needed] = /^driver_missing: .*npm install (\S+)$/m.exec(attempt()) ?? [];
    if (needed === undefined) throw new Error(attempt());
    return needed;
  });
  if (command === undefined) return;
  await check(`${imports}: after npm install ${command} it is answered`, () => {
    install(folder, command, node);
    match(attempt(), new RegExp(HOSTS.join("', '")));
  });
}
