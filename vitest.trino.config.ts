/** The suites that need a Trino cluster, which is started for them. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/trino/**/*.trino.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
    // they share one cluster
    maxWorkers: 1,
    isolate: false,
  },
});
