/** Server-sent events read from the body of a reply: the browser's own reader of events cannot send a token. */
export async function readEvents<Event>(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: Event) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = `${text}${value}`.split('\n\n');
    text = blocks.pop() ?? '';
    // what is no data is a comment that keeps the connection alive
    for (const block of blocks) if (block.startsWith(DATA)) onEvent(JSON.parse(block.slice(DATA.length)));
  }
}

const DATA = 'data: ';
