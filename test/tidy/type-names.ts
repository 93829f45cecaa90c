/** One name for one type: whoever reads it need not ask which file it came from. */
import ts from 'typescript';
import { isTest, type Rule, type Source } from './sources.ts';

export const exportedTypesAreUnique: Rule = files => {
  const homes = new Map<string, string[]>();
  for (const file of files.filter(isOfTheHouse))
    for (const name of exportedTypes(file)) homes.set(name, [...(homes.get(name) ?? []), file.path]);
  return [...homes]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `type ${name} is exported from ${paths.join(', ')}: name each after what it is`);
};

/** An index hands on what others declare. */
const isOfTheHouse = (file: Source): boolean =>
  /^(src|console\/src)\//.test(file.path) && !isTest(file) && !/(^|\/)index\.ts$/.test(file.path);

function exportedTypes({ syntax }: Source): Set<string> {
  const declared = new Set<string>();
  const exported = new Set<string>();
  for (const statement of syntax.statements) {
    if (isType(statement)) {
      declared.add(statement.name.text);
      if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
        exported.add(statement.name.text);
    }
    for (const [local, name] of exportedLater(statement)) if (declared.has(local)) exported.add(name);
  }
  return exported;
}

type TypeDeclaration = (
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.ClassDeclaration
  | ts.EnumDeclaration
) & { readonly name: ts.Identifier };

const isType = (node: ts.Statement): node is TypeDeclaration =>
  (ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isEnumDeclaration(node)) &&
  node.name !== undefined;

/** `export { A as B }` below a declaration of the same file. */
function exportedLater(node: ts.Statement): (readonly [local: string, name: string])[] {
  if (!ts.isExportDeclaration(node) || node.moduleSpecifier !== undefined) return [];
  if (node.exportClause === undefined || !ts.isNamedExports(node.exportClause)) return [];
  return node.exportClause.elements.map(({ name, propertyName }) => [(propertyName ?? name).text, name.text]);
}
