/**
 * Slow senders: requests arrive in time, and a server that is told to stop does stop. Node looks for slow senders no longer once a
 * server closes, so that one half of a request would keep it open for ever: after a grace period only those are waited for whom
 * we owe an answer.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const GRACE_MILLISECONDS = 5000;

/** To be called before any other hook is added: the grace begins with the order to stop. */
export function endWithinGrace(server: FastifyInstance, graceMilliseconds = GRACE_MILLISECONDS): void {
  const open = new Set<Socket>();
  const working = new Set<FastifyRequest>();
  let graceIsOver = false;
  server.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // all of the request is there, and somebody works on it
  server.addHook('preHandler', async request => void working.add(request));
  server.addHook('onSend', async request => {
    working.delete(request);
    // whoever does not take the answer is not waited for either
    if (graceIsOver) destroyLater(request.raw.socket, graceMilliseconds);
  });
  server.addHook('preClose', async () => {
    setTimeout(() => {
      graceIsOver = true;
      const owed = new Set([...working].map(({ raw }) => raw.socket));
      for (const socket of open) if (!owed.has(socket)) socket.destroy();
    }, graceMilliseconds).unref();
  });
}

/** A timer must not be what keeps a process alive. */
const destroyLater = (socket: Socket, milliseconds: number): void =>
  void setTimeout(() => socket.destroy(), milliseconds).unref();

/** A request that takes longer to arrive is cut off: slow senders would hold connections for ever. */
export const arrivingWithin = (milliseconds: number) => ({
  requestTimeout: milliseconds,
  // slow senders are looked for this often; headers that may take longer than the whole would not count
  http: {
    connectionsCheckingInterval: Math.ceil(milliseconds / 2),
    headersTimeout: milliseconds,
    requestTimeout: milliseconds,
  },
});
