/** What a station promises fits on one screen: its index exports few names. */
import ts from 'typescript';
import type { Rule, Source } from './sources.ts';

const NAMES_MAX = 25;

/**
 * Stations that promise more, and how much at most. Accounting is an entry point of the package; the others serve several stations
 * above them each. The package's own index is that of no station.
 */
const WIDER: Readonly<Record<string, number>> = {
  accounting: 48,
  collect: 30,
  'collect/protocol': 37,
  forecast: 32,
  ledger: 27,
  numerics: 27,
  plan: 81,
  release: 31,
  source: 38,
};

export const indexesAreShort: Rule = files =>
  files.flatMap(file => {
    const [, station] = /^src\/(.+)\/index\.ts$/.exec(file.path) ?? [];
    if (station === undefined) return [];
    const most = WIDER[station] ?? NAMES_MAX;
    const names = namesOf(file);
    if (names > most)
      return [`${file.path} exports ${names} names, more than ${most}: keep back what no other station uses`];
    return station in WIDER && names <= NAMES_MAX
      ? [`${file.path} exports ${names} names, as few as others: take it off the list in test/tidy/index-names.ts`]
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
