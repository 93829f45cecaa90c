/** The suite that every change runs. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // one core is left idle unless said, which is half of a small machine
    maxWorkers: '100%',
    // files share what was loaded and started before them: there is no module state that one could leave to the next
    isolate: false,
  },
});
