/** The README's code under the strictest compiler, the way Node resolves modules and the way bundlers do. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Check } from './check.ts';
import { exampleFile, examplesOf, type Project } from './project.ts';
import { run } from './run.ts';

const RESOLUTIONS = { nodenext: 'nodenext', bundler: 'preserve' };

export async function typeChecks(check: Check, { folder, readme }: Project): Promise<void> {
  for (const [moduleResolution, module] of Object.entries(RESOLUTIONS))
    await check(`the README's code compiles strictly, ${moduleResolution}`, () => {
      const compilerOptions = {
        strict: true,
        noEmit: true,
        module,
        moduleResolution,
        target: 'es2023',
        lib: ['es2023', 'dom'],
        types: [],
      };
      const files = examplesOf(readme).map((_, index) => exampleFile(index));
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      run(folder, resolve('node_modules', '.bin', 'tsc'), ['--project', 'tsconfig.json']);
    });
}
