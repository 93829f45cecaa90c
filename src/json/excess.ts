/** How large data from outside may be, found out before anything recursive looks at it. */
export interface Extent {
  /** Objects and lists within each other. */
  readonly depth: number;
  /** Entries of all objects and lists together. */
  readonly entries: number;
  /** Of all texts together. */
  readonly characters: number;
}

/** Which of the limits the data breaks, or undefined. Circles are endlessly deep. */
export function excessOf(data: unknown, limits: Extent): keyof Extent | undefined {
  const waiting: (readonly [value: unknown, depth: number])[] = [[data, 0]];
  let [entries, characters] = [0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, depth] = next;
    if (typeof value === 'string') characters += value.length;
    if (characters > limits.characters) return 'characters';
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= limits.depth) return 'depth';
    const inside = Object.values(value);
    entries += inside.length;
    if (entries > limits.entries) return 'entries';
    for (const entry of inside) waiting.push([entry, depth + 1]);
  }
  return undefined;
}

type TextExtent = Pick<Extent, 'depth' | 'entries'>;

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map(mark => mark.charCodeAt(0));
const OPENING = new Set(['[', '{'].map(mark => mark.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map(mark => mark.charCodeAt(0)));

/**
 * Which of the limits a text of JSON breaks, or undefined; whether it is JSON at all is not asked. Found out before it is read:
 * reading what is nested a million times takes long itself.
 */
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
