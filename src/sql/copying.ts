/** What fills a copy: all columns of the rows whose units are listed, as they lie in the source. */
import type { Catalogue } from './catalogue.ts';
import { dialects } from './dialects/dialects.ts';
import { quoteName, quotePath } from './fragment.ts';
import { render, type Statement } from './query.ts';
import { unitOf } from './units.ts';

interface Copied {
  readonly catalogue: Catalogue;
  readonly table: string;
  /** The column that names the unit, or the row where rows are units. */
  readonly unit: string;
}

interface Filled extends Copied {
  /** The empty table that is filled, as the engine calls it; its columns are those of the catalogue. */
  readonly into: readonly string[];
}

/** The rows that a copy has. */
export function copiedRows(units: Statement, { catalogue, table, unit }: Copied): Statement {
  const dialect = dialects[units.dialect];
  const { text: owner } = render(unitOf(table, unit, { catalogue, dialect }), dialect.types);
  const text = `SELECT ${listOf(table, catalogue)} FROM ${quotePath(catalogue.get(table)!.path)} WHERE ${owner} IN (${units.text})`;
  return Object.freeze({ ...units, text });
}

/** The statement that puts them into a table. */
export function copying(units: Statement, { into, ...copied }: Filled): Statement {
  const rows = copiedRows(units, copied);
  const list = listOf(copied.table, copied.catalogue);
  return Object.freeze({ ...rows, text: `INSERT INTO ${quotePath(into)} (${list}) ${rows.text}` });
}

const listOf = (table: string, catalogue: Catalogue): string =>
  [...catalogue.get(table)!.columns.keys()].map(quoteName).join(', ');
