/** A word of a command that is shown to be copied. Names of columns are whatever stands in the head of somebody's file. */
import { printable } from './estimate-text.ts';

/** In quotes, unless every shell reads it as it is. */
export function commandWord(word: string): string {
  const shown = printable(word);
  return /^[\w.,:=/-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}
