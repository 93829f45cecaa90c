/** A transaction pooler: programs that think they have a session share a few of the server's, which go from hand to hand. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A session of the server, and who has it just now. */
interface Backend {
  readonly socket: Socket;
  client: Socket | undefined;
}

const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);

const WELCOME = Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 0, READY, 0, 0, 0, 5, IDLE]);

function startup(url: URL): Buffer {
  const words = Buffer.from(`user\0${url.username}\0database\0${url.pathname.slice(1)}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(words.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, words]);
}

/** The server has answered all it was asked, and is in no transaction: what it says last is that. */
const isIdle = (said: Buffer): boolean => {
  const end = said.subarray(-6);
  return end.length === 6 && end[0] === READY && end.readInt32BE(1) === 5 && end[5] === IDLE;
};

async function backend(url: URL): Promise<Backend> {
  const socket = connect(Number(url.port), url.hostname).on('error', () => {});
  socket.write(startup(url));
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) if (isIdle(chunk as Buffer)) break;
  return { socket, client: undefined };
}

export interface Pooler {
  readonly url: string;
  close(): void;
}

export async function poolerTo(server: string, sessions: number): Promise<Pooler> {
  const url = new URL(server);
  const free: Backend[] = [];
  for (let i = 0; i < sessions; i += 1) free.push(await backend(url));
  const backends = [...free];
  const waiting: { readonly client: Socket; readonly words: Buffer }[] = [];
  const give = (): void => {
    while (waiting.length > 0) {
      const { client } = waiting[0];
      const has = backends.find(each => each.client === client) ?? free.pop();
      if (has === undefined) return;
      has.client = client;
      has.socket.write(waiting.shift()?.words ?? '');
    }
  };
  for (const each of backends)
    each.socket.on('data', said => {
      each.client?.write(said);
      if (!isIdle(said)) return;
      each.client = undefined;
      free.push(each);
      give();
    });
  const listener = createServer(client => {
    client.on('error', () => {});
    client.once('data', () => {
      client.write(WELCOME);
      client.on('data', words => {
        if (words[0] === TERMINATE) return client.end();
        waiting.push({ client, words });
        return give();
      });
    });
  });
  await new Promise<void>(resolve => void listener.listen(0, '127.0.0.1', resolve));
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    close() {
      listener.close();
      for (const { socket } of backends) socket.destroy();
    },
  };
}
