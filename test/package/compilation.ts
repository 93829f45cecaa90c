/** The code of README and guide under the strictest compiler, the way Node resolves modules and the way bundlers do. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readReadme } from '../support/readme.ts';
import type { Check } from './check.ts';
import { exampleFile, examplesOf, type Project } from './project.ts';
import { run } from './run.ts';

const RESOLUTIONS = { nodenext: 'nodenext', bundler: 'preserve' };

/** `more`: files of the project that are compiled too. */
export async function typeChecks(
  check: Check,
  { folder, readme }: Project,
  more: readonly string[] = [],
): Promise<void> {
  const files = [...examplesOf(readme).map((_, index) => exampleFile(index)), ...more];
  for (const [moduleResolution, module] of Object.entries(RESOLUTIONS))
    await check(`what the pages show compiles strictly, ${moduleResolution}`, () => {
      const compilerOptions = {
        strict: true,
        noEmit: true,
        module,
        moduleResolution,
        target: 'es2023',
        lib: ['es2023', 'dom'],
        types: [],
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      run(folder, resolve('node_modules', '.bin', 'tsc'), ['--project', 'tsconfig.json']);
    });
}

/** The programs of the guide, each in a file of its own. */
export function guideFiles({ folder }: Project): string[] {
  const guide = join('docs', 'guide');
  return readdirSync(guide)
    .filter(name => name.endsWith('.md'))
    .flatMap(name =>
      examplesOf(readReadme(readFileSync(join(guide, name), 'utf8'))).map(({ code }, index) => {
        const file = `${name.replace(/\.md$/, '')}-${exampleFile(index)}`;
        writeFileSync(join(folder, file), code);
        return file;
      }),
    );
}
