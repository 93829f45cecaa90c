/**
 * Serves examples/browser: a page that uses the accountant in the browser. `npx tsx examples/browser.ts [--port 8770]`, then
 * open the address that it prints. What is bundled here, any bundler makes of `import ... from 'sortition/accounting'`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import { build } from 'tsdown';

const { values } = parseArgs({ options: { port: { type: 'string', default: '8770' } } });
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sortition-browser-example-'));

await build({
  config: false,
  entry: { accountant: here('./browser/accountant.js') },
  alias: { 'sortition/accounting': here('../src/entry/accounting.ts') },
  format: 'esm',
  platform: 'browser',
  noExternal: () => true,
  minify: true,
  dts: false,
  outDir: folder,
  logLevel: 'silent',
});

const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: here('./browser/index.html'), type: 'text/html' },
  '/style.css': { file: here('./browser/style.css'), type: 'text/css' },
  '/page.js': { file: here('./browser/page.js'), type: 'text/javascript' },
  '/curve.js': { file: here('./browser/curve.js'), type: 'text/javascript' },
  '/accountant.js': { file: join(folder, 'accountant.js'), type: 'text/javascript' },
};

const server = Fastify();
for (const [path, { file, type }] of Object.entries(FILES))
  server.get(path, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(readFileSync(file)));
const address = await server.listen({ port: Number(values.port), host: '127.0.0.1' });
console.log(`Open ${address} in a browser; Ctrl-C stops.`);

await new Promise<void>(stop => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop());
});
await server.close();
rmSync(folder, { recursive: true, force: true });
