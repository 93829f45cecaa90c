/** What an install says and brings: no warning, and no package under a licence that was not asked for. */
import { deepStrictEqual, ok } from 'node:assert';
import type { Check } from './check.ts';
import type { Project } from './project.ts';

export interface Limits {
  readonly packages: number;
  readonly megabytes: number;
}

export async function installationChecks(check: Check, project: Project, limits: Limits): Promise<void> {
  const { packages, megabytes, said } = project;
  await check(`brings ${packages.length} packages, ${megabytes.toFixed(2)} MB`, () => {
    ok(packages.length <= limits.packages, `more than ${limits.packages} packages`);
    ok(megabytes <= limits.megabytes, `more than ${limits.megabytes} MB`);
  });
  await check('npm warns of nothing', () => {
    deepStrictEqual(said.match(/.*(EBADENGINE|ERESOLVE|deprecated).*/g) ?? [], []);
  });
  await check('nothing is under the MPL: it asks for more than other licences', () => {
    deepStrictEqual(
      packages.filter(({ license }) => /MPL/.test(license ?? '')).map(({ name }) => name),
      [],
    );
  });
}
