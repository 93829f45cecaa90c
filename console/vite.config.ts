/** The console as files that the service hands out. Nothing is written into the page, so that no inline script is needed. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: { outDir: '../dist/console', emptyOutDir: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
