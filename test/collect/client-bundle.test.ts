import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'tsdown';
import { expect, test } from 'vitest';

const outDir = join('.tmp', 'client-bundle');

test('the client is under 15 kB gzipped with all it needs, and needs nothing of Node', async () => {
  await build({
    config: false,
    entry: { client: 'src/collect/client/index.ts' },
    format: 'esm',
    platform: 'browser',
    noExternal: () => true,
    minify: true,
    dts: false,
    outDir,
    logLevel: 'silent',
  });
  const file = (name: string): string => readFileSync(join(outDir, name), 'utf8');
  // what only verified campaigns need is loaded by them alone
  const needed = [...file('client.js').matchAll(/from"\.\/([\w-]+\.js)"/g)].map(([, name]) => file(name));
  const bundle = [file('client.js'), ...needed].join('\n');
  expect(gzipSync(bundle).length).toBeLessThan(15_000);
  expect(bundle.match(/\bnode:\w+|\brequire\(|\bprocess\.|\bBuffer\b/g) ?? []).toEqual([]);
  expect(bundle).toContain('takePart');
});
