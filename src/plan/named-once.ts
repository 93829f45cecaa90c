/** Columns of an answer have names of their own. */
import { refuse } from '../vocabulary/index.ts';

/** In one pass: a question may have thousands. */
export function checkNamedOnce(columns: readonly { readonly name: string }[]): void {
  const names = new Set<string>();
  for (const { name } of columns) {
    if (names.has(name))
      refuse('name_taken', `Two columns of the answer are named ${JSON.stringify(name)}. Rename one.`);
    names.add(name);
  }
}
