/** How deep a text of JSON is nested, found out before it is read: reading what is nested a million times takes long itself. */
const [QUOTE, BACKSLASH] = ['"', '\\'].map(mark => mark.charCodeAt(0));
const OPENING = new Set(['[', '{'].map(mark => mark.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map(mark => mark.charCodeAt(0)));

/** Whether objects and lists lie within each other more often than that; whether the text is JSON at all is not asked. */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  let inWord = false;
  for (let place = 0; place < text.length; place += 1) {
    const mark = text.charCodeAt(place);
    if (inWord && mark === BACKSLASH) place += 1;
    else if (mark === QUOTE) inWord = !inWord;
    else if (!inWord && OPENING.has(mark)) depth += 1;
    else if (!inWord && CLOSING.has(mark)) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
