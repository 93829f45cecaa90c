/** The tests that a run of mutants is shown to: those that the environment names. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: (process.env.SORTITION_MUTATION_TESTS ?? '').split(','),
    testTimeout: 60_000,
  },
});
