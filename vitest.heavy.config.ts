/** The suites that take minutes: thousands of random cases. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/heavy/**/*.heavy.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 1_200_000,
    passWithNoTests: true,
  },
});
