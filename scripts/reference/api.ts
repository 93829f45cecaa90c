/** docs/reference/api.md: what each entry point of the package exports, with its signature and what its comment says first. */
import { relative } from 'node:path';
import ts from 'typescript';
import { nodesOf } from '../../test/tidy/sources.ts';

export interface EntryPoint {
  /** As people import it. */
  readonly name: string;
  readonly file: string;
}

export interface Exported {
  readonly entryPoint: string;
  readonly name: string;
  /** The first paragraph of its comment, or nothing. */
  readonly says: string;
  readonly text: string;
  readonly place: string;
  readonly isType: boolean;
}

export const ENTRY_POINTS: readonly EntryPoint[] = [
  { name: 'sortition', file: 'src/index.ts' },
  { name: 'sortition/accounting', file: 'src/entry/accounting.ts' },
  { name: 'sortition/random', file: 'src/random/index.ts' },
  { name: 'sortition/collect/client', file: 'src/collect/client/index.ts' },
];

export function exportsOf(entryPoints: readonly EntryPoint[]): Exported[] {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram(
    entryPoints.map(({ file }) => file),
    options,
  );
  const checker = program.getTypeChecker();
  return entryPoints.flatMap(({ name: entryPoint, file }) => {
    const source = program.getSourceFile(file);
    const entry = source && checker.getSymbolAtLocation(source);
    const symbols = entry === undefined ? [] : checker.getExportsOfModule(entry);
    const names = new Map(symbols.map(symbol => [meant(symbol, checker), symbol.name]));
    return symbols.map(symbol => exported(symbol, entryPoint, writer(names, checker)));
  });
}

const meant = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

function exported(symbol: ts.Symbol, entryPoint: string, written: Writer): Exported {
  const { checker } = written;
  const original = meant(symbol, checker);
  // what is not declared is exported by nobody
  const declaration = (original.declarations as ts.Declaration[])[0];
  const comment = ts.displayPartsToString(original.getDocumentationComment(checker));
  return {
    entryPoint,
    name: symbol.name,
    // the fields of a theorem are on the page of theorems
    says: comment
      .split(/\n\s*\n|\n\s*Says\s/, 1)[0]
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim(),
    text: textOf(declaration, symbol.name, written),
    place: relative('.', declaration.getSourceFile().fileName),
    isType: ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration),
  };
}

/** Writes parts of a declaration by the names that an entry point gives to what they speak of. */
interface Writer {
  readonly checker: ts.TypeChecker;
  node(node: ts.Node): string;
  type(type: ts.Type): string;
}

function writer(names: ReadonlyMap<ts.Symbol, string>, checker: ts.TypeChecker): Writer {
  const namedAt = (node: ts.Node): string | undefined => {
    const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    return symbol && names.get(meant(symbol, checker));
  };
  const node = (whole: ts.Node): string => {
    const start = whole.getStart();
    return nodesOf(whole).reduceRight((text, part) => {
      const name = namedAt(part);
      if (name === undefined) return text;
      return `${text.slice(0, part.getStart() - start)}${name}${text.slice(part.end - start)}`;
    }, whole.getText());
  };
  return {
    checker,
    node,
    type: type => checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation),
  };
}

function textOf(declaration: ts.Declaration, name: string, written: Writer): string {
  if (ts.isInterfaceDeclaration(declaration)) return withoutExport(declaration, written);
  if (ts.isTypeAliasDeclaration(declaration)) return aliasText(declaration, name, written);
  if (ts.isClassDeclaration(declaration)) return classText(declaration, written);
  if (ts.isFunctionDeclaration(declaration)) return `function ${name}${signatureText(declaration, written)}`;
  if (ts.isVariableDeclaration(declaration) && declaration.initializer && ts.isArrowFunction(declaration.initializer))
    return `function ${name}${signatureText(declaration.initializer, written)}`;
  return `const ${name}: ${written.type(written.checker.getTypeAtLocation(declaration))}`;
}

const withoutExport = (declaration: ts.Declaration, written: Writer): string =>
  written.node(declaration).replace(/^export /, '');

/** A type that is read off a schema is shown as what it comes to. */
function aliasText(declaration: ts.TypeAliasDeclaration, name: string, written: Writer): string {
  if (!/\btypeof\b/.test(declaration.type.getText())) return withoutExport(declaration, written);
  const node = written.checker.typeToTypeNode(written.checker.getTypeAtLocation(declaration), undefined, WHOLE);
  const print = (part: ts.Node): string =>
    ts.createPrinter().printNode(ts.EmitHint.Unspecified, part, declaration.getSourceFile());
  const text = node && print(ordered(node, print));
  // the printer indents by four, and knows no lines that are too long
  return `type ${name} = ${text?.replaceAll(/^( {4})+/gm, ({ length }) => ' '.repeat(length / 2)).replaceAll(/^.{120,}$/gm, long => long.replaceAll(' | ', '\n  | '))}`;
}

const { InTypeAlias, MultilineObjectLiterals, NoTruncation } = ts.NodeBuilderFlags;
const WHOLE = InTypeAlias | MultilineObjectLiterals | NoTruncation;

/** The compiler orders alternatives by when it met them, which changes with code far away: here they go by their text. */
function ordered(node: ts.TypeNode, print: (part: ts.Node) => string): ts.TypeNode {
  const visit = (part: ts.Node): ts.Node => {
    const inner = ts.visitEachChild(part, visit, undefined);
    if (!ts.isUnionTypeNode(inner)) return inner;
    const types = [...inner.types].sort((a, b) => (print(a) < print(b) ? -1 : 1));
    return ts.factory.updateUnionTypeNode(inner, ts.factory.createNodeArray(types));
  };
  return visit(node) as ts.TypeNode;
}

const classText = (declaration: ts.ClassDeclaration, written: Writer): string =>
  [
    ['class', declaration.name?.text, ...(declaration.heritageClauses ?? []).map(written.node), '{'].join(' '),
    ...declaration.members.filter(ts.isPropertyDeclaration).map(member => `  ${written.node(member)}`),
    '}',
  ].join('\n');

function signatureText(node: ts.FunctionDeclaration | ts.ArrowFunction, written: Writer): string {
  const generic = (node.typeParameters ?? []).map(written.node).join(', ');
  const parameters = node.parameters.map(parameter => parameterText(parameter, written)).join(', ');
  const signature = written.checker.getSignatureFromDeclaration(node);
  const returned = node.type ? written.node(node.type) : signature && written.type(signature.getReturnType());
  return `${generic === '' ? '' : `<${generic}>`}(${parameters}): ${returned}`;
}

/** Names and types; how a function takes its parameters apart is its own affair. */
function parameterText(parameter: ts.ParameterDeclaration, written: Writer): string {
  const { name, type, initializer, questionToken, dotDotDotToken } = parameter;
  const word = ts.isIdentifier(name) ? name.text : 'given';
  const optional = initializer === undefined && questionToken === undefined ? '' : '?';
  const shape = type ? written.node(type) : written.type(written.checker.getTypeAtLocation(name));
  return `${dotDotDotToken ? '...' : ''}${word}${optional}: ${shape}`;
}
