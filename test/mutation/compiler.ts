/** What the compiler says of changed sources: whether it alone would notice a mutant, and whether a planted fault names nothing. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

/** Where and into what, with lines and columns from 0. */
export interface Replaced {
  readonly fileName: string;
  readonly start: ts.LineAndCharacter;
  readonly end: ts.LineAndCharacter;
  readonly replacement: string;
}

export interface Changed {
  readonly file: string;
  readonly text: string;
}

/**
 * Looks at the changed files only, so that what breaks a type elsewhere counts as unnoticed: the share of mutants errs on the safe
 * side. Numbers of what it says are TypeScript's own.
 */
export function compiler(): (changes: readonly Changed[]) => readonly number[] {
  const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  });
  if (config === undefined) throw new Error('tsconfig.json cannot be read.');
  const changed = new Map<string, { readonly text: string; readonly version: number }>();
  let version = 0;
  const textOf = (file: string): string | undefined => changed.get(file)?.text ?? ts.sys.readFile(file);
  const service = ts.createLanguageService({
    getCompilationSettings: () => config.options,
    getScriptFileNames: () => config.fileNames,
    getScriptVersion: file => String(changed.get(file)?.version ?? 0),
    getScriptSnapshot: file => {
      const text = textOf(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const change = (file: string, text: string): void => {
    version += 1;
    changed.set(file, { text, version });
  };
  return changes => {
    const files = changes.map(({ file, text }) => ({ file: resolve(file), text }));
    for (const { file, text } of files) change(file, text);
    const said = files.flatMap(({ file }) => [
      ...service.getSyntacticDiagnostics(file),
      ...service.getSemanticDiagnostics(file),
    ]);
    for (const { file } of files) change(file, readFileSync(file, 'utf8'));
    return said.map(({ code }) => code);
  };
}

/** A file with one piece of it replaced. */
export function replaced({ fileName, start, end, replacement }: Replaced): Changed {
  const original = readFileSync(fileName, 'utf8');
  const source = ts.createSourceFile(fileName, original, ts.ScriptTarget.Latest);
  const [from, to] = [start, end].map(({ line, character }) => source.getPositionOfLineAndCharacter(line, character));
  return { file: fileName, text: original.slice(0, from) + replacement + original.slice(to) };
}
