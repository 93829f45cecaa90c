/** The clinic's tables in PostgreSQL, a tunnel to the server that can be shut, and a way to catch a question half-way. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { PolicyInput } from '../../src/source/index.ts';
import { clinicPolicy, someVisits } from '../support/clinic.ts';
import type { PostgresServer } from '../support/postgres.ts';

/** Budget enough for answers whose noise is 0 but for one time in e^100: what the road adds up shows. */
const plenty = { epsilon: 1e9, delta: 0.5 } as const;

export const filePolicy = { ...clinicPolicy, budget: plenty } satisfies PolicyInput;
export const postgresPolicy = {
  ...filePolicy,
  source: { engine: 'postgres', url: 'file:database.url', version: '1' },
} as const;

export async function fillPostgres({ run }: PostgresServer): Promise<void> {
  await run('CREATE TABLE visits (patient TEXT, ward TEXT, cost DOUBLE PRECISION, age INTEGER, seen DATE, town TEXT)');
  for (const { patient, ward, cost, age, seen, town } of someVisits)
    await run('INSERT INTO visits VALUES ($1, $2, $3, $4, $5, $6)', [patient, ward, cost, age, seen, town]);
  await run('CREATE TABLE wards (ward TEXT, floor INTEGER)');
  await run(`INSERT INTO wards VALUES ('A', 1), ('B', 2)`);
}

/** A way to the server that somebody may cut. */
export interface Tunnel {
  readonly url: string;
  /** As if the server were stopped: connections break, and nobody is let in. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

export async function tunnelTo(server: PostgresServer): Promise<Tunnel> {
  const inner = new URL(server.url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const listener = createServer(outside => {
    const inside = keep(connect(Number(inner.port), inner.hostname));
    keep(outside).pipe(inside).pipe(outside);
  });
  const listen = (port: number): Promise<void> =>
    new Promise(resolve => void listener.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = listener.address() as AddressInfo;
  const url = new URL(server.url);
  url.port = String(port);
  return {
    url: url.href,
    shut: () =>
      new Promise(resolve => {
        listener.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    open: async () => {
      if (!listener.listening) await listen(port);
    },
  };
}

/** Keeps everybody else from reading visits while `work` lasts. Its argument waits until a question waits. */
export async function whileHeld<T>(
  { url }: PostgresServer,
  work: (caught: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const [holder, watcher] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([holder.connect(), watcher.connect()]);
  const waiting = `SELECT pid FROM pg_stat_activity WHERE application_name = 'sortition' AND wait_event_type = 'Lock'`;
  const caught = async (): Promise<number> => {
    for (;;) {
      const { rows } = await watcher.query<{ pid: number }>(waiting);
      if (rows.length > 0) return rows[0].pid;
      await wait(10);
    }
  };
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE visits IN ACCESS EXCLUSIVE MODE');
    return await work(caught);
  } finally {
    await Promise.all([holder.end(), watcher.end()]);
  }
}
