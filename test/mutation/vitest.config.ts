/** The tests that a run of mutants is shown to: those that the environment names, the shortest first, for most mutants die early. */
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ project, moduleId }: TestSpecification): number =>
      this.ctx.cache.getFileTestResults(`${project.name}:${relative(this.ctx.config.root, moduleId)}`)?.duration ?? 0;
    return [...files].sort((one, other) => seconds(one) - seconds(other));
  }
}

export default defineConfig({
  test: {
    include: (process.env.SORTITION_MUTATION_TESTS ?? '').split(','),
    // mutants are all in one text, which is larger than a client may be
    exclude: ['test/collect/client-bundle.test.ts'],
    testTimeout: 60_000,
    sequence: { sequencer: ShortestFirst },
  },
});
