/** What no file does. Each ban says what to do instead. */
import ts from 'typescript';
import { isTest, lineOf, nodesOf, type Rule, type Source, type TextFile } from './sources.ts';

interface Ban {
  readonly found: (node: ts.Node) => boolean;
  readonly instead: string;
}

const reads = (node: ts.Node, object: string, property: string): boolean =>
  ts.isPropertyAccessExpression(node) && node.expression.getText() === object && node.name.text === property;

const ANYWHERE: readonly Ban[] = [
  {
    found: node => ts.isAsExpression(node) && node.type.kind === ts.SyntaxKind.AnyKeyword,
    instead: '`as any`: name the type, or narrow from unknown',
  },
];

const IN_THE_PRODUCT: readonly Ban[] = [
  { found: node => reads(node, 'Math', 'random'), instead: 'Math.random: draw from the entropy source of src/random' },
  { found: node => reads(node, 'Date', 'now'), instead: 'Date.now: take the time as an argument' },
  {
    found: node =>
      (ts.isNewExpression(node) || ts.isCallExpression(node)) && /^(Type|Range)?Error$/.test(node.expression.getText()),
    instead: 'a bare Error: `refuse(code, sentence)` for bad input, `invariant` for a fault of ours',
  },
];

export const noBannedWords: Rule = files =>
  files.flatMap(file => {
    const bans = file.path.startsWith('src/') && !isTest(file) ? [...ANYWHERE, ...IN_THE_PRODUCT] : ANYWHERE;
    return nodesOf(file.syntax).flatMap(node =>
      bans.filter(({ found }) => found(node)).map(({ instead }) => `${file.path}:${lineOf(file, node)} has ${instead}`),
    );
  });

const LINES_MAX = 300;
const FUNCTION_LINES_MAX = 70;

export const noLongFiles: Rule<TextFile> = files =>
  files
    .filter(({ text }) => linesOf(text) > LINES_MAX && !/Long because/.test(text.split('\n', 12).join('\n')))
    .map(({ path, text }) => `${path} has ${linesOf(text)} lines: split it, or say on top "Long because ..."`);

const linesOf = (text: string): number => text.trimEnd().split('\n').length;

/** Tables of cases inside tests may be long; what runs may not. */
export const noLongFunctions: Rule = files =>
  files
    .filter(file => !isTest(file))
    .flatMap(file =>
      nodesOf(file.syntax)
        .filter(node => ts.isFunctionLike(node) && linesOf(node.getText()) > FUNCTION_LINES_MAX)
        .map(node => `${file.path}:${lineOf(file, node)} is a function of over ${FUNCTION_LINES_MAX} lines: split it`),
    );

const VAGUE = /\b(utils?|helpers?|common|misc|types)\b/;

export const namesSayWhatIsInside: Rule = files =>
  files
    .filter(({ path }) => VAGUE.test(path) || !/^[a-z0-9/.-]+$/.test(path))
    .map(({ path }) => `${path} is not a kebab-case noun for what is inside: rename it`);

/** Two lines on top say what a file is for; a test says it by its name. */
export const filesSayTheirPurpose: Rule = files =>
  files
    .filter(file => !isTest(file) && !opensWithComment(file))
    .map(({ path }) => `${path} does not say its purpose: begin with a comment of one or two lines`);

const opensWithComment = ({ text }: Source): boolean => /^(#![^\n]*\n)?\/\*\*/.test(text);
