/** What others answer, read no farther than it may be long: an answer without an end must not take all memory. */

/** The part of a response that is used, in browsers and in Node. */
export interface StreamedResponse {
  readonly body: ReadableStream<Uint8Array> | null;
}

/** All bytes, or undefined where there are more than so many; the rest is then not read. */
export async function boundedBytes(
  answer: StreamedResponse,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const within = await eachPart(answer, most, part => {
    parts.push(part);
    length += part.length;
  });
  if (!within) return undefined;
  const bytes = new Uint8Array(length);
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}

/** Shows the parts one by one as they arrive; false where there are more bytes than so many, of which no more are read. */
export async function eachPart(
  { body }: StreamedResponse,
  most: number,
  look: (part: Uint8Array) => void,
): Promise<boolean> {
  const reader = body?.getReader();
  let length = 0;
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || value === undefined) return true;
    length += value.length;
    if (length > most) {
      await reader?.cancel();
      return false;
    }
    look(value);
  }
}

/** Orders and reports are answered in a few words, totals in some 40 digits a value. */
const WORDS_MAX = 1 << 20;

/** What is said as JSON; undefined where it is none, or too long to be an answer. */
export async function boundedJson(answer: StreamedResponse): Promise<unknown> {
  const bytes = await boundedBytes(answer, WORDS_MAX);
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
