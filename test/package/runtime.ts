/** The installed package on one version of Node: the page's code and commands print what it shows, and `require` works. */
import { strictEqual } from 'node:assert';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { fixedPart } from '../support/readme.ts';
import type { Check } from './check.ts';
import type { Runtime } from './nodes.ts';
import { examplesOf, type Project } from './project.ts';
import { run } from './run.ts';

export const commandOf = ({ folder }: Project): string => join(folder, 'node_modules/sortition/dist/cli/main.js');

export async function runtimeChecks(
  check: Check,
  project: Project,
  node: Runtime,
  entries: readonly string[],
): Promise<void> {
  const { folder, readme } = project;
  // A ledger of the Node before would answer from memory.
  rmSync(join(folder, 'visits.ledger'), { force: true });
  for (const [index, example] of examplesOf(readme).entries())
    await check(`${node.name}: example ${index + 1} of the README prints what it shows`, () => {
      const file = `example-${index + 1}.js`;
      const { outputText } = ts.transpileModule(example.code, {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
      });
      writeFileSync(join(folder, file), outputText);
      strictEqual(fixedPart(run(folder, node.path, [file]), example), fixedPart(example.prints, example));
    });
  for (const session of readme.steps.filter(step => step.kind === 'session'))
    await check(`${node.name}: ${session.command}`, () => {
      const printed = run(folder, node.path, [commandOf(project), ...session.words.slice(2)]);
      strictEqual(fixedPart(printed, session), fixedPart(session.prints, session));
    });
  for (const entry of entries)
    await check(`${node.name}: require('${entry}')`, () => {
      writeFileSync(
        join(folder, 'required.cjs'),
        `if (Object.keys(require('${entry}')).length === 0) process.exit(1);`,
      );
      run(folder, node.path, ['required.cjs']);
    });
}
