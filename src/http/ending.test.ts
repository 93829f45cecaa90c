import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { endWithinGrace } from './ending.ts';

const GRACE = 50;

async function connected(port: number, text: string): Promise<Socket> {
  const socket = createConnection(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

test.each([
  ['half of the headers', 'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Le'],
  ['half of a body', 'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'],
])('a server ends though somebody holds back %s, and only after whoever is owed an answer has it', async (_, half) => {
  const server = Fastify({ forceCloseConnections: 'idle' });
  endWithinGrace(server, GRACE);
  let arrived = (): void => {};
  const working = new Promise<void>(resolve => {
    arrived = resolve;
  });
  let finish = (): void => {};
  const finished = new Promise<void>(resolve => {
    finish = resolve;
  });
  server.post('/slow', async () => {
    arrived();
    await finished;
    return 'answered';
  });
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const idler = await connected(Number(port), half);
  const idlerGone = once(idler, 'close');
  const owed = fetch(`http://127.0.0.1:${port}/slow`, { method: 'POST' });
  await working;
  const ended = server.close();
  await idlerGone;
  finish();
  expect(await (await owed).text()).toBe('answered');
  await ended;
});

test('whoever does not read the answer is not waited for either', async () => {
  const server = Fastify({ forceCloseConnections: 'idle' });
  endWithinGrace(server, GRACE);
  // more than the buffers of a connection hold
  server.get('/large', async () => 'x'.repeat(1 << 26));
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const deaf = await connected(Number(port), 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(deaf, 'readable');
  await server.close();
  deaf.destroy();
});
