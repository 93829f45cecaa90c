/** Columns that are to be published must be there, each once. */
import { refuse } from '../vocabulary/index.ts';

/** `columns` has those that there are; `where` says of what. */
export function checkColumns(names: readonly string[], columns: ReadonlyMap<string, unknown>, where = 'data'): void {
  const missing = names.find(name => !columns.has(name));
  if (missing !== undefined)
    refuse('unknown_column', `The ${where} has no column ${missing}; it has ${[...columns.keys()].join(', ')}.`);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) refuse('name_taken', `Column ${twice} is named twice; name it once.`);
}
