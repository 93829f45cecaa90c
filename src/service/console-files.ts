/** The console's files, handed out to everybody: they hold no data, and whoever opens them is asked for a token. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

export async function addConsole(server: FastifyInstance): Promise<void> {
  const root = consoleFolder();
  if (root === undefined) return;
  server.addHook('onRoute', route => {
    route.config = { ...route.config, callers: 'open' };
    route.schema = { ...route.schema, hide: true };
  });
  await server.register(files, { root, immutable: true, maxAge: '1y', preCompressed: true, setHeaders: keepFreshPage });
}

/** Names of all files but the page itself change with what is in them. */
function keepFreshPage(reply: FastifyReply, path: string): void {
  if (/\.html(\.gz)?$/.test(path)) reply.header('cache-control', 'no-cache');
}

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
