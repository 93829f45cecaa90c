/** How large a text of JSON is, found out before it is read: reading what is nested a million times takes long itself. */
import type { Extent } from './excess.ts';

type TextExtent = Pick<Extent, 'depth' | 'entries'>;

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map(mark => mark.charCodeAt(0));
const OPENING = new Set(['[', '{'].map(mark => mark.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map(mark => mark.charCodeAt(0)));

/** Which of the limits the text breaks, or undefined; whether it is JSON at all is not asked. */
export function textExcess(text: string, limits: TextExtent): keyof TextExtent | undefined {
  let [depth, entries] = [0, 0];
  let inWord = false;
  for (let place = 0; place < text.length; place += 1) {
    const mark = text.charCodeAt(place);
    if (inWord && mark === BACKSLASH) place += 1;
    else if (mark === QUOTE) inWord = !inWord;
    else if (inWord) continue;
    else if (OPENING.has(mark)) {
      depth += 1;
      // where nothing is in it, this counts one too many
      entries += 1;
    } else if (CLOSING.has(mark)) depth -= 1;
    else if (mark === COMMA) entries += 1;
    if (depth > limits.depth) return 'depth';
    if (entries > limits.entries) return 'entries';
  }
  return undefined;
}
