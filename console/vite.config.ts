/** The console as files that the service hands out. Nothing is written into the page, so that no inline script is needed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Each file packed beside itself, once and as small as it gets, so that the service need not pack at every request. */
const packed: Plugin = {
  name: 'packed',
  writeBundle({ dir = '' }, files) {
    for (const name of Object.keys(files)) {
      const path = join(dir, name);
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
    }
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), packed],
  build: { outDir: '../dist/console', emptyOutDir: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
