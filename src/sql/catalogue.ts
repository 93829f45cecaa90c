/**
 * How tables really lie in an engine: the family of every column's type, read from the schema and never from rows.
 * The scan turns each family into the policy's type; what has no safe road there is refused before anything is asked.
 */

/**
 * whole     integers of at most 64 bits         wide      longer integers
 * decimal   exact fractions                     floating  IEEE numbers
 * textual   text, ids, enumerations             digits    text that is to be parsed: fields of CSV and JSON files
 * padded    text of a fixed length, filled up with blanks
 * day       dates                               moment    time without a zone, which is UTC
 * instant   time with a zone                    logical   true and false
 * other     anything else, which no column may be
 */
export type TypeFamily =
  | 'whole'
  | 'wide'
  | 'decimal'
  | 'floating'
  | 'textual'
  | 'padded'
  | 'digits'
  | 'day'
  | 'moment'
  | 'instant'
  | 'logical'
  | 'other';

export interface CatalogueTable {
  /** What the engine calls it, from the outside in: a schema and a name, or a name alone. */
  readonly path: readonly string[];
  readonly columns: ReadonlyMap<string, TypeFamily>;
}

/** By the policy's name of the table. */
export type Catalogue = ReadonlyMap<string, CatalogueTable>;
