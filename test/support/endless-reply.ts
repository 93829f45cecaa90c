/** A server that never stops sending: whoever reads it without a limit takes all memory. */
import type { ServerResponse } from 'node:http';

/** Sends the byte as long as anybody reads, and tells of every part that it sent. */
export function replyEndlessly(reply: ServerResponse, byte: number, sent: (bytes: number) => void = () => {}): void {
  const part = Buffer.alloc(1 << 16, byte);
  const more = (): void => {
    do sent(part.length);
    while (!reply.destroyed && reply.write(part));
  };
  reply
    .writeHead(200)
    .on('drain', more)
    .on('error', () => {});
  more();
}
