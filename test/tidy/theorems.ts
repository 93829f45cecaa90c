/** The theorems in the code: functions whose comment says what holds, what it assumes, how it rounds, who proved it. */
import { dirname } from 'node:path/posix';
import ts from 'typescript';
import { isTest, nodesOf, type Rule, type Source, type TextFile } from './sources.ts';

const LINES = ['Says', 'Assumes', 'Rounds', 'Source'] as const;

interface Theorem extends Record<(typeof LINES)[number], string> {
  readonly name: string;
  readonly exported: boolean;
  readonly path: string;
}

const theoremsOf = (files: readonly Source[]): Theorem[] =>
  files
    .filter(file => file.path.startsWith('src/') && !isTest(file))
    .flatMap(file => nodesOf(file.syntax).flatMap(node => theoremAt(file, node)));

function theoremAt({ path, text }: Source, node: ts.Node): Theorem[] {
  const name = nameOf(node);
  if (name === undefined) return [];
  const comment = (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
    .map(({ pos, end }) => text.slice(pos, end))
    .at(-1);
  if (comment === undefined || !/^\s*\*\s+Says\s/m.test(comment)) return [];
  const exported =
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  return [{ name, exported, path, ...fieldsOf(comment) }];
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name?.text;
  if (ts.isVariableStatement(node)) return node.declarationList.declarations[0].name.getText();
  return undefined;
}

/** A field runs until the next one: formulas need more than a line. */
function fieldsOf(comment: string): Record<(typeof LINES)[number], string> {
  const words = comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map(line => line.replace(/^\s*\*\s?/, '').trim());
  const fields = { Says: '', Assumes: '', Rounds: '', Source: '' };
  let current: keyof typeof fields | undefined;
  for (const line of words) {
    const begun = LINES.find(field => new RegExp(`^${field}\\s{2,}`).test(line));
    current = begun ?? current;
    if (current !== undefined) fields[current] += ` ${begun === undefined ? line : line.slice(begun.length).trim()}`;
  }
  return {
    Says: fields.Says.trim(),
    Assumes: fields.Assumes.trim(),
    Rounds: fields.Rounds.trim(),
    Source: fields.Source.trim(),
  };
}

export const theoremsAreWhole: Rule = files =>
  theoremsOf(files).flatMap(theorem =>
    LINES.filter(line => theorem[line] === '').map(line => `${theorem.path}: ${theorem.name} has no line "${line}"`),
  );

/** Beside means in the same folder. A theorem that a file keeps to itself is tested through what the file shows. */
export const theoremsAreTested: Rule = files =>
  theoremsOf(files).flatMap(({ name, exported, path }) => {
    const beside = files.filter(file => /\.test\.ts$/.test(file.path) && dirname(file.path) === dirname(path));
    const shown = exported ? [name] : exportsOf(files.find(file => file.path === path));
    const tested = beside.some(({ text }) => shown.some(word => new RegExp(`\\b${word}\\b`).test(text)));
    return tested ? [] : [`${path}: ${name} states a theorem that no test beside it names: enumerate small cases`];
  });

const exportsOf = (file: Source | undefined): string[] =>
  [...(file?.text ?? '').matchAll(/^export (?:async )?(?:function\*?|const) (\w+)/gm)].map(([, name]) => name);

const keysIn = (text: string): string[] => [...text.matchAll(/\[([A-Z][A-Za-z+]*\d\d)\]/g)].map(([, key]) => key);

/** The one bibliography: every key that a theorem cites, and none that nobody cites. */
export const sourcesAreListed = (files: readonly Source[], bibliography: TextFile): string[] => {
  const cited = new Set(files.filter(({ path }) => path.startsWith('src/')).flatMap(({ text }) => keysIn(text)));
  const listed = new Set(keysIn(bibliography.text));
  return [
    ...[...cited]
      .filter(key => !listed.has(key))
      .map(key => `[${key}] is cited in src: list it in ${bibliography.path}`),
    ...[...listed]
      .filter(key => !cited.has(key))
      .map(key => `[${key}] is listed in ${bibliography.path} and cited nowhere in src`),
  ];
};

/** docs/reference/theorems.md, which `npm run docs` writes. */
export function theoremPage(files: readonly Source[]): string {
  const sections = theoremsOf(files)
    .sort((a, b) => `${a.path}#${a.name}`.localeCompare(`${b.path}#${b.name}`, 'en'))
    .map(({ name, path, Says, Assumes, Rounds, Source }) =>
      [
        `## ${name}`,
        '',
        `[${path}](../../${path})`,
        '',
        `- **Says** ${Says}`,
        `- **Assumes** ${Assumes}`,
        `- **Rounds** ${Rounds}`,
        `- **Source** ${Source}`,
      ].join('\n'),
    );
  return [
    '# Theorems',
    'What the code claims, read from the code by `npm run docs`. The keys are those of the [bibliography](../bibliography.md).',
    ...sections,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}
