/** Columns that are to be published must be there, each once. */
import { refuse } from '../vocabulary/index.ts';

/** `columns` has those that there are; `where` says of what. */
export function checkColumns(names: readonly string[], columns: ReadonlyMap<string, unknown>, where = 'data'): void {
  const missing = names.find(name => !columns.has(name));
  if (missing !== undefined)
    refuse(
      'unknown_column',
      `The ${where} has no column ${missing}; its columns are ${[...columns.keys()].join(', ')}.`,
    );
  const folded = names.map(name => name.toLowerCase());
  const twice = names.find((_, place) => folded.indexOf(folded[place]) !== place);
  if (twice !== undefined)
    refuse(
      'name_taken',
      `Column ${twice} is named twice. Name it once; names in a sample must differ in more than case.`,
    );
}
