import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../test/support/command.ts';
import { but, POLICY } from '../../test/support/policy-text.ts';
import { loadPolicy } from '../source/index.ts';

let folder: string;

// Inside the project, where the compiler finds what the module imports.
beforeAll(async () => {
  await mkdir('.tmp', { recursive: true });
  folder = resolve(await mkdtemp('.tmp/types-'));
  await mkdir(join(folder, 'app'));
});

afterAll(() => rm(folder, { recursive: true }));

async function written(text: string): Promise<string> {
  const [policy, out] = [join(folder, 'policy.json'), join(folder, 'app', 'policy.ts')];
  await writeFile(policy, text);
  const { exit, out: said, err } = await run(['types', '--policy', policy, '--out', out, '--json']);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  expect(JSON.parse(said)).toEqual({ out });
  return out;
}

/** What the strict compiler says of files, with the package's name leading to its sources. */
function complaints(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    types: ['node'],
    paths: { sortition: [resolve('src/source/index.ts')] },
  });
  return files
    .flatMap(file => program.getSemanticDiagnostics(program.getSourceFile(file)))
    .map(({ messageText, file }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}

test('the module compiles, and the compiler knows the columns', async () => {
  const out = await written(POLICY);
  const using = (
    kind: string,
  ) => `import type { ColumnKind, TableName } from '${resolve('src/source/typed-policy.ts')}';
import { policy } from './policy.ts';
const tables: Record<TableName<typeof policy>, true> = { visits: true, wards: true };
const kind: ColumnKind<typeof policy, 'visits', 'ward'> = '${kind}';
console.log(tables, kind, policy.tables.visits.columns.ward.values[2] === 'C');\n`;
  const [right, wrong] = ['right.ts', 'wrong.ts'].map(name => join(folder, 'app', name));
  await writeFile(right, using('category'));
  await writeFile(wrong, using('text'));
  expect(complaints([out, right, wrong])).toEqual([`${wrong}: Type '"text"' is not assignable to type '"category"'.`]);
});

test('the module is the same policy, its paths and numbers included', async () => {
  const text = but('"town"', '"a town, \\"q\\" \\n 道"').replace('"ledger":', '"anchor": "file:../head", "ledger":');
  const out = await written(text);
  const module = await readFile(out, 'utf8');
  await writeFile(out, module.replace("'sortition'", JSON.stringify(resolve('src/source/index.ts'))));
  const { policy } = await import(out);
  expect(await loadPolicy(policy)).toEqual(await loadPolicy(join(folder, 'policy.json')));
});

test('what is refused', async () => {
  const policy = join(folder, 'refused.json');
  const out = join(folder, 'refused.ts');
  for (const [text, code] of [
    [but('"max": 120', '"max": null'), 'policy_undecided'],
    [but('"max": 120', '"max": -1'), 'policy_invalid'],
    [but('"epsilon": 2', '"epsilon": 0.12345678901234567891'), 'policy_invalid'],
  ]) {
    await writeFile(policy, text);
    const { exit, err } = await run(['types', '--policy', policy, '--out', out]);
    expect(exit).toBe(1);
    expect(err).toMatch(new RegExp(`^${code}: [^\\n]+[.]\\n$`));
  }
  await writeFile(policy, POLICY);
  expect((await run(['types', '--policy', policy, '--out', join(folder, 'no', 'p.ts')])).err).toMatch(
    /^file_unwritable: /,
  );
  expect((await run(['types', '--policy', policy])).exit).toBe(2);
});
