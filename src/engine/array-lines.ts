/**
 * The bytes of a JSON array as lines, an element each: readers of lines tell good elements from bad ones, readers of arrays
 * give up at the first bad one. Nothing is parsed but texts and depth, so that whatever an element holds stays in its line.
 * A line that begins with a brace begins an element: so far reaches what one leaves open.
 */

const code = (character: string): number => character.charCodeAt(0);

const [QUOTE, BACKSLASH, COMMA, BLANK] = ['"', '\\', ',', ' '].map(code);
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = ['[', ']', '{', '}'].map(code);
const [LINE_FEED, CARRIAGE_RETURN] = ['\n', '\r'].map(code);
/** No JSON text may hold it. */
const UNREADABLE = 0;

/** All others mean nothing wherever they stand, and are most: passing over them is five times faster. */
const MEANINGFUL = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number('"\\,[]{}\n\r'.includes(String.fromCharCode(byte))),
);

/** Rewrites the chunks that it is given. What follows the array is taken as it is: lines stay lines. */
export async function* arrayLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const rewrite = rewriter();
  // what a line end means is only known with the byte behind it
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const known = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const end = isLineEnd(known[known.length - 1]) ? known.length - 1 : known.length;
    held = Buffer.from(known.subarray(end));
    yield rewrite(known.subarray(0, end), known[end]);
  }
  yield rewrite(held);
}

const isLineEnd = (byte: number | undefined): boolean => byte === LINE_FEED || byte === CARRIAGE_RETURN;

function rewriter(): (chunk: Buffer, next?: number) => Buffer {
  let [inArray, inText, escaped] = [false, false, false];
  /** How many lists and objects of an element are open. */
  let depth = 0;
  const withinText = (byte: number): number => {
    // texts hold no line ends: this one was not closed
    const broken = isLineEnd(byte);
    inText = !broken && (escaped || byte !== QUOTE);
    escaped = inText && !escaped && byte === BACKSLASH;
    return broken ? UNREADABLE : byte;
  };
  const withinElement = (byte: number): number => {
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    return isLineEnd(byte) ? BLANK : byte;
  };
  const betweenElements = (byte: number): number => {
    const opens = byte === OPEN_LIST && !inArray;
    const closes = byte === CLOSE_LIST && inArray;
    inArray = opens || (inArray && !closes);
    if (opens || closes || byte === COMMA) return LINE_FEED;
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth = 1;
    return byte;
  };
  const rewritten = (byte: number): number => {
    if (inText) return withinText(byte);
    inText = byte === QUOTE;
    return depth > 0 ? withinElement(byte) : betweenElements(byte);
  };
  const beforeElement = (): number => {
    [inText, escaped, depth] = [false, false, 0];
    return LINE_FEED;
  };
  return (chunk, next) => {
    for (let at = 0; at < chunk.length; at++)
      if (escaped || MEANINGFUL[chunk[at]] === 1) {
        const begins = isLineEnd(chunk[at]) && (chunk[at + 1] ?? next) === OPEN_OBJECT;
        chunk[at] = begins ? beforeElement() : rewritten(chunk[at]);
      }
    return chunk;
  };
}
