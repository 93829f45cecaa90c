/** A way to a server on which a COMMIT may be lost, or the word on it. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * `word`: it is done, and nobody hears of it. `way`: the server hears that the connection is gone instead. `silence`: the server hears
 * nothing and waits, with all its locks.
 */
export type LostCommit = 'word' | 'way' | 'silence';

export interface UnreliableWay {
  readonly url: string;
  /** The next one only. */
  lose(what: LostCommit): void;
  /** Nobody gets through from here on, until it is opened again. */
  shut(): void;
  open(): void;
  close(): void;
}

const isCommit = (words: Buffer): boolean => words[0] === 'Q'.charCodeAt(0) && words.includes('COMMIT\0');

export async function unreliableWay(server: string): Promise<UnreliableWay> {
  const [url, { port, hostname }] = [new URL(server), new URL(server)];
  const sockets = new Set<Socket>();
  let lost: LostCommit | undefined;
  let isShut = false;
  const listener = createServer(outside => {
    if (isShut) return void outside.destroy();
    const inside = connect(Number(port), hostname);
    for (const socket of [outside, inside]) sockets.add(socket.on('error', () => {}));
    let deaf = false;
    inside.on('data', said => {
      if (deaf) outside.destroy();
      else outside.write(said);
    });
    inside.on('close', () => outside.destroy());
    outside.on('close', () => {
      if (!deaf) inside.destroy();
    });
    outside.on('data', words => {
      if (lost === undefined || !isCommit(words)) return void inside.write(words);
      const what = lost;
      lost = undefined;
      deaf = what !== 'way';
      if (what === 'word') inside.write(words);
      else outside.destroy();
    });
  });
  await new Promise<void>(resolve => void listener.listen(0, '127.0.0.1', resolve));
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    lose(what) {
      lost = what;
    },
    shut() {
      isShut = true;
    },
    open() {
      isShut = false;
    },
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
