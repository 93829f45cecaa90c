/** The project's own files as the rules see them: path, text, and for TypeScript the syntax and what it imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import ts from 'typescript';

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

export interface Source extends TextFile {
  readonly syntax: ts.SourceFile;
  /** Paths of the project's own files that this one imports, types included. */
  readonly imports: readonly string[];
}

/** A rule names what breaks it and what to do instead, one line each. */
export type Rule<File extends TextFile = Source> = (files: readonly File[]) => string[];

const FOREIGN = new Set(['node_modules', 'dist', '.git', '.tmp', 'coverage', 'demo-output', 'service-output']);

export function readProject(folder = '.'): TextFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (FOREIGN.has(entry.name)) return [];
    if (entry.isDirectory()) return readProject(path);
    return entry.isFile() ? [{ path, text: readFileSync(path, 'utf8') }] : [];
  });
}

export const sourcesOf = (files: readonly TextFile[]): Source[] =>
  files.filter(({ path }) => /\.tsx?$/.test(path)).map(({ path, text }) => source(path, text));

/** Also used by the rules' own tests, on snippets that must not pass. */
export function source(path: string, text: string): Source {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const own = importedFiles.map(({ fileName }) => fileName).filter(name => name.startsWith('.'));
  return {
    path,
    text,
    syntax: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
    imports: own.map(name => normalize(join(dirname(path), name))),
  };
}

export const isTest = ({ path }: TextFile): boolean =>
  /\.(test|laws|heavy|trino)\.ts$/.test(path) || path.startsWith('test/');

/** Every node of a file, from the top down. */
export function nodesOf(node: ts.Node): ts.Node[] {
  const below: ts.Node[] = [];
  ts.forEachChild(node, child => {
    below.push(...nodesOf(child));
  });
  return [node, ...below];
}

export const lineOf = ({ syntax }: Source, node: ts.Node): number =>
  syntax.getLineAndCharacterOfPosition(node.getStart(syntax)).line + 1;
