/** What a station, or a part of one, promises fits on one screen: its index exports few names. The entry points of the package are no stations. */
import ts from 'typescript';
import type { Rule, Source } from './sources.ts';

const NAMES_MAX = 25;

export const indexesAreShort: Rule = files =>
  files.flatMap(file => {
    const [, station] = /^src\/(.+)\/index\.ts$/.exec(file.path) ?? [];
    if (station === undefined) return [];
    const names = namesOf(file);
    return names > NAMES_MAX
      ? [
          `${file.path} exports ${names} names, more than ${NAMES_MAX}: keep back what no other station uses, or split the station`,
        ]
      : [];
  });

/** What exports all of another file exports who knows how many. */
const namesOf = ({ syntax }: Source): number =>
  syntax.statements.reduce((sum, statement) => {
    if (!ts.isExportDeclaration(statement)) return sum;
    const { exportClause } = statement;
    if (exportClause === undefined) return Infinity;
    return sum + (ts.isNamedExports(exportClause) ? exportClause.elements.length : 1);
  }, 0);
