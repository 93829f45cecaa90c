/** Whether the compiler alone would notice a mutant: `npm test` begins with it. */
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

/** Looks at the mutant's own file only, so that what breaks a type elsewhere counts as unnoticed: the share errs on the safe side. */
export function compiler(): (mutant: Replaced) => boolean {
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
  const isRefused = (file: string, text: string): boolean => {
    version += 1;
    changed.set(file, { text, version });
    return service.getSyntacticDiagnostics(file).length > 0 || service.getSemanticDiagnostics(file).length > 0;
  };
  return ({ fileName, start, end, replacement }) => {
    const file = resolve(fileName);
    const original = readFileSync(file, 'utf8');
    const source = ts.createSourceFile(file, original, ts.ScriptTarget.Latest);
    const [from, to] = [start, end].map(({ line, character }) => source.getPositionOfLineAndCharacter(line, character));
    const refused = isRefused(file, original.slice(0, from) + replacement + original.slice(to));
    isRefused(file, original);
    return refused;
  };
}
