/** The console's files, handed out to everybody: they hold no data, and whoever opens them is asked for a token. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

export async function addConsole(server: FastifyInstance): Promise<void> {
  const root = consoleFolder();
  if (root === undefined) return;
  const files = filesOf(root);
  server.addHook('onRoute', route => {
    route.config = { ...route.config, callers: 'open' };
    route.schema = { ...route.schema, hide: true };
  });
  server.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = request.params['*'] || 'index.html';
    const file = files.get(path);
    if (file === undefined) return reply.callNotFound();
    const packed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') ? files.get(`${path}.gz`) : undefined;
    if (packed !== undefined) reply.header('content-encoding', 'gzip');
    return reply.headers({ ...headersOf(path), vary: 'accept-encoding' }).send(packed ?? file);
  });
}

/** Half a megabyte, read once: whatever a request asks for, no other file can be reached. */
const filesOf = (root: string): ReadonlyMap<string, Buffer> =>
  new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map(path => [path.slice(root.length + 1).replaceAll(sep, '/'), readFileSync(path)]),
  );

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Names of all files but the page itself change with what is in them. */
const headersOf = (path: string) => ({
  'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
  'cache-control': extname(path) === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
});

/** Built beside the program: `dist/console` of the package that this file is in. */
function consoleFolder(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) {
      const built = join(folder, 'dist/console');
      return existsSync(built) ? built : undefined;
    }
    if (folder === dirname(folder)) return undefined;
  }
}
