import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { replyEndlessly } from '../../../test/support/endless-reply.ts';
import { acceptedAt, agreedAt, labelsAlsoAt, type Peer, shownAt } from './peers.ts';

/** Another aggregator that answers everything so. */
async function answering<T>(answer: (reply: ServerResponse) => void, work: (peer: Peer) => Promise<T>): Promise<T> {
  const server = createServer((_request, reply) => answer(reply)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await work({ address: `http://127.0.0.1:${port}`, fingerprint: 'f'.repeat(64), token: 't' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const unreachable = { code: 'aggregator_unreachable' };
const own = ['a', 'b', 'c'].map(letter => letter.repeat(32));

test('an aggregator that never stops telling its reports is given up', async () => {
  let bytes = 0;
  const endlessly = (reply: ServerResponse): void =>
    replyEndlessly(reply, 7, sent => {
      bytes += sent;
    });
  await answering(endlessly, async peer => {
    await expect(labelsAlsoAt(peer, 1, own, 1_000)).rejects.toMatchObject(unreachable);
    await expect(shownAt(peer, 1, 3, 100)).rejects.toMatchObject(unreachable);
    await expect(acceptedAt(peer, 3)).rejects.toMatchObject(unreachable);
  });
  // what may lie in the wires; without a limit it would be gigabytes
  expect(bytes).toBeLessThan(32 << 20);
});

const saying = (text: string | Buffer) => (reply: ServerResponse) => void reply.writeHead(200).end(text);

test('labels that come in odd parts are put together; only those that both have are kept', () =>
  answering(
    reply => {
      const bytes = Buffer.from(`${'c'.repeat(32)}${'x'.repeat(32)}${'a'.repeat(32)}${'a'.repeat(32)}`);
      reply.writeHead(200).write(bytes.subarray(0, 37));
      setTimeout(() => reply.end(bytes.subarray(37)), 30);
    },
    async peer => expect([...(await labelsAlsoAt(peer, 1, own))].sort()).toEqual([own[0], own[2]]),
  ));

test('half a label, and too few proofs, are no answer', async () => {
  await answering(saying('a'.repeat(40)), peer =>
    expect(labelsAlsoAt(peer, 1, own)).rejects.toMatchObject(unreachable),
  );
  await answering(saying(Buffer.alloc(299)), peer =>
    expect(shownAt(peer, 1, 3, 100)).rejects.toMatchObject(unreachable),
  );
});

test('an answer that breaks off is no answer', () =>
  answering(
    reply => {
      reply.writeHead(200, { 'content-length': '96' }).write('a'.repeat(32));
      setTimeout(() => reply.destroy(), 30);
    },
    async peer => {
      await expect(labelsAlsoAt(peer, 1, own)).rejects.toMatchObject(unreachable);
      await expect(shownAt(peer, 1, 3, 32)).rejects.toMatchObject(unreachable);
      await expect(acceptedAt(peer, 6)).rejects.toMatchObject(unreachable);
      await expect(agreedAt(peer)).rejects.toMatchObject(unreachable);
    },
  ));

test('an aggregator that sends us elsewhere is not followed', () =>
  answering(
    reply => void reply.writeHead(302, { location: '/health' }).end(),
    peer => expect(labelsAlsoAt(peer, 1, own)).rejects.toMatchObject(unreachable),
  ));
