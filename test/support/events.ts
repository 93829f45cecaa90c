/** Server-sent events as a program reads them, with the token in a header. */
export interface Events {
  /** The data of the next event; comments are passed over. */
  next(): Promise<unknown>;
  /** Hangs up. */
  leave(): Promise<void>;
  /** Resolves when the service ends the stream. */
  ended(): Promise<void>;
}

export async function eventsOf(url: string, token: string): Promise<Events> {
  const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (reply.body === null || !reply.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new Error(`No events, but ${reply.status}: ${await reply.text()}`);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const more = async (): Promise<boolean> => {
    const { done, value = '' } = await reader.read();
    text += value;
    return !done;
  };
  return {
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) {
          if (!(await more())) throw new Error('The events ended.');
          continue;
        }
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        if (block.startsWith('data: ')) return JSON.parse(block.slice('data: '.length));
      }
    },
    leave: () => reader.cancel(),
    async ended() {
      while (await more());
    },
  };
}
