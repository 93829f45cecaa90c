/** What the package checkers of the ecosystem say. */
import { resolve } from 'node:path';
import type { Check } from './check.ts';
import type { Project } from './project.ts';
import { run } from './run.ts';

const tool = (name: string): string => resolve('node_modules', '.bin', name);

export async function toolChecks(check: Check, { tarball }: Project): Promise<void> {
  await check('publint finds nothing', () => run('.', tool('publint'), ['run', tarball, '--strict']));
  await check('the types are those of the code, for modules', () =>
    run('.', tool('attw'), [tarball, '--profile', 'esm-only']),
  );
}
