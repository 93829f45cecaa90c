/** The installed package on one version of Node: the README's code and commands print what it shows, and `require` works. */
import { strictEqual } from 'node:assert';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { fixedPart } from '../support/readme.ts';
import type { Check } from './check.ts';
import { examplesOf, type Project, type Runtime, run } from './project.ts';

export async function runtimeChecks(check: Check, { folder, readme }: Project, node: Runtime): Promise<void> {
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
      const main = join(folder, 'node_modules', 'sortition', 'dist', 'cli', 'main.js');
      const printed = run(folder, node.path, [main, ...session.words.slice(2)]);
      strictEqual(fixedPart(printed, session), fixedPart(session.prints, session));
    });
  for (const door of ['sortition', 'sortition/accounting', 'sortition/random', 'sortition/collect/client'])
    await check(`${node.name}: require('${door}')`, () => {
      writeFileSync(join(folder, 'required.cjs'), `if (Object.keys(require('${door}')).length === 0) process.exit(1);`);
      run(folder, node.path, ['required.cjs']);
    });
}
