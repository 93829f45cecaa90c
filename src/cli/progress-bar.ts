/** How far a long piece of work is, for people who watch: one line on standard error, rewritten, and gone at the end. */
const WIDTH = 30;

/** Undefined where nobody watches: a file or a pipe gets no progress. */
export function progressBar(stream: NodeJS.WriteStream, words: string): ((part: number) => void) | undefined {
  if (!stream.isTTY) return undefined;
  let shown = -1;
  return part => {
    const percent = Math.floor(100 * part);
    if (percent === shown) return;
    shown = percent;
    const filled = Math.round(WIDTH * part);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    stream.write(part < 1 ? `\r${words} ${bar} ${percent} %` : `\r${' '.repeat(words.length + WIDTH + 8)}\r`);
  };
}

/** What is being done, where nobody knows how long it takes; gone at the end, which is the empty text. */
export function progressLine(stream: NodeJS.WriteStream): ((words: string) => void) | undefined {
  if (!stream.isTTY) return undefined;
  let width = 0;
  return words => {
    stream.write(`\r${words.padEnd(width)}${words === '' ? '\r' : ''}`);
    width = words.length;
  };
}
