/** The statement that fills a copy: all columns of the rows whose units are listed, as they lie in the source. */
import type { Catalogue } from './catalogue.ts';
import { dialects } from './dialects/dialects.ts';
import { quoteName } from './fragment.ts';
import { render, type Statement } from './query.ts';
import { unitOf } from './units.ts';

export interface Copying {
  readonly catalogue: Catalogue;
  readonly table: string;
  /** The column that names the unit, or the row where rows are units. */
  readonly unit: string;
  /** The empty table that is filled, as the engine calls it; its columns are those of the catalogue. */
  readonly into: readonly string[];
}

export function copying(units: Statement, { catalogue, table, unit, into }: Copying): Statement {
  const dialect = dialects[units.dialect];
  const { path, columns } = catalogue.get(table)!;
  const list = [...columns.keys()].map(quoteName).join(', ');
  const { text: owner } = render(unitOf(table, unit, { catalogue, dialect }), dialect.types);
  const [target, source] = [into, path].map(names => names.map(quoteName).join('.'));
  return Object.freeze({
    ...units,
    text: `INSERT INTO ${target} (${list}) SELECT ${list} FROM ${source} WHERE ${owner} IN (${units.text})`,
  });
}
